"""A game that was stored goes on as if it had never been put away."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.decision import Choice
from engine.core.errors import BadRecord, IllegalChoice
from engine.core.events import TakenBack
from engine.core.game import Entry, Game, Journal
from engine.core.record import Record, record_of, replay, verify


def a_game(turns: int = 1) -> Game:
    return Game.new("standard", ("Angela", "Brad"), {"turn_limit": turns}, b"server", (b"a", b"b"))


def journal(game: Game) -> Journal:
    assert game.journal is not None
    return game.journal


def play_default(game: Game) -> int:
    decision = next(decision for decision in game.pending() if decision.blocking)
    game.play(Choice(decision.seat, decision.id, decision.default))
    return decision.seat


def play_to_the_end(game: Game) -> Record:
    while game.outcome() is None:
        play_default(game)
    record = record_of(game)
    assert isinstance(record, Record)
    return record


def stored(game: Game) -> Game:
    """The game from its bytes, its latest entries left in the store."""
    log = journal(game)
    resumed = Journal.resume(
        game.table, log.setup, log.head, log.state_hash, skipped=len(log.entries)
    )
    copy = game.rules.copy
    resumed.run = [each._replace(before=copy(each.before)) for each in log.run]
    state = game.rules.decode(game.rules.encode(game.state))
    return Game.resume(game.table, game.server_seed, state, resumed)


def test_a_resumed_game_writes_the_same_entries() -> None:
    game = a_game()
    play_default(game)
    other = stored(game)
    while game.outcome() is None:
        play_default(game)
        play_default(other)
        assert journal(game).entries[-1] == journal(other).entries[-1]
        assert journal(game).count == journal(other).count
    assert journal(game).head == journal(other).head


def test_4_7_a_choice_is_taken_back_after_the_game_was_stored() -> None:
    game = a_game()
    play_default(game)
    seat = play_default(game)
    other = stored(game)
    game.take_back(seat)
    other.take_back(seat)
    assert journal(game).entries[-1] == journal(other).entries[-1]
    assert game.rules.encode(game.state) == other.rules.encode(other.state)
    with pytest.raises(IllegalChoice):
        stored(other).take_back(1 - seat)


def rewound() -> tuple[Game, Any]:
    """A game in which entry 3 and what came after it were taken back by consent."""
    game = a_game()
    play_default(game)
    play_default(game)
    before = game.rules.copy(game.state)
    for _ in range(4):
        play_default(game)
    game.rewind(0, 3, game.rules.copy(before))
    return game, before


def test_4_7_by_consent_everything_is_as_it_was_and_the_log_says_so() -> None:
    game, before = rewound()
    assert game.rules.encode(game.state) == game.rules.encode(before)
    entry = journal(game).entries[-1]
    assert (entry.seat, entry.by, entry.undoes) == (0, "undo", 3)
    assert journal(game).disclosures[-1].event == TakenBack(0, consent=True)
    assert journal(game).disclosures[-1].audience is None
    with pytest.raises(IllegalChoice):
        game.take_back(0)


@pytest.mark.parametrize("number", [0, 8])
def test_4_7_only_what_was_chosen_is_taken_back_by_consent(number: int) -> None:
    game, before = rewound()
    with pytest.raises(IllegalChoice):
        game.rewind(0, number, before)


def test_4_7_nothing_is_taken_back_by_consent_when_the_game_is_over() -> None:
    game = a_game()
    before = game.rules.copy(game.state)
    play_to_the_end(game)
    with pytest.raises(IllegalChoice):
        game.rewind(0, 1, before)


def test_a_game_with_a_taking_back_by_consent_is_proved_and_replayed() -> None:
    game, _ = rewound()
    record = play_to_the_end(game)
    assert verify(record).outcome == game.outcome()
    *_, (_, last) = replay(record)
    assert game.rules.hash(last.state) == record.entries[-1].state_hash
    told = [step.events[0].event for entry, step in replay(record) if entry and entry.undoes]
    assert told == [TakenBack(0, consent=True)]


@pytest.mark.parametrize("undoes", [0, 2, 7, 9])
def test_a_taking_back_by_consent_of_something_else_is_refused(undoes: int) -> None:
    game, _ = rewound()
    record = play_to_the_end(game)
    entries = list(record.entries)
    old = entries[6]
    entries[6] = Entry(
        seat=old.seat,
        by=old.by,
        undoes=undoes,
        prev_hash=old.prev_hash,
        state_hash=old.state_hash,
    )
    changed = Record(
        table=record.table,
        server_seed=record.server_seed,
        setup=record.setup,
        entries=tuple(entries),
        outcome=record.outcome,
        seal=record.seal,
    )
    with pytest.raises(BadRecord) as refusal:
        verify(changed)
    assert refusal.value.where.startswith("entry 7")
