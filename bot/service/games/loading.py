"""Loads a game from the store, as it is now or as it was, from a snapshot and the log."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from typing import Any

from bot.service.announcing.announcements import (
    Began,
    News,
    PhasePost,
    SecretAsk,
    YourTurn,
    announcement,
)
from bot.service.games.events import read_events
from bot.service.games.position import Position, Post, UndoGone, why_sealed
from bot.service.voices import game_catalog
from bot.store import Transaction, choices, games, outbox, seats
from bot.store.choices import SETUP, LogEntry, Outline, StoredState
from bot.store.errors import BrokenChain
from bot.store.games import GameRow
from bot.store.seats import Seat
from engine.core.decision import Choice
from engine.core.dice import Draw, RecordedDice
from engine.core.errors import IllegalChoice
from engine.core.game import OWN_HAND, Entry, Game, Journal, Retractable, Setup, Table
from engine.core.messages import Voice
from engine.core.messages.digest import losers
from engine.core.registry import ruleset
from engine.core.ruleset import Ruleset, Step
from engine.notation.phrases import Phrases

log = logging.getLogger("herald.service")

MEMORY = 200
"""How many of the latest entries are looked at: for what can be taken back, and who was absent."""


async def position(tx: Transaction, row: GameRow, seated: Sequence[Seat]) -> Position:
    """The engine's side of a game that has begun; raises `BrokenChain` if it does not fit."""
    rules = ruleset(row.ruleset)
    kept = await choices.snapshot(tx, row.id)
    if kept is None or kept.number != row.choice_count or not is_sound(rules, row, kept):
        state = await rebuilt(tx, rules, row)
    else:
        state = rules.decode(kept.state)
    assert row.head_hash is not None and row.state_hash is not None
    table = await engine_table(tx, row, seated)
    journal = Journal.resume(
        table, Setup((), row.state_hash), row.head_hash, row.state_hash, skipped=row.choice_count
    )
    recent = await choices.outlines(tx, row.id, after=max(SETUP, row.choice_count - MEMORY))
    run = await retractable(tx, rules, row.id, recent)
    journal.run = [each for each, _ in run]
    engine_game = Game.resume(table, await games.server_seed(tx, row.id), state, journal)
    latest = await since(tx, row.id, len(seated), recent)
    found = Position(engine_game, latest, absences(recent), len(rules.encode(state)))
    found.post = await latest_post(tx, rules, row, seated)
    phrases = Phrases(row.ruleset, [seat.name for seat in seated], row.language)
    for each, choice in run:
        decision = rules.decision(each.before, choice)
        found.words[each.number] = phrases.name(decision, choice.value)
    found.sealed = await sealed(tx, rules, row.id, recent)
    return found


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
            found[seat] = why_sealed(seat, read_events(rules, entry.events))
    return found


def is_sound(rules: Ruleset[Any], row: GameRow, kept: StoredState) -> bool:
    """Whether a stored state is the one that the game's row names."""
    return rules.hash_of(kept.state) == row.state_hash


async def rebuilt(tx: Transaction, rules: Ruleset[Any], row: GameRow) -> Any:
    """The latest state, made again from the log because the stored one is damaged or gone.

    Raises `BrokenChain` if the log does not lead to the state that the game's row names.
    """
    log.error("game=%s the stored state is damaged; it is made again from the log", row.code)
    sound: set[int] = set()
    for number in await choices.kept_states(tx, row.id):
        entry = await choices.get(tx, row.id, number)
        state = await choices.snapshot(tx, row.id, number)
        if entry and state and rules.hash_of(state.state) == entry.state_hash:
            sound.add(number)
    try:
        found = await state_after(tx, rules, row.id, row.choice_count, sound)
    except IllegalChoice as illegal:
        raise BrokenChain(row.id, row.choice_count, f"the log breaks off: {illegal}") from None
    if rules.hash(found) != row.state_hash:
        raise BrokenChain(row.id, row.choice_count, "the latest state has another hash")
    return found


async def engine_table(tx: Transaction, row: GameRow, seated: Sequence[Seat]) -> Table:
    """What was agreed before the first draw: the names are those of the start."""
    names = [seat.name for seat in seated]
    for change in reversed(await seats.history(tx, row.id)):
        names[change.seat] = change.from_name
    return Table(
        ruleset=row.ruleset,
        ruleset_version=row.ruleset_version,
        options=row.options,
        names=tuple(names),
        commitment=row.commitment,
        player_seeds=tuple(seat.player_seed.hex() for seat in seated),
    )


