"""Where scouts are of use: sites for cities, good squares to gather from, and unknown land."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from engine.core.text import Text
from engine.rulesets.civ2010.steward.situation import Situation
from engine.rulesets.civ2010.tables import TERRAIN_ICONS
from engine.tiles.view import Square, square_name

FARTHEST = 8
"""Steps beyond which no place is looked for."""


class Goal(NamedTuple):
    """A place for a scout to make for: how much better it is than here, the way considered."""

    square: Square
    gain: float
    reason: Text


def goal_ahead(s: Situation, start: Square) -> Goal | None:
    """The place within some turns that is most worth the way, if any is; of equals, the nearest."""
    here = settling_worth(s, start)
    best: Goal | None = None
    for at, steps in steps_around(s, start).items():
        worth, reason = place_worth(s, at)
        gain = worth - s.w.way * steps - here
        if gain > (s.w.stay if best is None else best.gain):
            best = Goal(at, gain, reason)
    return best


def place_worth(s: Situation, at: Square) -> tuple[float, Text]:
    """What a scout could do at a place, and how a player would say it."""
    worth = settling_worth(s, at)
    if s.w.explore > worth and any(beside in s.dark_squares for beside in around(at)):
        return s.w.explore, Text("reason.to_new_land")
    return worth, Text("reason.to_site") if worth >= s.w.site else Text("reason.to_gather")


def steps_around(s: Situation, place: Square) -> dict[Square, int]:
    """How many steps open squares are away from a place, the nearest first."""
    found, waiting = {place: 0}, deque([place])
    while waiting:
        at = waiting.popleft()
        for beside in around(at) if found[at] < FARTHEST else ():
            if beside not in found and beside in s.open_squares:
                found[beside] = found[at] + 1
                waiting.append(beside)
    return found


def around(at: Square) -> Iterator[Square]:
    """The four squares beside a square."""
    x, y = at
    yield from ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))


def settling_worth(s: Situation, at: Square) -> float:
    """How good a place is for a scout: a site for a city while one is wanted, else its icons."""
    if at not in s.sites:
        s.sites[at] = find_settling_worth(s, at)
    return s.sites[at]


def find_settling_worth(s: Situation, at: Square) -> float:
    """The same, looked at closely."""
    x, y = at
    letter = s.terrain.get(square_name(x, y), "")
    if not letter:
        return 0.0
    icons = TERRAIN_ICONS[letter]
    gives = 0.5 * icons[0] + 0.4 * icons[1]
    wanted = len(s.cities) < s.city_limit
    if not wanted or letter == "W":
        return gives
    around = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
    known = [s.terrain.get(square_name(a, b), "") for a, b in around if a >= 0 and b >= 0]
    if len(known) < 8 or "" in known or near_city(s, at):
        return gives + 0.2 * sum(bool(each) for each in known)
    if not s.tokens.isdisjoint(around):
        return gives + 1.0
    return s.w.site + 0.3 * sum(sum(TERRAIN_ICONS[each][:2]) for each in known)


def near_city(s: Situation, at: Square) -> bool:
    """Whether outskirts would overlap a city's."""
    return any(
        max(abs(at[0] - x), abs(at[1] - y)) <= 2 for city in s.view.cities for x, y in city.squares
    )
