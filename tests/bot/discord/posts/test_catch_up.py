"""What someone has missed, for random absences in kept games: short, whole and nothing hidden."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from statistics import quantiles
from time import process_time
from typing import Any, NamedTuple

import pytest

from bot.discord.posts.catch_up import LINES_MOST, catch_up_lines, places_of_news
from bot.discord.posts.phone_lines import lines_of
from bot.discord.voices import game_voice
from bot.service import CatchUp, GameInfo
from bot.service.choices.catching_up import catch_up, heard
from bot.service.choices.done_for import Told
from bot.service.game.voices import game_catalog
from engine.conformance.twins import twin_of
from engine.core.messages import Voice
from engine.core.record import Record, load, replay
from engine.core.registry import ruleset, rulesets
from tests.bot.builders.rows import a_log_entry, a_row, a_seat

GAMES = Path(__file__).parents[3] / "games"
PHONE_LINES = 22
"""With a picture below them, so many lines of a phone are one and a half of its screens."""
ABSENCES = 100
SECONDS = 0.05
"""So long an answer may take of the processor, but for a few, on a busy machine, too."""


class Kept(NamedTuple):
    """A kept game: its players, all entries with their events, some states by entry."""

    info: GameInfo
    told: list[Told]
    states: dict[int, Any]


@cache
def kept(name: str) -> Kept:
    record = load((GAMES / f"{name}_three_players.json").read_bytes())
    assert isinstance(record, Record)
    rules, told, states = ruleset(name), list[Told](), dict[int, Any]()
    rng = Random(name)
    for number, (entry, step) in enumerate(replay(record, trusted=True)):
        by = "player" if entry is None else rng.choice(("player", "clock", "orders", "ai"))
        kind = "" if entry is None else entry.decision.partition(":")[0]
        row = a_log_entry(number, seat=None if entry is None else entry.seat, by=by, kind=kind)
        told.append((row, step.events))
        if number % 7 == 0:
            states[number] = rules.copy(step.state)
    names = record.table.names
    seats = tuple(a_seat(seat, name=name) for seat, name in enumerate(names))
    return Kept(GameInfo(a_row(name), seats), told, states)


def missed(
    game: Kept, seat: int | None, since: int, until: int, states: tuple[Any, Any]
) -> CatchUp | None:
    """What a seat has missed between two entries, as it sees these states before and after."""
    told = heard(seat, game.told[since + 1 : until + 1])
    rules, info = ruleset(game.info.game.ruleset), game.info
    before, now = (rules.view(state, seat) for state in states)
    voice = Voice(game_catalog(info.game.ruleset), info.names)
    return catch_up(info, seat, told, before, now, voice) if told else None


def absences(game: Kept, count: int, rng: Random) -> list[tuple[int | None, int, int]]:
    """Who was away from which entry to which."""
    seats = [None, *range(len(game.info.seats))]
    pairs = (sorted(rng.sample(sorted(game.states), 2)) for _ in range(count))
    return [(rng.choice(seats), since, until) for since, until in pairs]


@pytest.mark.parametrize("name", rulesets())
def test_after_any_absence_it_is_short_and_says_all_that_was_lost(name: str) -> None:
    game, rng = kept(name), Random(5)
    lost, took = 0, []
    for seat, since, until in absences(game, ABSENCES, rng):
        begun = process_time()
        found = missed(game, seat, since, until, (game.states[since], game.states[until]))
        if found is None:
            continue
        lines = catch_up_lines(found, game_voice(found.info))
        took.append(process_time() - begun)
        assert len(lines) <= LINES_MOST and "\n" not in "".join(lines[1:])
        assert lines_of(lines) <= PHONE_LINES, "\n".join(lines)
        said = "\n".join(lines)
        for loss in found.digest.losses:
            assert loss in said
            lost += 1
        known = {place for area in found.view.areas for place in area.places}
        assert known.issuperset(places_of_news(found))
    assert lost > 10
    assert quantiles(took, n=20)[-1] < SECONDS


@pytest.mark.parametrize("name", rulesets())
def test_it_is_the_same_whatever_is_hidden(name: str) -> None:
    game, rng, rules = kept(name), Random(6), ruleset(name)
    for seat, since, until in absences(game, ABSENCES, rng):
        states = game.states[since], game.states[until]
        twins = tuple(twin_of(rules, each, seat, rng) for each in states)
        own, others = (missed(game, seat, since, until, each) for each in (states, twins))
        assert (own is None) == (others is None)
        if own is not None and others is not None:
            voice = game_voice(own.info)
            assert catch_up_lines(own, voice) == catch_up_lines(others, voice)


@pytest.mark.parametrize("name", rulesets())
def test_what_others_do_in_secret_does_not_even_move_its_beginning(name: str) -> None:
    game, rng = kept(name), Random(7)
    for seat, since, until in absences(game, 25, rng):
        told = game.told[since + 1 : until + 1]
        secret = a_log_entry(0, seat=(seat or 0) + 1, by="player", kind="standing_orders")
        assert heard(seat, [(secret, ()), *told]) == heard(seat, told)


def test_who_did_what_in_the_readers_name_comes_first() -> None:
    game = kept("standard")
    found = missed(game, 0, 7, max(game.states), (game.states[7], game.states[max(game.states)]))
    assert found is not None
    title, *lines = catch_up_lines(found, game_voice(found.info))
    assert title.startswith("### While you were away · turns ")
    assert {line[0] for line in lines[:3]} == {"⏳", "📋", "🤖"}
