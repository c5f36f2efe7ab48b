"""The states of a game from its log: kept ones that are sound, and what was chosen since."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from typing import Any

from bot.store import Transaction, choices, seats
from bot.store.choices import SETUP, LogEntry
from bot.store.errors import BrokenChain
from bot.store.games import GameRow
from bot.store.seats import Seat
from engine.core.decision import Choice
from engine.core.dice import Draw, RecordedDice, commitment
from engine.core.errors import HeraldError, UnknownRuleset
from engine.core.game import CONSENT, Entry, Setup, Table, fingerprint
from engine.core.registry import ruleset
from engine.core.ruleset import Ruleset

log = logging.getLogger("herald.service")


def rules_of(row: GameRow) -> Ruleset[Any]:
    """The rules a game is played by; raises `BrokenChain` if its row names none."""
    try:
        return ruleset(row.ruleset)
    except UnknownRuleset as unknown:
        raise BrokenChain(row.id, SETUP, str(unknown)[:200]) from None


async def state_after(
    tx: Transaction,
    rules: Ruleset[Any],
    row: GameRow,
    number: int,
    without: Collection[int] = (),
) -> Any:
    """The state after an entry: the nearest sound one before it, and what was chosen since.

    `without` are entries up to it that are left out, as their seats took them back later. Raises
    `BrokenChain` if the log does not lead to the state that the entry names.
    """
    kept, at = set(await choices.kept_states(tx, row.id)), number
    chosen: list[LogEntry] = []
    left_out = set(without)
    state: Any = None
    while state is None:
        if at in kept and not left_out:
            # Else it has what is left out in it.
            state = await kept_state(tx, rules, row.id, at)
        if state is None and at == SETUP:
            state = await set_up_again(tx, rules, row)
        elif state is None:
            entry = await sound_entry(tx, row.id, at)
            if entry.by == CONSENT:
                at = entry.undoes
            elif entry.undoes:
                left_out.add(entry.undoes)
            elif at in left_out:
                left_out.remove(at)
            else:
                chosen.append(entry)
            at -= 1
    for entry in reversed(chosen):
        carry_out(rules, state, entry)
    if at != number and not without and row.ruleset_version == rules.version:
        # States that an older version began had another shape, and so another fingerprint.
        await must_be_state_after(tx, rules, row, number, state)
    return state


async def kept_state(tx: Transaction, rules: Ruleset[Any], game_id: int, number: int) -> Any:
    """The state that is kept after an entry; None if there is none, or not the one it names."""
    kept = await choices.snapshot(tx, game_id, number)
    if kept is None or kept.number != number:
        return None
    entry = await choices.get(tx, game_id, number)
    if entry is None or rules.hash_of(kept.state) != entry.state_hash:
        log.error("game=%s the state after entry %s is damaged and not used", game_id, number)
        return None
    return rules.decode(kept.state)


async def set_up_again(tx: Transaction, rules: Ruleset[Any], row: GameRow) -> Any:
    """The state after the set-up, made again from what was agreed and drawn."""
    first = await choices.get(tx, row.id, SETUP)
    if first is None:
        raise BrokenChain(row.id, SETUP, "the set-up is missing")
    seated = len(await seats.of_game(tx, row.id))
    dice = RecordedDice(draws_of(first), "set-up")
    try:
        opening = rules.start(seated, row.options, dice, row.ruleset_version)
    except HeraldError:
        raise BrokenChain(row.id, SETUP, "it cannot be set up again") from None
    if row.ruleset_version == rules.version:
        await must_be_state_after(tx, rules, row, SETUP, opening.state)
    return opening.state


async def must_be_as_agreed(
    tx: Transaction, row: GameRow, agreed: Table, server_seed: bytes
) -> None:
    """Raise `BrokenChain` unless all that the dice depend on is as it was when the game began.

    Names are, too, but for those that were replaced since.
    """
    first = await choices.get(tx, row.id, SETUP)
    if first is None:
        raise BrokenChain(row.id, SETUP, "the set-up is missing")
    if agreed_hash(agreed, first) != (row.agreed_hash or first.hash):
        raise BrokenChain(row.id, SETUP, "what was agreed was changed")
    if commitment(server_seed) != row.commitment:
        raise BrokenChain(row.id, SETUP, "the server's seed was changed")


def agreed_hash(agreed: Table, first: LogEntry) -> str:
    """The fingerprint of what was agreed, and of the set-up that is the log's first entry."""
    return fingerprint(agreed, Setup(draws_of(first), first.state_hash))


