"""Loads a game from the store, as it is now: its state, its journal, what was posted last."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bot.service.announcing.announcements import (
    AwaitedEdit,
    Began,
    News,
    PhasePost,
    SecretAsk,
    StillThere,
    YourTurn,
    announcement,
)
from bot.service.game.events import read_events
from bot.service.game.position import (
    BY_HAND,
    Position,
    Post,
    Stage,
    UndoGone,
    deadline_of,
    why_sealed,
)
from bot.service.game.states import (
    carry_out,
    choice_of,
    draws_of,
    engine_table,
    must_be_as_agreed,
    rules_of,
    sound_entry,
    state_after,
)
from bot.service.game.voices import game_catalog
from bot.store import Transaction, choices, games, outbox, seats
from bot.store.choices import SETUP, By, LogEntry, Outline
from bot.store.errors import BrokenChain
from bot.store.games import GameRow
from bot.store.seats import Seat
from engine.core.game import OWN_HAND, Game, Journal, Setup
from engine.core.messages import Voice
from engine.core.messages.digest import losers
from engine.core.ruleset import Ruleset, Step
from engine.core.taking_back import (
    Retractable,
    after_choice,
    closes_all,
    from_first_open,
)
from engine.notation.phrases import Phrases

BY_ITSELF: frozenset[By] = frozenset({"ai", "orders"})
"""Who makes choices while nobody is awaited."""
MEMORY = 200
"""How many of the latest entries are looked at: for what can be taken back, and who was absent."""


async def position(tx: Transaction, row: GameRow, seated: Sequence[Seat]) -> Position:
    """The engine's side of a game that has begun; raises `BrokenChain` if it does not fit."""
    rules = rules_of(row)
    await must_be_latest(tx, row)
    assert row.head_hash is not None and row.state_hash is not None
    table, seed = await engine_table(tx, row, seated), await games.server_seed(tx, row.id)
    await must_be_as_agreed(tx, row, table, seed)
    state = await state_after(tx, rules, row, row.choice_count)
    journal = Journal.resume(
        table, Setup((), row.state_hash), row.head_hash, row.state_hash, skipped=row.choice_count
    )
    recent = await choices.outlines(tx, row.id, after=max(SETUP, row.choice_count - MEMORY))
    must_be_whole(row, recent)
    journal.run = await retractable(tx, rules, row, recent)
    engine_game = Game.resume(table, seed, state, journal)
    latest = await since(tx, row.id, len(seated), recent)
    found = Position(engine_game, latest, absences(recent), len(rules.encode(state)))
    found.by_hand = by_hand(recent)
    found.latest_deadline = {
        each.seat: deadline_of(each.interaction_id)
        for each in recent
        if each.seat is not None and each.by == "clock"
    }
    part = rules.turn(state), rules.step(state)
    found.post = await latest_post(tx, rules, row, seated, part)
    phrases = Phrases(row.ruleset, [seat.name for seat in seated], row.language)
    for each in journal.run:
        if not each.open:
            continue
        decision = rules.decision(each.before, each.choice)
        found.words[each.number] = phrases.name(decision, each.choice.value)
    found.sealed = await sealed(tx, rules, row.id, recent)
    return found


async def last_rest(
    tx: Transaction, row: GameRow, seated: Sequence[Seat], position: Position
) -> Stage | None:
    """Where a game last came to rest that goes on by itself now; None if it never did.

    It was read from the store in the middle of what AI players and prepared choices do: what they
    have come to is announced as if nobody had been interrupted.
    """
    recent = await choices.outlines(tx, row.id, after=max(SETUP, row.choice_count - MEMORY))
    number = max((each.number for each in recent if each.by not in BY_ITSELF), default=-1)
    try:
        if number > SETUP and not await awaited_people(tx, row, seated, position, number):
            # It rested before that choice, and has gone on since.
            number -= 1
        number = max(number, await last_call(tx, row.id))
        if number < SETUP:
            return None
        state = await state_after(tx, position.rules, row, number)
    except BrokenChain:
        # The game can go on all the same.
        return None
    until = [each for each in recent if each.number <= number]
    return position.stage_then(state, latest_of(until, position.since))


