"""Which action, and with what plan (rulebook chapter 7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import fsum
from random import Random

from engine.core.answering import field, keys
from engine.core.decision import Decision
from engine.core.grammar import Grammar, OneOf, Subset, Value
from engine.core.text import Text
from engine.rulesets.rhye.steward.building import construction
from engine.rulesets.rhye.steward.plans import Plan
from engine.rulesets.rhye.steward.recruiting import recruitment
from engine.rulesets.rhye.steward.situation import ATTACK, Situation
from engine.rulesets.rhye.tables import (
    GOVERNMENT,
    GOVERNMENTS,
    TABLES,
    TECHNOLOGIES,
    TECHNOLOGY,
    UNIT,
    UNITS,
    WONDER,
    WONDERS,
)
from engine.world.steward.survey import BOARD

OVERTIME = 200.0
"""What research is worth when a game has gone on for too long: it leads to the end."""
FAITHS = ("islam", "christianity", "judaism", "buddhism")
"""The religions by how much they help, the best first."""


def act(s: Situation, decision: Decision, rng: Random) -> Value:
    """The best action."""
    return plans(s, decision)[0].value


def plans(s: Situation, decision: Decision) -> list[Plan]:
    """A plan for each possible action, best first."""
    grammar = decision.grammar
    offered = keys(field(grammar, "action", {}))
    made = [PLANNERS[each](s, grammar) for each in offered if each in PLANNERS]
    return sorted(made, key=lambda plan: -plan.worth)


def consolidation(s: Situation, grammar: Grammar) -> Plan:
    """Stability, and infantry for fascists, most where most is threatened."""
    said: dict[str, Value] = {"action": "consolidation"}
    infantry = field(grammar, "infantry", said)
    worth = s.stability_worth(s.card.consolidation_change)
    state = GOVERNMENTS[GOVERNMENT[s.realm.government]]
    worth += (state.consolidation_infantry + s.card.consolidation_infantry) * s.w.guard
    if isinstance(infantry, Subset):
        homes = sorted(infantry.keys, key=lambda key: -s.threat(BOARD.index[key]))
        chosen = (homes[:2] * infantry.least)[: infantry.least]
        said["infantry"] = sorted(chosen, key=list(infantry.keys).index)
    return Plan(worth, said, Text("reason.calm", {"n": s.at_risk}))


def research(s: Situation, grammar: Grammar) -> Plan:
    """The technology that brings most; being first counts."""
    said: dict[str, Value] = {"action": "research"}
    options = keys(field(grammar, "technology", said))
    name = max(options, key=lambda each: (technology_worth(s, each), each))
    said["technology"] = name
    if field(grammar, "how", said) is not None:
        said["how"] = "free"
    besides = keys(field(grammar, "besides", said))
    worth = technology_worth(s, name)
    if besides:
        more = max(besides, key=lambda each: technology_worth(s, each) if each in TECHNOLOGY else 0)
        bought = s.sheet.gold >= 60 and more in TECHNOLOGY
        said["besides"] = more if bought else "none"
    return Plan(worth, said, technology_reason(s, name))


def is_first(s: Situation, name: str) -> bool:
    """Whether nobody knows a technology yet."""
    return not any(name in player.technologies for player in s.view.players)


def technology_worth(s: Situation, name: str) -> float:
    """What a technology would bring: its bonus, what it opens, and the way to the last one."""
    facts = TECHNOLOGIES[TECHNOLOGY[name]]
    worth = s.w.technology
    if is_first(s, name):
        worth += s.w.first + facts.first_gold * 0.6 + facts.first_stability * s.w.level
        worth += fsum(n * UNITS[UNIT[unit]].cost * 0.5 for unit, n in facts.first_units.items())
    worth += 2.0 * sum(ATTACK[unit.id] > 0 and unit.technology == name for unit in UNITS)
    worth += 2.0 * sum(wonder.technology == name for wonder in WONDERS)
    if name == "writing" and s.realm.government == "monarchy":
        worth += 6
    if name == "sailing" and s.wants_fleet:
        worth += s.hunger
    # The last technologies win games: by the stars, or by the score.
    worth += 0.9 * max(len(s.knows) - 8, 0) + s.w.haste * s.view.turn
    return worth + (OVERTIME if s.overtime else 0.0)


def technology_reason(s: Situation, name: str) -> Text:
    """Why a technology: to be the first, for the stars, or to catch up."""
    missing = len(TECHNOLOGIES) - len(s.knows)
    if missing <= len(TECHNOLOGIES) // 3:
        return Text("reason.stars", {"n": missing})
    return Text("reason.first" if is_first(s, name) else "reason.learn")


def revolution(s: Situation, grammar: Grammar) -> Plan:
    """A republic for rich realms, and whatever faith helps, while the people bear it."""
    said: dict[str, Value] = {"action": "revolution"}
    worth = s.stability_worth(s.card.revolution_change)
    governments = keys(field(grammar, "government", said))
    wanted = wanted_government(s)
    reason = None
    if governments:
        said["government"] = wanted if wanted in governments else governments[0]
        if said["government"] == wanted:
            worth += 12.0 + 3.0 * len(s.homes)
            reason = Text("reason.government", {"government": wanted})
        elif said["government"] != "keep":
            worth -= 30.0
    religions = keys(field(grammar, "religion", said))
    if religions:
        favourite = next((each for each in FAITHS if each in religions), "")
        if said.get("government", "keep") != "keep" and "keep" in religions and not favourite:
            said["religion"] = "keep"
        else:
            said["religion"] = favourite or religions[0]
            present = FAITHS.index(s.realm.religion) if s.realm.religion in FAITHS else 9
            gain = present - (FAITHS.index(favourite) if favourite else 9)
            worth += 5.0 if gain > 0 else -25.0
            reason = reason or Text("reason.religion", {"religion": said["religion"]})
    return Plan(worth, said, reason)


def wanted_government(s: Situation) -> str:
    """The government that suits the realm."""
    if s.realm.government in ("republic", "communism"):
        return "keep"
    return "republic"


def taxation(s: Situation, grammar: Grammar) -> Plan:
    """Gold, worth less the more there is."""
    asked = field(grammar, "action", {})
    assert isinstance(asked, OneOf)
    option = asked.describe("taxation")
    facts = option.detail.data if option.detail is not None else {}
    gold, unrest = int(facts.get("gold", 0)), int(facts.get("change", 0))
    # What lies idle already is hardly worth adding to.
    enough = 2.0 * TABLES.points.gold_for_one if "space_flight" in s.knows else 0.0
    enough += s.w.reserve * (3 + len(s.homes))
    need = max(1.15 - s.sheet.gold / enough, 0.0) if enough else 0.0
    poor = s.hunger if s.sheet.gold < s.w.reserve and s.free_near else 0.0
    worth = gold * s.w.gold * need + s.stability_worth(-unrest) + poor
    reason = Text("reason.taxes", {"gold": gold, "unrest": unrest})
    return Plan(worth, {"action": "taxation"}, reason)


def replan(s: Situation, decision: Decision, rng: Random) -> Value:
    """Another wonder where one is to be had; nothing else is worth a second thought."""
    if any(name not in ("wonder", "site") for name in decision.default or ()):
        return None
    asked = field(decision.grammar, "wonder", {})
    names = [key for key in keys(asked) if key in WONDER]
    if not names:
        return None
    name = max(names, key=lambda each: WONDERS[WONDER[each]].cost)
    sites = keys(field(decision.grammar, "site", {"wonder": name}))
    return {"wonder": name, "site": sites[0]} if sites else {"wonder": name}


PLANNERS: Mapping[str, Callable[[Situation, Grammar], Plan]] = {
    "consolidation": consolidation,
    "construction": construction,
    "recruitment": recruitment,
    "research": research,
    "revolution": revolution,
    "taxation": taxation,
}
