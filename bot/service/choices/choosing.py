"""One choice: validated, applied, and written with all that follows from it in one transaction."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable
from time import perf_counter
from typing import Any, NamedTuple

import msgspec

from bot.service.choices import deciding
from bot.service.choices.accepted import Accepted
from bot.service.choices.desks import desk_of
from bot.service.choices.playing_on import can_play_on
from bot.service.choices.reasons import stored_sentence
from bot.service.errors import GameMovedOn, NotPlaying, Refused, StalePress, WrongChoice
from bot.service.game import clocks
from bot.service.game.events import read_events, stored_events
from bot.service.game.loading import last_rest
from bot.service.game.open_game import OpenGame
from bot.service.game.open_games import OpenGames
from bot.service.game.open_votes import withdraw
from bot.service.game.position import BY_HAND, Position, deadline_of
from bot.service.game.snapshot import Snapshot
from bot.service.game.states import choice_of, state_after
from bot.service.game.voices import voice_of
from bot.service.responses import Receipt
from bot.store import Transaction, choices, lifecycle
from bot.store.choices import AlreadyRecorded, LogEntry
from bot.store.errors import StaleWrite, WrongStatus
from bot.store.lifecycle import Recorded
from bot.store.outbox import NewMessage
from bot.store.votes import Kind
from engine.core.decision import Choice, Decision
from engine.core.errors import IllegalChoice
from engine.core.game import By
from engine.core.messages import Voice
from engine.core.ruleset import Step

log = logging.getLogger("herald.service")

TRIES = 3
"""How often a choice is tried when another process is faster."""

Also = Callable[[Transaction], Awaitable[None]]
Say = Callable[[int, clocks.ClockPlan], list[NewMessage]]
"""Further announcements that belong to the entry of a number, and to what becomes of the clocks."""


class Answered(NamedTuple):
    """The decision that a choice answered, with the game as it was `before`.

    `stays` is set where the player goes on answering, `used_prepared` are the prepared choices
    that it came from.
    """

    decision: Decision
    before: Snapshot
    stays: bool = False
    used_prepared: Iterable[int] = ()


class Consequences(NamedTuple):
    """What follows from a choice: its entry, the `result` where the game is over, what becomes of
    clocks, prepared choices and votes, and what is announced."""

    row: LogEntry
    state: bytes
    awaited: list[tuple[int, str]]
    decision: Decision | None
    result: Any
    plan: clocks.ClockPlan
    messages: list[NewMessage]
    used: set[int]
    withdrawn: tuple[tuple[Kind, dict[str, int]], ...]


class Choosing:
    """Takes choices of people, and writes down those of everybody."""

    def __init__(self, open_games: OpenGames) -> None:
        self.open_games = open_games

    async def choose(
        self,
        game_id: int,
        user_id: int,
        decision: str,
        value: Any,
        *,
        interaction: str,
        tag: str | None = None,
        stays: bool = False,
    ) -> Receipt:
        """Make a choice. It is written down when this returns.

        `interaction` names the click: the same one again gives the same receipt, marked repeated.
        `tag` is that of the `Asked` the panel was made for; without it only legality counts. What
        the player is shown then `stays` to be found again: a secret question that follows is not
        written to them as well. Raises `WrongChoice` (with the engine's reason), `StalePress` (with
        a fresh desk), `NotSeated`, `StandInPlays`, `NotPlaying`.
        """
        for _ in range(TRIES):
            try:
                async with self.open_games.open(game_id) as game:
                    return await self._choose(
                        game, user_id, decision, value, interaction, tag, stays
                    )
            except StaleWrite:
                continue
        raise GameMovedOn()

    async def _choose(
        self,
        game: OpenGame,
        user_id: int,
        decision: str,
        value: Any,
        interaction: str,
        tag: str | None,
        stays: bool,
    ) -> Receipt:
        seat = game.seat_of(user_id).seat
        try:
            game.must_run()
            game.playing_seat(user_id)
            choice = Choice(seat, decision, value)
            if tag is not None:
                self.must_be_current(game, choice, tag)
            accepted = await self.accept(
                game, choice, by="player", interaction=interaction, stays=stays
            )
            return accepted.receipt
        except (IllegalChoice, Refused) as wrong:
            # The second of two equal clicks gets the outcome of the first.
            before = await self.repeated(game, seat, interaction)
            if before is not None:
                return before.receipt
            if isinstance(wrong, IllegalChoice):
                raise self.refusal(game, wrong) from None
            raise

    def must_be_current(self, game: OpenGame, choice: Choice, tag: str) -> None:
        """Raise `StalePress` if the question of a panel is not open any more."""
        position = game.position
        for decision in position.pending():
            same = (decision.seat, decision.id) == (choice.seat, choice.decision)
            if same and position.tag(decision) == tag:
                return
        raise StalePress(desk_of(self.open_games, game, game.seats[choice.seat]))

    def refusal(self, game: OpenGame, illegal: IllegalChoice) -> WrongChoice:
        """What the rules do not allow, as a refusal with a sentence."""
        return WrongChoice(illegal, self.open_games.voice(game).error(illegal))

    async def accept(
        self,
        game: OpenGame,
        choice: Choice,
        *,
        by: By,
        interaction: str | None = None,
        stays: bool = False,
        used_prepared: Iterable[int] = (),
        say: Say | None = None,
    ) -> Accepted:
        """Play a choice and write it down; raises `IllegalChoice`, and then nothing has changed."""
        engine_game = game.position.game
        await self.note_rest(game)
        before = game.position.snapshot()
        decision, value = before.check(choice)
        step = engine_game.answer(engine_game.decision(choice), value, by)
        answered = Answered(decision, before, stays, used_prepared)
        try:
            return await self.record(game, step, interaction, answered, say=say)
        except AlreadyRecorded as already:
            return await self.recorded_before(game, choice.seat, already)

    async def recorded_before(
        self, game: OpenGame, seat: int, already: AlreadyRecorded
    ) -> Accepted:
        """The first of two equal clicks.

        Raises `GameMovedOn` where the first was another seat's or in another game, which is nothing
        to show here.
        """
        if not is_of(already.choice, game, seat):
            raise GameMovedOn() from None
        return await self.accepted_again(game, already.choice)

    async def note_rest(self, game: OpenGame) -> None:
        """Remember where the game rests before it goes on, or rested last, if it is not known."""
        position = game.position
        if position.rest is not None:
            return
        if not can_play_on(game):
            position.rest = position.stage()
        elif not position.is_rest_sought:
            position.is_rest_sought = True
            position.rest = await self.open_games.store.read(
                lambda tx: last_rest(tx, game.row, game.seats, position)
            )

    async def record(
        self,
        game: OpenGame,
        step: Step[Any],
        interaction: str | None,
        answered: Answered | None = None,
        *,
        say: Say | None = None,
        also: Also | None = None,
    ) -> Accepted:
        """Write down what was just played: entry, state, clocks and announcements, all or nothing.

        Nothing was `answered` where a choice was taken back. `also` writes what belongs to the same
        transaction.
        """
        then = self._consequences(game, step, interaction, answered, say)
        try:
            recorded = await self.open_games.store.write(
                lambda tx: self._write(tx, game, then, also), game_id=game.row.id
            )
        except WrongStatus as wrong:
            raise NotPlaying(status=wrong.status) from None
        accepted = self._note_written(game, step, then, recorded)
        self._note_time(game, then.row)
        return accepted

    def _consequences(
        self,
        game: OpenGame,
        step: Step[Any],
        interaction: str | None,
        answered: Answered | None,
        say: Say | None,
    ) -> Consequences:
        """What follows from what was just played."""
        position = game.position
        entry, decision = position.journal.entries[-1], answered.decision if answered else None
        withdrawn: list[tuple[Kind, dict[str, int]]] = []
        if entry.by in BY_HAND and position.misses(entry.seat) > 1:
            withdrawn.append(("replace", {"seat": entry.seat}))
        if decision is not None and step.revealed:
            # Who agreed to an undo has not agreed to take this back as well.
            withdrawn.append(("undo", {}))
        elif entry.undoes:
            # What was asked about is gone: going back to before it would bring back what its
            # player took back even earlier, and take from others what they chose since.
            withdrawn.append(("undo", {"number": entry.undoes}))
        self._note_progress(game, entry.seat, entry.by, position.number, deadline_of(interaction))
        # A prepared choice is the player's own, too, but nobody is there to see what follows.
        present = entry.seat if entry.by == "player" else None
        used = settled_by(game, decision, present) | kept_for_other_turns(game)
        asked_again = None
        if answered is not None:
            used.update(answered.used_prepared)
            asked_again = settled_and_asked_again(
                position, answered.decision, entry.value, answered.before
            )
        game.prepared = [each for each in game.prepared if each.id not in used]
        plan = clocks.plan(game, present, asked_again)
        # A question that is open again by a taking back was written to its player before.
        letter = answered is not None and not answered.stays
        messages = say(position.number, plan) if say is not None else []
        messages += deciding.after_choice(
            game, step.events, entry.seat, present, plan, letter=letter
        )
        row = LogEntry(
            game_id=game.row.id,
            number=position.number,
            turn=position.rules.turn(position.game.state),
            seat=entry.seat,
            decision=entry.decision,
            kind=decision.kind if decision is not None else "",
            value=entry.value,
            by=entry.by,
            undoes=entry.undoes,
            revealed=step.revealed or entry.by == "undo",
            secret=decision is not None and decision.secret,
            interaction_id=interaction,
            draws=[list(draw) for draw in entry.draws],
            events=stored_events(step.events),
            prev_hash=entry.prev_hash,
            hash=position.journal.head,
            state_hash=entry.state_hash,
            at=game.now,
        )
        return Consequences(
            row,
            position.encoded(),
            position.awaited(),
            decision,
            position.game.outcome(),
            plan,
            messages,
            used,
            tuple(withdrawn),
        )

    async def _write(
        self, tx: Transaction, game: OpenGame, then: Consequences, also: Also | None
    ) -> Recorded:
        """Write it down, all in one transaction."""
        plan, result = then.plan, then.result
        if also is not None:
            await also(tx)
        for kind, about in then.withdrawn:
            await withdraw(tx, game.row, kind, game.now, **about)
        recorded = await lifecycle.record_choice(
            tx,
            then.row,
            then.state,
            awaited=then.awaited,
            stop_clocks=[clock.id for clock in plan.stop],
            start_clocks=plan.start,
            say=then.messages,
            used_prepared=then.used,
            outcome=None if result is None else msgspec.to_builtins(result),
        )
        if result is None:
            await plan.write_settings(tx)
        return recorded

    def _note_written(
        self, game: OpenGame, step: Step[Any], then: Consequences, recorded: Recorded
    ) -> Accepted:
        """Bring what is in memory up to what is in the store."""
        position, row, decision = game.position, then.row, then.decision
        self._note_rows(game, row, then.plan, recorded.clocks, then.result is not None)
        deciding.note_posted(game, then.messages, recorded.messages)
        accepted = Accepted(self.open_games, game, row, decision, step)
        if decision is not None:
            shown = step.events if step.revealed else None
            words = accepted.words if position.is_latest_to_take_back(row.number) else ""
            position.note_choice(row.number, accepted.seat, words, shown)
        return accepted

    def _note_time(self, game: OpenGame, row: LogEntry) -> None:
        took = perf_counter() - game.opened
        assert row.by != "host"
        for call in self.open_games.when_chosen:
            call(row.by, took)
        # Never what was chosen: it may be a secret.
        log.info(
            "choice game=%s number=%d seat=%d kind=%s by=%s ms=%.1f",
            game.row.code,
            row.number,
            row.seat,
            row.kind or "taking_back",
            row.by,
            took * 1000,
        )
        game.opened = perf_counter()

    def _note_progress(self, game: OpenGame, seat: int, by: By, number: int, deadline: str) -> None:
        position = game.position
        if by == "undo":
            position.since = dict.fromkeys(range(len(game.seats)), number)
        position.since[seat] = number
        if by in BY_HAND:
            position.by_hand[seat] = number
        if by not in ("ai", "clock"):
            position.lapses[seat] = 0
        elif by == "clock" and position.latest_deadline.get(seat) != deadline:
            position.lapses[seat] = position.lapses.get(seat, 0) + 1
            position.latest_deadline[seat] = deadline

    def _note_rows(
        self,
        game: OpenGame,
        row: LogEntry,
        plan: clocks.ClockPlan,
        started: tuple[int, ...],
        finished: bool,
    ) -> None:
        game.row = msgspec.structs.replace(
            game.row,
            choice_count=row.number,
            head_hash=row.hash,
            state_hash=row.state_hash,
            status="finished" if finished else game.row.status,
        )
        game.position.written()
        gone = {clock.id for clock in plan.stop}
        reset = {each.clock.id: each for each in plan.reset}
        kept = [
            msgspec.structs.replace(
                clock, due_at=reset[clock.id].due_at, remind_at=reset[clock.id].remind_at
            )
            if clock.id in reset
            else clock
            for clock in game.clocks
            if clock.id not in gone
        ]
        kept += [
            msgspec.structs.replace(new, id=number, game_id=row.game_id)
            for number, new in zip(started, plan.start, strict=True)
        ]
        game.clocks = [] if finished else kept
        if finished:
            # Its row says more now: when it ended, and how.
            game.version = None
        self.open_games.written(game)
        if can_play_on(game):
            self.open_games.note_playable(game.row.id)
        for clock in game.clocks:
            self.open_games.note_due(min(clock.due_at, clock.remind_at or clock.due_at))

    async def repeated(self, game: OpenGame, seat: int, interaction: str) -> Accepted | None:
        """A click that was accepted before, or None."""
        before = await self.open_games.store.read(
            lambda tx: choices.by_interaction(tx, interaction)
        )
        if before is None or not is_of(before, game, seat):
            return None
        return await self.accepted_again(game, before)

    async def all_repeated(self, game: OpenGame, seat: int, interaction: str) -> list[Receipt]:
        """The receipts of a click that was several choices, as far as it was carried out before."""
        receipts: list[Receipt] = []
        while True:
            click = f"{interaction}:{len(receipts)}"
            before = await self.repeated(game, seat, click)
            if before is None:
                return receipts
            receipts.append(before.receipt)

    async def accepted_again(self, game: OpenGame, row: LogEntry) -> Accepted:
        """What was accepted before, from the log."""
        rules = game.position.rules
        decision = None
        if not row.undoes:
            state = await self.open_games.store.read(
                lambda tx: state_after(tx, rules, game.row, row.number - 1)
            )
            decision = rules.decision(state, choice_of(row))
        step: Step[Any] = Step(None, tuple(read_events(rules, row)), (), row.revealed)
        return Accepted(self.open_games, game, row, decision, step, repeated=True)


def one_of_several(
    receipt: Receipt, voice: Voice, decision: Decision, value: Any, *, follows: bool = False
) -> Receipt:
    """The receipt of a choice among several that were made by one press."""
    if not voice.has_brief(decision.kind):
        return receipt
    brief = voice.brief(decision, value)
    return msgspec.structs.replace(receipt, brief=brief, follows=follows)


def is_of(entry: LogEntry, game: OpenGame, seat: int) -> bool:
    """Whether an entry is a seat's own in a game."""
    return (entry.game_id, entry.seat) == (game.row.id, seat)