async def awaited_people(
    tx: Transaction, row: GameRow, seated: Sequence[Seat], position: Position, number: int
) -> bool:
    """Whether people alone were awaited after an entry: some may have left their seats since."""
    entry = await sound_entry(tx, row.id, number)
    kinds = {each.seat: each.kind for each in seated}
    for change in reversed(await seats.history(tx, row.id)):
        if change.at >= entry.at:
            kinds[change.seat] = change.from_kind
    state = await state_after(tx, position.rules, row, number)
    awaited = [each.seat for each in position.rules.pending(state) if each.blocking]
    return all(kinds[seat] == "human" for seat in awaited)


async def last_call(tx: Transaction, game_id: int) -> int:
    """The number of the latest entry after which a post was made or someone called; -1 if none."""
    post = await outbox.latest(tx, game_id, PhasePost.kind())
    if post is None:
        return -1
    calls = await outbox.after(tx, post, YourTurn.kind(), SecretAsk.kind())
    said = [announcement(each) for each in (post, *calls)]
    return max(each.number for each in said if isinstance(each, PhasePost | YourTurn | SecretAsk))


def latest_of(entries: Iterable[Outline], seats_known: Iterable[int]) -> dict[int, int]:
    """The number of each seat's latest one among entries; an undo by consent is everybody's."""
    found: dict[int, int] = {}
    for entry in entries:
        seats_meant = seats_known if entry.by == "undo" else (entry.seat,)
        found.update((seat, entry.number) for seat in seats_meant if seat is not None)
    return found


async def must_be_latest(tx: Transaction, row: GameRow) -> None:
    """Raise `BrokenChain` unless the game's row names the latest entry of its log."""
    latest = await choices.before(tx, row.id, choices.NEVER, 1)
    if not latest or latest[0].number != row.choice_count:
        raise BrokenChain(row.id, row.choice_count, "it is not the latest entry of the log")
    if (latest[0].hash, latest[0].state_hash) != (row.head_hash, row.state_hash):
        raise BrokenChain(row.id, row.choice_count, "the game's row names another entry")


def must_be_whole(row: GameRow, recent: Sequence[Outline]) -> None:
    """Raise `BrokenChain` if one of the latest entries is missing."""
    numbers = [each.number for each in recent]
    expected = range(row.choice_count - len(recent) + 1, row.choice_count + 1)
    if len(recent) < min(MEMORY, row.choice_count) or numbers != list(expected):
        raise BrokenChain(row.id, row.choice_count, "entries before it are missing")


async def sealed(
    tx: Transaction, rules: Ruleset[Any], game_id: int, recent: Sequence[Outline]
) -> dict[int, UndoGone]:
    """Why the latest choices of seats cannot be taken back, where they brought it about."""
    latest = {each.seat: each for each in recent if not each.undoes}
    found: dict[int, UndoGone] = {}
    for seat, outline in latest.items():
        if seat is not None and outline.revealed:
            entry = await choices.get(tx, game_id, outline.number)
            assert entry is not None
            found[seat] = why_sealed(seat, read_events(rules, entry))
    return found


async def retractable(
    tx: Transaction, rules: Ruleset[Any], row: GameRow, recent: Sequence[Outline]
) -> list[Retractable]:
    """The choices that their seats may still take back, found as the engine's journal does."""
    run: list[Retractable] = []
    undone: set[int] = set()
    entries = await entries_of_run(tx, rules, row.id, recent)
    for entry in entries.values():
        if entry.undoes:
            undone.add(entry.undoes)
            run = from_first_open([each for each in run if each.number != entry.undoes])
        else:
            run = after_choice(
                run, Retractable(entry.number, choice_of(entry), None, step_of(rules, entry))
            )
    if not run:
        return []
    before = run[0].number - 1
    try:
        without = {each for each in undone if each <= before}
        state = await state_after(tx, rules, row, before, without)
    except BrokenChain:
        # The game can go on all the same.
        return []
    found: list[Retractable] = []
    for each in run:
        found.append(each._replace(before=rules.copy(state)))
        carry_out(rules, state, entries[each.number])
    return found


