"""What it costs a player to miss every third deadline, by what plays instead.

In each beginning one seat misses every third deadline; everybody plays as the steward would. The
same beginning, seat and dice are played with each of the stand-ins and with a player who misses
nothing, so that they are compared in pairs.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from typing import NamedTuple

from bot.cli.simulation import Plan, derived, new_game
from engine.core.game import Game
from engine.core.policies import GameEyes, policy
from engine.core.registry import rulesets

PLAYERS = 4
MISSED = 3
"""Every deadline of this number is missed."""
SEED = 32
MOST_CHOICES = 20_000
"""A game that takes more choices than this counts as it stands then."""
STAND_INS = {"misses nothing": "steward", "careful": "careful", "default": "default"}
"""What plays at the deadlines that are missed."""
SURE = 1.96
"""So many deviations on both sides cover 95 of 100."""


class Ended(NamedTuple):
    """How a game ended for the seat that is absent now and then."""

    won: float
    """1 for a victory, a part of it for one that is shared."""
    place: float


class Figure(NamedTuple):
    """A mean, and how far off the truth may be with a chance of 95 in 100."""

    mean: float
    within: float

    def __str__(self) -> str:
        return f"{self.mean:.2f} ± {self.within:.2f}"


class Row(NamedTuple):
    """What some pairs of games come to, by what plays instead of the seat."""

    ruleset: str
    pairs: int
    won: Mapping[str, Figure]
    place: Mapping[str, Figure]
    gained: Figure
    """How much better a place the careful stand-in brings than the default, pair by pair."""
    lost: Figure
    """How much worse a place it brings than missing nothing."""


def play(name: str, number: int, stand_in: str) -> Ended:
    """Play one game; the number of the beginning says which seat misses deadlines."""
    plan = Plan(name, ("steward",) * PLAYERS, SEED)
    game, seat = new_game(plan, number), number % PLAYERS
    present, absent = policy("steward"), policy(STAND_INS[stand_in])
    rng = Random(derived(plan.seed, number, "policies"))
    deadlines, asking = 0, None
    for _ in range(MOST_CHOICES):
        awaited = next((each for each in game.asked() if each.blocking), None)
        if awaited is None:
            break
        player = present
        if awaited.seat == seat:
            now = game.rules.turn(game.state), game.rules.phase(game.state), awaited.id
            if now != asking:
                deadlines, asking = deadlines + 1, now
            player = absent if deadlines % MISSED == 0 else present
        game.play(player.choose(GameEyes(game, awaited.seat), rng), by="ai")
    return ended(game, seat)


def ended(game: Game, seat: int) -> Ended:
    """How a game came out for a seat."""
    outcome = game.outcome()
    if outcome is None:
        scores = game.view(None).scores
        return Ended(0.0, 1.0 + sum(other > scores[seat] for other in scores))
    won = 1 / len(outcome.winners) if seat in outcome.winners else 0.0
    return Ended(won, next(each.rank for each in outcome.standings if each.seat == seat))


def rows(pairs: int, names: Sequence[str] = ()) -> Iterator[Row]:
    """Play all games, on all cores, and say what they come to, rule set by rule set."""
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        for name in names or rulesets():
            playing = {
                stand_in: [pool.submit(play, name, number, stand_in) for number in range(pairs)]
                for stand_in in STAND_INS
            }
            yield row_of(
                name,
                {
                    stand_in: [each.result() for each in found]
                    for stand_in, found in playing.items()
                },
            )


def row_of(name: str, found: Mapping[str, Sequence[Ended]]) -> Row:
    """What games of the same beginnings come to."""
    present, careful, default = (found[each] for each in STAND_INS)
    return Row(
        name,
        len(careful),
        {each: figure(game.won for game in games) for each, games in found.items()},
        {each: figure(game.place for game in games) for each, games in found.items()},
        figure(b.place - a.place for a, b in zip(careful, default, strict=True)),
        figure(a.place - b.place for a, b in zip(careful, present, strict=True)),
    )


def figure(values: Iterable[float]) -> Figure:
    """The mean of some values, two at least."""
    known = list(values)
    mean = sum(known) / len(known)
    spread = sum((each - mean) ** 2 for each in known) / (len(known) - 1)
    return Figure(mean, SURE * math.sqrt(spread / len(known)))


def as_line(row: Row) -> str:
    """The figures of a rule set in a line for the terminal."""
    places = ", ".join(f"{name} {found}" for name, found in row.place.items())
    return (
        f"{row.ruleset:<10} {row.pairs} pairs  place: {places};"
        f" careful before default by {row.gained}, behind nothing missed by {row.lost}"
    )


def as_page(found: Iterable[Row]) -> str:
    """The figures as a page in Markdown."""
    head = f"| {' | '.join(COLUMNS)} |\n|{' --- |' * len(COLUMNS)}"
    return "\n".join([INTRODUCTION, "", head, *map(_cells, found)]) + "\n"


def _cells(row: Row) -> str:
    won = (f"{row.won[each].mean:.0%} ± {row.won[each].within:.0%}" for each in STAND_INS)
    places = (f"{row.place[each].mean:.2f}" for each in STAND_INS)
    cells = (row.ruleset, str(row.pairs), *won, *places, f"**{row.gained}**", str(row.lost))
    return f"| {' | '.join(cells)} |"


INTRODUCTION = f"""# What missed deadlines cost

Measured by `herald bench --absent`, which writes this page with `-o docs/absence.md`. One of
{PLAYERS} players misses every third deadline, and a stand-in or the default answers instead; apart
from that everybody plays as the steward would. Each beginning is played three times with the same
dice: nothing missed, the careful stand-in, the default. So the places are compared in pairs: ± is
the interval of 95 in 100, places go from 1 to {PLAYERS}, lower is better.
""".rstrip()
COLUMNS = (
    *("", "beginnings", "won, nothing missed", "won, careful", "won, default"),
    *("place, nothing missed", "place, careful", "place, default"),
    *("places gained over the default", "places lost by missing"),
)