async def retractable(
    tx: Transaction, rules: Ruleset[Any], game_id: int, recent: Sequence[Outline]
) -> list[tuple[Retractable, Choice]]:
    """The choices that their seat may still take back, found as the engine's journal does."""
    run: list[Outline] = []
    for outline in recent:
        if outline.undoes and outline.by != "undo":
            run = [each for each in run if each.number != outline.undoes]
        elif outline.revealed or outline.by not in OWN_HAND:
            run.clear()
        else:
            if run and run[-1].seat != outline.seat:
                run.clear()
            run.append(outline)
    found: list[tuple[Retractable, Choice]] = []
    for outline in reversed(run):
        kept = await choices.snapshot(tx, game_id, outline.number - 1)
        entry = await choices.get(tx, game_id, outline.number)
        if kept is None or kept.number != outline.number - 1 or entry is None:
            break
        step: Step[Any] = Step(None, tuple(read_events(rules, entry.events)), (), False)
        assert entry.seat is not None
        before = Retractable(entry.number, entry.seat, rules.decode(kept.state), step)
        found.append((before, choice_of(entry)))
    return found[::-1]


async def since(
    tx: Transaction, game_id: int, seated: int, recent: Sequence[Outline]
) -> dict[int, int]:
    """The latest entry of each seat; an undo by consent is everybody's."""
    found = await choices.latest_by_seat(tx, game_id)
    undone = max((entry.number for entry in recent if entry.by == "undo"), default=0)
    return {seat: max(found.get(seat, 0), undone) for seat in range(seated)}


def absences(recent: Sequence[Outline]) -> dict[int, int]:
    """How often in a row, up to now, the clock chose for each seat."""
    found: dict[int, int] = {}
    for entry in recent:
        if entry.seat is not None:
            found[entry.seat] = found.get(entry.seat, 0) + 1 if entry.by == "clock" else 0
    return found


async def latest_post(
    tx: Transaction, rules: Ruleset[Any], row: GameRow, seated: Sequence[Seat]
) -> Post:
    """The latest phase post, and who was called since. A forgotten one counts as all posted."""
    message = await outbox.latest(tx, row.id, PhasePost.kind(), Began.kind())
    if message is None:
        return Post(row.choice_count, row.choice_count)
    said = announcement(message)
    if not isinstance(said, PhasePost):
        return Post()
    called = frozenset({*said.ping, *said.notify})
    post = Post(said.since, said.number, message.id, said.notify, called, said.beside)
    informed: dict[int, int] = {}
    kinds = (YourTurn.kind(), SecretAsk.kind(), News.kind())
    for each in await outbox.after(tx, message, *kinds):
        call = announcement(each)
        assert isinstance(call, YourTurn | SecretAsk | News)
        seats_called = call.seats if isinstance(call, YourTurn) else (call.seat,)
        if not isinstance(call, News):
            informed |= dict.fromkeys(seats_called, call.number)
        if each.user_id is None:
            post = post.after_call(seats_called)
    voice = Voice(game_catalog(row.ruleset, row.language), [seat.name for seat in seated])
    lost: set[int] = set()
    for entry in await choices.of_game(tx, row.id, after=said.number):
        found = losers(read_events(rules, entry.events), voice)
        lost |= {seat for seat in found if informed.get(seat, -1) < entry.number}
    return post._replace(losers=frozenset(lost))


async def state_after(
    tx: Transaction,
    rules: Ruleset[Any],
    game_id: int,
    number: int,
    sound: Collection[int] | None = None,
) -> Any:
    """The state after an entry: the nearest kept one before it, and what was chosen since.

    With `sound`, only states of these numbers are relied on.
    """
    kept = set(await choices.kept_states(tx, game_id)) if sound is None else set(sound)
    chosen: list[LogEntry] = []
    while number not in kept:
        entry = await choices.get(tx, game_id, number)
        if entry is None:
            raise BrokenChain(game_id, number, "the entry is missing")
        if entry.undoes:
            number = entry.undoes - 1
        else:
            chosen.append(entry)
            number -= 1
    snapshot = await choices.snapshot(tx, game_id, number)
    assert snapshot is not None
    state = rules.decode(snapshot.state)
    for entry in reversed(chosen):
        choice = choice_of(entry)
        dice = RecordedDice(map(Draw._make, entry.draws), f"entry {entry.number}")
        rules.carry_out(state, rules.decision(state, choice), choice.value, dice)
    return state


def choice_of(entry: LogEntry) -> Choice:
    """The choice that an entry of the log holds."""
    assert entry.seat is not None
    return Choice(entry.seat, entry.decision, entry.value)


def engine_entry(entry: LogEntry) -> Entry:
    """An entry of the log as the engine's record has it."""
    assert entry.seat is not None and entry.by != "host"
    return Entry(
        seat=entry.seat,
        by=entry.by,
        decision=entry.decision,
        value=entry.value,
        draws=tuple(map(Draw._make, entry.draws)),
        undoes=entry.undoes,
        prev_hash=entry.prev_hash,
        state_hash=entry.state_hash,
    )
