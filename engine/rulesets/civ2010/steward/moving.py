"""Where the steward's figures go: exploring, settling, huts and villages, weak enemies."""

from __future__ import annotations

from random import Random

from engine.core.grammar import Answers, Form, Unfit
from engine.rulesets.civ2010.steward.cards import use_card
from engine.rulesets.civ2010.steward.filling import filled, options
from engine.rulesets.civ2010.steward.situation import Situation
from engine.rulesets.civ2010.tables import TERRAIN_ICONS
from engine.tiles.view import square_name, square_of

STAY = 0.6
"""What a move has to be worth to be made."""


def move(s: Situation, form: Form, rng: Random) -> Answers:
    """One answer of the movement phase."""
    actions = options(form, "do", {})
    if "use" in actions:
        used = use_card(s, form, rng)
        if used is not None:
            return used
    best: Answers = {"do": "done"}
    most = STAY
    if "move" in actions:
        for origin in options(form, "from", {"do": "move"}):
            for given in parties(s, form, origin):
                said = filled(form, given, {"target": lambda keys, said: keys[0]}, rng)
                said.pop("target")
                for target in options(form, "target", said):
                    worth = target_worth(s, origin.rstrip("+"), target, said)
                    if worth > most:
                        best, most = {**said, "target": target}, worth
    return best


def parties(s: Situation, form: Form, origin: str) -> list[Answers]:
    """The groups worth moving from a square: all armies, or one scout."""
    here = next(
        (
            f
            for f in s.view.figures
            if square_name(f.x, f.y) == origin.rstrip("+") and f.owner == s.seat
        ),
        None,
    )
    base: Answers = {"do": "move", "from": origin}
    if here is None or here.armies + here.scouts < 2:
        return [base]
    found = []
    if here.armies:
        found.append({**base, "figures": ["army"] * here.armies})
        found.append({**base, "figures": ["army"]})
    if here.scouts:
        found.append({**base, "figures": ["scout"]})
    return [each for each in found if fits(form, each)]


def fits(form: Form, said: Answers) -> bool:
    """Whether the figures named can move together."""
    for field in form.fields:
        if field.name == "figures":
            grammar = field.given({"do": "move", "from": said["from"]}, form.source)
            if grammar is None:
                return False
            try:
                grammar.validate(said["figures"])
            except Unfit:
                return False
    return True


def target_worth(s: Situation, origin: str, target: str, said: Answers) -> float:
    """What it is worth to go to a place."""
    if target.endswith("?"):
        return 8.0
    if ">" in target:
        return 5.0
    if target == origin:
        return 0.0
    scout = is_scout(s, origin, said)
    armies = sum(kind == "army" for kind in said.get("figures", ())) or int(not scout)
    at = square_of(target)
    assert at is not None
    for city in s.view.cities:
        if at in city.squares:
            if city.owner == s.seat:
                return -1.0
            return city_worth(s, target, city.capital, armies)
    for figures in s.view.figures:
        if (figures.x, figures.y) == at and figures.owner != s.seat:
            return figures_worth(s, figures.owner, figures.armies, armies)
    for token in s.view.tokens:
        if (token.x, token.y) == at:
            return 9.0 if token.kind == "hut" else 6.0 if s.strength >= 7 else -3.0
    if scout:
        return settling_worth(s, at) - settling_worth(s, square_of(origin) or at)
    return approach(s, origin, target) + 0.01 * len(target)


def is_scout(s: Situation, origin: str, said: Answers) -> bool:
    """Whether the group is a scout."""
    if "figures" in said:
        return "army" not in said["figures"]
    here = [f for f in s.view.figures if square_name(f.x, f.y) == origin and f.owner == s.seat]
    return bool(here) and not here[0].armies


def city_worth(s: Situation, place: str, capital: bool, armies: int) -> float:
    """What attacking a city is worth: it has to be likely to fall."""
    sheet = next(c for c in s.view.city_sheets if place_in(c.place, place))
    theirs = s.view.sheets[sheet.owner]
    guard = 5.0 * min(6, theirs.units) + sheet.defence + theirs.combat
    if sheet.fortification:
        guard += 2
    mine = share(s, armies) + s.sheet.combat
    if mine <= guard * 1.05:
        return -5.0
    return 100.0 if capital else 20.0


def place_in(one: str, two: str) -> bool:
    """Whether two names are near enough to be one city: a metropolis has two squares."""
    a, b = square_of(one), square_of(two)
    return a is not None and b is not None and abs(a[0] - b[0]) + abs(a[1] - b[1]) <= 1


def share(s: Situation, armies: int) -> float:
    """What the own battle hand is worth with so many armies."""
    size = 3 + 2 * max(0, armies - 1)
    cards = s.view.own.units
    if not cards:
        return 0.0
    return s.strength * min(1.0, size / len(cards)) * 1.3


def figures_worth(s: Situation, owner: int, theirs: int, armies: int) -> float:
    """What attacking figures is worth."""
    if not theirs:
        return 7.0
    rival = s.view.sheets[owner]
    size = min(rival.units, 3 + 2 * (theirs - 1))
    guard = 4.0 * size * max(rival.ranks.values()) ** 0.6 + rival.combat
    return 6.0 if share(s, armies) + s.sheet.combat > guard * 1.15 else -4.0


def settling_worth(s: Situation, at: tuple[int, int]) -> float:
    """How good a place is for a scout: a site for a city while one is wanted, else its icons."""
    x, y = at
    letter = s.terrain.get(square_name(x, y), "")
    if not letter:
        return 0.0
    icons = TERRAIN_ICONS[letter]
    gives = 0.5 * icons[0] + 0.4 * icons[1]
    wanted = len(s.cities) < 2 or ("irrigation" in techs(s) and len(s.cities) < 3)
    if not wanted or letter == "W":
        return gives
    around = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
    known = [s.terrain.get(square_name(a, b), "") for a, b in around if a >= 0 and b >= 0]
    if len(known) < 8 or "" in known or near_city(s, at):
        return gives + 0.2 * sum(bool(each) for each in known)
    tokens = {(t.x, t.y) for t in s.view.tokens}
    if tokens & set(around):
        return gives + 1.0
    return 6.0 + 0.3 * sum(sum(TERRAIN_ICONS[each][:2]) for each in known)


def techs(s: Situation) -> set[str]:
    """The own technologies."""
    return {slot.name for slot in s.sheet.pyramid}


def near_city(s: Situation, at: tuple[int, int]) -> bool:
    """Whether outskirts would overlap a city's."""
    return any(
        max(abs(at[0] - x), abs(at[1] - y)) <= 2 for city in s.view.cities for x, y in city.squares
    )


def approach(s: Situation, origin: str, target: str) -> float:
    """Armies drift to what they want: huts and villages, and enemies when they are strong."""
    start, goal = square_of(origin), square_of(target)
    assert start is not None and goal is not None
    wanted = [(t.x, t.y) for t in s.view.tokens if t.kind == "hut" or s.strength >= 7]
    wanted += (
        edge for tile in s.view.tiles if not tile.rows for edge in [(tile.x + 1, tile.y + 1)]
    )
    if s.plan == "military" or not wanted:
        wanted += ((c.x, c.y) for c in s.view.cities if c.owner != s.seat and s.sheet.armies >= 2)
    if not wanted:
        return 0.0

    def far(at: tuple[int, int]) -> int:
        return min(abs(at[0] - x) + abs(at[1] - y) for x, y in wanted)

    return 0.5 * (far(start) - far(goal)) + STAY * (far(goal) < far(start))
