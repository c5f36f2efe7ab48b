"""Where the steward's figures go: exploring, settling, huts and villages, weak enemies."""

from __future__ import annotations

from random import Random

from engine.core.grammar import Answers, Form, Unfit
from engine.core.text import Text
from engine.rulesets.civ2010.steward.cards import card_ideas
from engine.rulesets.civ2010.steward.filling import filled, options
from engine.rulesets.civ2010.steward.ideas import Idea, in_turn
from engine.rulesets.civ2010.steward.odds import against_city, against_figures, against_village
from engine.rulesets.civ2010.steward.scouting import goal_ahead, settling_worth, steps_around
from engine.rulesets.civ2010.steward.situation import Situation
from engine.tiles.view import CityView, Square, square_name, square_of

MARKS = "+&"
"""What may stand behind the square of a party."""


def move_ideas(s: Situation, form: Form, rng: Random) -> list[Idea]:
    """Moves worth making, the best of each party first; then the end of the movement."""
    found = card_ideas(s, form, rng, worth=s.w.use)
    groups: list[list[Idea]] = []
    if "move" in options(form, "do", {}):
        for origin in options(form, "from", {"do": "move"}):
            groups.append(party_ideas(s, form, origin, rng))
    return [*found, *in_turn(groups), Idea(0.0, {"do": "done"})]


def party_ideas(s: Situation, form: Form, origin: str, rng: Random) -> list[Idea]:
    """Where the figures of a square could go, all of them or some."""
    found = []
    for given in parties(s, form, origin):
        said = filled(form, given, {"target": lambda asked, said: asked.keys[0]}, rng)
        said.pop("target")
        for target in options(form, "target", said):
            worth, reason = target_worth(s, origin.rstrip(MARKS), target, said)
            if worth > s.w.stay:
                found.append(Idea(worth, {**said, "target": target}, reason))
        if not found and is_scout(s, origin.rstrip(MARKS), said):
            found += journey(s, form, origin, said)
    return found


def journey(s: Situation, form: Form, origin: str, said: Answers) -> list[Idea]:
    """The way to a place further off, for a scout that has nothing to do in reach."""
    start = square_of(origin.rstrip(MARKS))
    goal = goal_ahead(s, start) if start is not None else None
    if start is None or goal is None:
        return []
    steps = steps_around(s, goal.square)
    squares = {key: square_of(key) for key in options(form, "target", said)}
    ways = {key: steps[at] for key, at in squares.items() if at in steps}
    best = min(ways, key=lambda key: (ways[key], key), default=None)
    if best is None or ways[best] >= steps[start]:
        return []
    return [Idea(s.w.stay + goal.gain, {**said, "target": best}, goal.reason)]


def parties(s: Situation, form: Form, origin: str) -> list[Answers]:
    """The groups worth moving from a square: all armies, or one scout."""
    here = next(
        (
            f
            for f in s.view.figures
            if square_name(f.x, f.y) == origin.rstrip(MARKS) and f.owner == s.seat
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


Judged = tuple[float, Text | None]


def target_worth(s: Situation, origin: str, target: str, said: Answers) -> Judged:
    """What it is worth to go to a place, and why."""
    if target.endswith("?"):
        return s.w.lesson, Text("reason.infiltrate")
    if ">" in target:
        return s.w.explore, Text("reason.new_land")
    if target == origin:
        return 0.0, None
    scout = is_scout(s, origin, said)
    armies = sum(kind == "army" for kind in said.get("figures", ())) or int(not scout)
    at = square_of(target)
    assert at is not None
    for city in s.view.cities:
        if at in city.squares:
            return city_worth(s, target, city, armies)
    for figures in s.view.figures:
        if (figures.x, figures.y) == at and figures.owner != s.seat:
            return figures_worth(s, figures.owner, figures.armies, target, armies)
    for token in s.view.tokens:
        if (token.x, token.y) == at:
            return token_worth(s, token.kind, armies)
    if scout:
        worth = settling_worth(s, at)
        gain = worth - settling_worth(s, square_of(origin) or at)
        return gain, Text("reason.site") if worth >= s.w.site else Text("reason.gather")
    return approach(s, origin, target) + 0.01 * len(target), Text("reason.closer")


def is_scout(s: Situation, origin: str, said: Answers) -> bool:
    """Whether the group is a scout."""
    if "figures" in said:
        return "army" not in said["figures"]
    here = [f for f in s.view.figures if square_name(f.x, f.y) == origin and f.owner == s.seat]
    return bool(here) and not here[0].armies


def percent(odds: float) -> dict[str, int]:
    """A chance in words."""
    return {"n": round(100 * min(0.99, max(0.01, odds)))}


def city_worth(s: Situation, place: str, city: CityView, armies: int) -> Judged:
    """What attacking a city is worth: it has to be likely to fall."""
    sheet = next(c for c in s.view.city_sheets if place_in(c.place, place))
    if city.owner == s.seat:
        bare = not sheet.fortification
        wanted = armies and s.sheet.armies > 1 and bare and s.danger(sheet) >= s.w.hold
        return (s.w.man, Text("reason.threat")) if wanted else (-1.0, None)
    odds = against_city(s, sheet, armies)
    if city.capital:
        return (s.w.take_capital * odds if odds >= s.w.attack_capital else -5.0), Text(
            "reason.capital", percent(odds)
        )
    return (s.w.take_city * odds if odds >= s.w.attack else -5.0), Text(
        "reason.attack", percent(odds)
    )


def token_worth(s: Situation, kind: str, armies: int) -> Judged:
    """What a hut or village is worth; villages have to be fought for."""
    if kind == "hut" or s.player.civilization == "zulu":
        return s.w.hut, Text("reason.hut") if kind == "hut" else Text("reason.village_free")
    odds = against_village(s, armies)
    return (s.w.village * odds if odds >= s.w.attack else -3.0), Text(
        "reason.village", percent(odds)
    )


def place_in(one: str, two: str) -> bool:
    """Whether two names are near enough to be one city: a metropolis has two squares."""
    a, b = square_of(one), square_of(two)
    return a is not None and b is not None and abs(a[0] - b[0]) + abs(a[1] - b[1]) <= 1


def figures_worth(s: Situation, owner: int, theirs: int, place: str, armies: int) -> Judged:
    """What attacking figures is worth: loot, and the enemy's army."""
    if not theirs:
        return s.w.scouts, Text("reason.scouts")
    odds = against_figures(s, owner, theirs, place, armies)
    return (s.w.armies * odds if odds >= s.w.attack else -4.0), Text("reason.attack", percent(odds))


def approach(s: Situation, origin: str, target: str) -> float:
    """Armies drift to what they want."""
    start, goal = square_of(origin), square_of(target)
    assert start is not None and goal is not None
    if not s.wanted_squares:
        return 0.0
    before, after = nearest(start, s.wanted_squares), nearest(goal, s.wanted_squares)
    return 0.5 * (before - after) + s.w.stay * (after < before)


def nearest(at: Square, others: list[Square]) -> int:
    """How far the nearest of other squares is."""
    x, y = at
    return min([abs(x - a) + abs(y - b) for a, b in others])