def settled_by(game: OpenGame, decision: Decision | None, present: int | None) -> set[int]:
    """The prepared choices that were handed back and need no answer any more, now it is given.

    A damaged one goes with any answer: of what kind it was is not known for sure.
    """
    if decision is None or present is None:
        return set()
    back = [p for p in game.prepared if not p.is_waiting and p.seat == present]
    if not back:
        return set()
    voice = voice_of(game.catalog, game.names)
    return {
        p.id for p in back if p.kind == decision.kind or stored_sentence(p.returned, voice) is None
    }


def kept_for_other_turns(game: OpenGame) -> set[int]:
    """The prepared choices for one turn of the game that is not the present one."""
    if all(each.turn is None for each in game.prepared):
        return set()
    turn = game.position.rules.turn(game.position.game.state)
    return {each.id for each in game.prepared if each.turn not in (None, turn)}


def settled_and_asked_again(
    position: Position, answered: Decision, value: Any, before: Snapshot
) -> clocks.Key | None:
    """The question that was answered, if it was settled and the seat is asked the next like it."""
    key = answered.seat, answered.id
    if not any(each.blocking and (each.seat, each.id) == key for each in position.pending()):
        return None
    if value == answered.default:
        return key
    # Only its default settles what is asked again after each answer.
    settled = not answered.again and before.asks_again(answered)
    return key if settled else None
