"""A game can be stored, copied, resumed between any two choices, and replayed from its record."""

from __future__ import annotations

from itertools import islice
from typing import Any

import msgspec

from engine.conformance.playouts import Playout, play_out
from engine.conformance.twins import census, twin_of
from engine.core.decision import Decision
from engine.core.dice import RecordedDice

AHEAD = 4
"""How many choices a resumed game is played on."""


def test_a_stored_state_comes_back_equal(game: Playout) -> None:
    rules = game.table.rules
    for moment in game.moments:
        stored = rules.encode(moment.state)
        back = rules.decode(stored)
        assert back == moment.state
        assert rules.encode(back) == stored
        assert rules.hash(back) == rules.hash(moment.state)


def test_a_view_and_events_come_back_from_a_file_with_nothing_lost(game: Playout) -> None:
    rules = game.table.rules
    for moment in game.moments:
        plain = msgspec.to_builtins(rules.view(moment.state, None))
        assert msgspec.to_builtins(msgspec.convert(plain, rules.view_type)) == plain
    for told in (each for entry in game.entries for each in entry.events):
        plain = msgspec.to_builtins(told.event)
        assert msgspec.to_builtins(rules.read_event(plain)) == plain


def test_a_copy_is_equal_and_another(game: Playout) -> None:
    rules = game.table.rules
    for moment in game.moments:
        copy = rules.copy(moment.state)
        assert copy is not moment.state
        assert copy == moment.state
        assert rules.encode(copy) == rules.encode(moment.state)


def test_a_resumed_game_goes_on_as_if_never_stopped(game: Playout) -> None:
    rules, dice = game.table.rules, game.table.dice()
    for moment in game.moments:
        stored = rules.decode(rules.encode(moment.state))
        copied = rules.copy(moment.state)
        for entry in game.entries[moment.number : moment.number + AHEAD]:
            stored = rules.apply(stored, entry.choice, dice).state
            rules.play(copied, entry.choice, dice)
            assert rules.hash(stored) == rules.hash(copied) == entry.hash


def test_a_stored_state_asks_the_same(game: Playout) -> None:
    rules = game.table.rules
    for moment in game.moments:
        again = rules.pending(rules.decode(rules.encode(moment.state)))
        assert [(d.seat, d.id, d.blocking, d.default, d.about) for d in again] == [
            (d.seat, d.id, d.blocking, d.default, d.about) for d in moment.pending
        ]


def test_what_a_step_hands_over_is_what_its_state_asks(game: Playout) -> None:
    rules, dice = game.table.rules, game.table.dice()
    for moment in game.moments:
        for entry in game.entries[moment.number : moment.number + 1]:
            step = rules.apply(moment.state, entry.choice, dice)
            if step.asked is not None:
                found = rules.asked(step.state)
                assert [shown(d) for d in step.asked] == [shown(d) for d in found]


def shown(decision: Decision) -> tuple[Any, ...]:
    """A decision and the answers it begins with, for comparing two of the same moment."""
    begins = tuple(islice(decision.grammar.enumerate(), 20))
    return decision.seat, decision.id, decision.blocking, decision.default, decision.about, begins


def test_playing_on_never_changes_an_older_state(game: Playout) -> None:
    rules, dice = game.table.rules, game.table.dice()
    for moment in game.moments:
        line = [moment.state]
        for entry in game.entries[moment.number : moment.number + AHEAD]:
            line.append(rules.apply(line[-1], entry.choice, dice).state)
        hashes = [rules.hash(state) for state in line]
        # The last one is owned by nobody else: play it in place, as far as the record goes.
        for entry in game.entries[moment.number + AHEAD : moment.number + 2 * AHEAD]:
            rules.play(line[-1], entry.choice, dice)
        assert [rules.hash(state) for state in line[:-1]] == hashes[:-1]


def test_asking_and_looking_change_nothing(game: Playout) -> None:
    rules = game.table.rules
    for moment in game.moments:
        before = rules.encode(moment.state)
        rules.pending(moment.state)
        for seat in (None, *range(moment.state.seats)):
            rules.view(moment.state, seat)
            twin_of(rules, moment.state, seat, game.table.rng("look"))
        rules.outcome(moment.state)
        census(rules, moment.state)
        assert rules.encode(moment.state) == before


def test_a_record_proves_the_game_without_the_generator(game: Playout) -> None:
    rules, table = game.table.rules, game.table
    dice = RecordedDice(game.start.draws, "start")
    state = rules.start(table.seats, {}, dice).state
    dice.finish()
    assert rules.hash(state) == game.start_hash
    for number, entry in enumerate(game.entries):
        dice = RecordedDice(entry.draws, f"entry {number}")
        step = rules.play(state, entry.choice, dice)
        dice.finish()
        assert rules.hash(state) == entry.hash, f"entry {number}"
        assert step.events == entry.events


def test_the_same_seeds_give_the_same_game(game: Playout) -> None:
    again = play_out(game.table._replace(limit=150))
    assert again.entries == game.entries[:150]
