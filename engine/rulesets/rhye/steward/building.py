"""Construction: villages wherever it pays, then cities, then the best wonder (rulebook 7.2)."""

from __future__ import annotations

from math import fsum
from typing import NamedTuple

from engine.core.answering import field, keys
from engine.core.grammar import Budget, Grammar, OneOf, Value
from engine.core.text import Text
from engine.rulesets.rhye.steward.plans import NEVER, Plan, gold_price
from engine.rulesets.rhye.steward.situation import LAST_STRETCH, Situation
from engine.rulesets.rhye.tables import TABLES, WONDER, WONDERS
from engine.world.steward.survey import BOARD

GOLD = 0.4
"""What a piece of gold is worth that is spent on a wonder."""
NO_WONDER = "none"


class Project(NamedTuple):
    """A wonder that could be built, what it is worth, and its price."""

    wonder: str
    worth: float
    price: int

    @property
    def gain(self) -> float:
        """What it is worth beyond its price."""
        return self.worth - self.price * GOLD


def construction(s: Situation, grammar: Grammar) -> Plan:
    """Everything that pays, with what it costs in stability."""
    said: dict[str, Value] = {"action": "construction"}
    worth = found(s, grammar, said)
    towns = field(grammar, "upgrade", said)
    none: dict[str, Value] = {} if towns is None else {"upgrade": []}
    project = best_wonder(s, grammar, {**said, **none})
    if isinstance(towns, Budget):
        funds = towns.funds - (project.price if project is not None else 0)
        worth += grow(s, towns, funds, said)
    worth += build(s, grammar, project, said)
    if not (said.get("found") or said.get("upgrade") or said.get("wonder", NO_WONDER) != NO_WONDER):
        return Plan(NEVER, said)
    if s.realm.government == "communism":
        worth += s.stability_worth(TABLES.changes.communist_construction)
    return Plan(worth, said, why(s, said))


def found(s: Situation, grammar: Grammar, said: dict[str, Value]) -> float:
    """Villages wherever one is worth more than the clearing."""
    plots = field(grammar, "found", said)
    if not isinstance(plots, Budget):
        return 0.0
    wanted = [key for key in plots.keys if s.plot_worth(BOARD.index[key]) > plots.price(key)]
    while wanted and plots.spent(wanted) > plots.funds:
        wanted.remove(max(wanted, key=plots.price))
    said["found"] = wanted
    worth = fsum(s.plot_worth(BOARD.index[key]) for key in wanted)
    if wanted and s.realm.government != "communism":
        worth += s.stability_worth(s.card.founding_change)
    return worth


def grow(s: Situation, towns: Budget, funds: int, said: dict[str, Value]) -> float:
    """Cities for the gold that is left, the safest first; a port comes before all others."""
    number = max(funds, 0) // max(towns.price(towns.keys[0]), 1)
    port = s.needs_port
    ports = [key for key in towns.keys if port and s.ground.coasts[BOARD.index[key]]]
    order = sorted(towns.keys, key=lambda key: (key not in ports[:1], s.threat(BOARD.index[key])))
    said["upgrade"] = [key for key in towns.keys if key in order[:number]]
    bonus = s.hunger if ports[:1] and ports[0] in said["upgrade"] else 0.0
    return len(said["upgrade"]) * s.w.city + bonus


def build(s: Situation, grammar: Grammar, project: Project | None, said: dict[str, Value]) -> float:
    """The wonder of a project, in the capital or where it is safest."""
    asked = field(grammar, "wonder", said)
    if asked is None:
        return 0.0
    said["wonder"] = NO_WONDER
    if project is None or project.wonder not in keys(asked):
        return 0.0
    sites = field(grammar, "site", {**said, "wonder": project.wonder})
    if not isinstance(sites, OneOf):
        return 0.0
    said["wonder"] = project.wonder
    said["site"] = min(
        sites.keys, key=lambda key: (BOARD.index[key] != s.capital, s.threat(BOARD.index[key]))
    )
    return project.worth


def best_wonder(s: Situation, grammar: Grammar, said: dict[str, Value]) -> Project | None:
    """The wonder most worth its price."""
    asked = field(grammar, "wonder", said)
    if not isinstance(asked, OneOf):
        return None
    projects = [
        Project(option.key, wonder_worth(s, option.key), gold_price(option))
        for option in asked.options()
        if option.key in WONDER
    ]
    best = max(projects, key=lambda each: each.gain, default=None)
    return best if best is not None and best.gain > 0 else None


def wonder_worth(s: Situation, name: str) -> float:
    """What a wonder would bring: its point, its effect, and the stars."""
    facts = WONDERS[WONDER[name]]
    worth = s.w.wonder + 4 * facts.stability
    worth += s.w.space if facts.space_race else 0
    worth += s.w.technology if facts.free_technology else 0
    worth += facts.taxation * 0.8 + facts.taxation_per_city * len(s.homes) * 0.6
    return worth + 4 * facts.settlement_dice + (5 if facts.city_price is not None else 0)


def why(s: Situation, said: dict[str, Value]) -> Text:
    """The best that a plan could bring."""
    wonder = said.get("wonder", NO_WONDER)
    if wonder != NO_WONDER and WONDERS[WONDER[wonder]].space_race:
        return Text("reason.launch")
    founded = len(said.get("found", ()))
    goal = TABLES.domination_regions
    if founded and s.realm.regions >= goal - LAST_STRETCH:
        return Text("reason.dominate", {"n": s.realm.regions + founded, "goal": goal})
    if founded:
        calm = s.realm.government == "communism"
        unrest = 0 if calm else -s.card.founding_change
        return Text("reason.found", {"n": founded, "unrest": unrest})
    if wonder != NO_WONDER:
        return Text("reason.wonder", {"wonder": wonder})
    return Text("reason.port" if s.needs_port else "reason.city")