async def entries_of_run(
    tx: Transaction, rules: Ruleset[Any], game_id: int, recent: Sequence[Outline]
) -> dict[int, LogEntry]:
    """The latest entries by their numbers, up to where nothing before them can be taken back."""
    found: list[LogEntry] = []
    for outline in reversed(recent):
        if outline.by not in OWN_HAND:
            break
        entry = await sound_entry(tx, game_id, outline.number)
        if closes_all(step_of(rules, entry)):
            break
        found.append(entry)
    return {entry.number: entry for entry in reversed(found)}


def step_of(rules: Ruleset[Any], entry: LogEntry) -> Step[Any]:
    """What an entry brought about, without the state after it."""
    return Step(None, tuple(read_events(rules, entry)), draws_of(entry), entry.revealed)


async def since(
    tx: Transaction, game_id: int, seated: int, recent: Sequence[Outline]
) -> dict[int, int]:
    """The latest entry of each seat; an undo by consent is everybody's."""
    found = await choices.latest_by_seat(tx, game_id)
    undone = max((entry.number for entry in recent if entry.by == "undo"), default=0)
    return {seat: max(found.get(seat, 0), undone) for seat in range(seated)}


def absences(recent: Sequence[Outline]) -> dict[int, int]:
    """How many deadlines each seat has missed in a row, up to now."""
    found: dict[int, int] = {}
    before: dict[int, str] = {}
    for entry in recent:
        if entry.seat is None:
            continue
        if entry.by != "clock":
            # What a stand-in does in between neither is a deadline nor ends their row.
            if entry.by != "ai":
                found[entry.seat] = 0
            continue
        deadline = deadline_of(entry.interaction_id)
        if before.get(entry.seat) != deadline:
            found[entry.seat] = found.get(entry.seat, 0) + 1
        before[entry.seat] = deadline
    return found


def by_hand(recent: Iterable[Outline]) -> dict[int, int]:
    """The latest entry that each seat's player made."""
    return {
        entry.seat: entry.number
        for entry in recent
        if entry.seat is not None and entry.by in BY_HAND
    }


async def latest_post(
    tx: Transaction,
    rules: Ruleset[Any],
    row: GameRow,
    seated: Sequence[Seat],
    part: tuple[int, str],
) -> Post:
    """The latest phase post, what it says by now, and who was called since.

    Where there is none, because no channel hosts the game, all is posted, the `part` of the turn
    that the game is in too.
    """
    message = await outbox.latest(tx, row.id, PhasePost.kind(), Began.kind())
    if message is None:
        return Post(number=row.choice_count, part=part, told=row.choice_count)
    said = announcement(message)
    if not isinstance(said, PhasePost):
        return Post()
    post = Post(
        since=said.since,
        number=said.number,
        message=message.id,
        notify=said.notify,
        called=frozenset({*said.ping, *said.notify}),
        calls=said.beside,
        part=(said.turn, said.step),
        told=said.number,
        waiting=said.waiting,
    )
    informed: dict[int, int] = {}
    calls = (YourTurn, SecretAsk, StillThere, News)
    kinds = (*(each.kind() for each in calls), AwaitedEdit.kind())
    for each in await outbox.after(tx, message, *kinds):
        later = announcement(each)
        if isinstance(later, AwaitedEdit):
            post = post._replace(told=later.number, waiting=later.waiting, edit_at=each.due_at)
            continue
        assert isinstance(later, calls)
        seats_called = later.seats if isinstance(later, YourTurn) else (later.seat,)
        if not isinstance(later, News):
            informed |= dict.fromkeys(seats_called, later.number)
        if each.user_id is None:
            post = post.after_call(seats_called)
    voice = Voice(game_catalog(row.ruleset, row.language), [seat.name for seat in seated])
    lost, is_behind = set[int](), False
    for entry in await choices.of_game(tx, row.id, after=said.number):
        events = read_events(rules, entry)
        is_behind |= entry.number > post.told and any(each.audience is None for each in events)
        found = losers(events, voice)
        lost |= {seat for seat in found if informed.get(seat, -1) < entry.number}
    return post._replace(losers=frozenset(lost), is_behind=is_behind)