async def sound_entry(tx: Transaction, game_id: int, number: int) -> LogEntry:
    """An entry whose content is as it was written; raises `BrokenChain`."""
    entry = await choices.get(tx, game_id, number)
    if entry is None:
        raise BrokenChain(game_id, number, "the entry is missing")
    if not has_its_hash(entry) or not 0 <= entry.undoes <= number:
        raise BrokenChain(game_id, number, "the entry was changed")
    return entry


def must_be_as_written(entry: LogEntry) -> None:
    """Raise `BrokenChain` unless all of an entry is as it was written, its events as well.

    What the set-up's hash covers is checked when its game is loaded.
    """
    if not entry.is_as_written():
        raise BrokenChain(entry.game_id, entry.number, "the entry was changed")


def has_its_hash(entry: LogEntry) -> bool:
    """Whether an entry's hash is that of its content; that of the set-up covers the table too."""
    return entry.number == SETUP or fingerprint(engine_entry(entry)) == entry.hash


def carry_out(rules: Ruleset[Any], state: Any, entry: LogEntry) -> None:
    """Carry out a sound entry in a state; raises `BrokenChain` if it does not fit."""
    choice = choice_of(entry)
    dice = RecordedDice(draws_of(entry), f"entry {entry.number}")
    try:
        rules.carry_out(state, rules.decision(state, choice), choice.value, dice)
    except HeraldError:
        # What hinders it may be secret.
        problem = "it does not follow from those before"
        raise BrokenChain(entry.game_id, entry.number, problem) from None


async def must_be_state_after(
    tx: Transaction, rules: Ruleset[Any], row: GameRow, number: int, state: Any
) -> None:
    """Raise `BrokenChain` unless a state is the one that an entry names."""
    entry = await choices.get(tx, row.id, number)
    if entry is None or rules.hash(state) != entry.state_hash:
        raise BrokenChain(row.id, number, "the log leads to another state")


async def engine_table(tx: Transaction, row: GameRow, seated: Sequence[Seat]) -> Table:
    """What was agreed before the first draw: the names are those of the start.

    Raises `BrokenChain` when a seat that was passed on is not there.
    """
    names = [seat.name for seat in seated]
    for change in reversed(await seats.history(tx, row.id)):
        if not 0 <= change.seat < len(names):
            raise BrokenChain(row.id, SETUP, "a seat is missing")
        names[change.seat] = change.from_name
    return Table(
        ruleset=row.ruleset,
        ruleset_version=row.ruleset_version,
        options=row.options,
        names=tuple(names),
        commitment=row.commitment,
        player_seeds=tuple(seat.player_seed.hex() for seat in seated),
    )


def choice_of(entry: LogEntry) -> Choice:
    """The choice that an entry of the log holds."""
    return Choice(seat_of(entry), entry.decision, entry.value)


def engine_entry(entry: LogEntry) -> Entry:
    """An entry of the log as the engine's record has it."""
    assert entry.by != "host"
    return Entry(
        seat=seat_of(entry),
        by=entry.by,
        decision=entry.decision,
        value=entry.value,
        draws=draws_of(entry),
        undoes=entry.undoes,
        prev_hash=entry.prev_hash,
        state_hash=entry.state_hash,
    )


def seat_of(entry: LogEntry) -> int:
    """The seat that an entry is of; the set-up alone has none. Raises `BrokenChain`."""
    if entry.seat is None:
        raise BrokenChain(entry.game_id, entry.number, "it names no seat")
    return entry.seat


def draws_of(entry: LogEntry) -> tuple[Draw, ...]:
    """What was drawn in an entry; raises `BrokenChain`."""
    try:
        return tuple(map(Draw._make, entry.draws))
    except TypeError:
        raise BrokenChain(entry.game_id, entry.number, "its draws cannot be read") from None
