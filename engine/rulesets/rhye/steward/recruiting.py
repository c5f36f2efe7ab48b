"""Recruitment: units to spread with, guards, fleets, and levies against a leader (rulebook 7.3)."""

from __future__ import annotations

from engine.core.answering import field, keys
from engine.core.grammar import Grammar, Subset, Unfit, Value
from engine.core.text import Text
from engine.rulesets.rhye.steward.plans import NEVER, Plan, gold_price
from engine.rulesets.rhye.steward.situation import ATTACK, DEFENCE, Situation
from engine.rulesets.rhye.tables import TABLES, UNIT, UNITS
from engine.world.steward.survey import BOARD

CROWD = 6
"""More units than these, and two for each settlement, only stand in each other's way."""
MOST_OF_A_KIND = 3
"""So many units of a type at most are raised in a settlement at once."""
LEVY = 4
"""So many units at most are raised at once against a leader."""
SETTLERS = frozenset(u.id for u in UNITS if u.role in ("infantry", "mounted", "tank"))
SOLDIERS = SETTLERS | {unit.id for unit in UNITS if unit.role == "siege"}


class Draft:
    """Units chosen one by one, as far as gold and limits allow."""

    def __init__(self, s: Situation, offered: Subset) -> None:
        self.offered = offered
        self.prices = {option.key: gold_price(option) for option in offered.options()}
        self.gold = s.sheet.gold
        self.chosen: list[str] = []
        self.worth = 0.0
        self.reasons: list[tuple[float, Text]] = []

    def take(self, key: str, worth: float, reason: Text) -> bool:
        """Add a unit if it can be paid and raised."""
        if self.prices[key] > self.gold:
            return False
        try:
            self.chosen = self.offered.validate([*self.chosen, key])
        except Unfit:
            return False
        self.gold -= self.prices[key]
        self.worth += worth
        self.reasons.append((worth, reason))
        return True


def recruitment(s: Situation, grammar: Grammar) -> Plan:
    """The units needed most; upgrades where no new unit can be raised."""
    said: dict[str, Value] = {"action": "recruitment"}
    if "raise" not in keys(field(grammar, "way", said)):
        return upgrades(s, grammar, said)
    said["way"] = "raise"
    offered = field(grammar, "units", said)
    assert isinstance(offered, Subset)
    draft = Draft(s, offered)
    launch_fleet(s, draft)
    raise_units(s, draft)
    levy(s, draft)
    if not draft.chosen:
        cheapest = min(offered.keys, key=draft.prices.__getitem__)
        return Plan(NEVER, {**said, "units": [cheapest]})
    reason = max(draft.reasons, key=lambda each: each[0])[1]
    return Plan(draft.worth, {**said, "units": draft.chosen}, reason)


def launch_fleet(s: Situation, draft: Draft) -> None:
    """A fleet where units are short of land and there is some across the sea."""
    if not s.wants_fleet:
        return
    ports = []
    for key in draft.offered.keys:
        unit, _, at = key.partition("@")
        if "/" in at:
            goal = s.best_voyage(BOARD.index[at.partition("/")[2]], UNITS[UNIT[unit]].moves)
            if goal is not None:
                ports.append((goal.worth, key, goal.shore))
    if ports:
        _, key, shore = max(ports)
        draft.take(key, s.w.recruit + s.hunger, Text("reason.fleet", {"place": BOARD.id(shore)}))


def berths(s: Situation, draft: Draft) -> int:
    """How many units could sail for new land."""
    new = sum("/" in key for key in draft.chosen)
    room = sum(TABLES.fleet_capacity for ship in s.own_ships if not ship.load)
    return room + new * TABLES.fleet_capacity


def raise_units(s: Situation, draft: Draft) -> None:
    """Units that have land to settle, and guards where there is a threat."""
    room = max(len(s.free_near) + berths(s, draft) - s.own_units, 0)
    settlers = 0
    for key in sorted(draft.offered.keys, key=lambda key: recruit_order(s, key, draft.prices)):
        unit, _, place = key.partition("@")
        if unit not in SETTLERS:
            continue
        region = BOARD.index[place]
        threat = s.threat(region) - s.defence(region, s.me)
        for _ in range(MOST_OF_A_KIND):
            settles = settlers < min(room + 1, s.w.wave)
            if not settles and (threat <= 0 or s.own_units > CROWD + 2 * len(s.homes)):
                break
            worth = s.w.recruit + s.hunger if settles else s.w.guard + min(threat, 6)
            reason = Text("reason.settlers", {"n": room})
            if not settles or not room:
                reason = Text("reason.guards", {"place": place})
            if not draft.take(key, worth, reason):
                break
            settlers += settles


def levy(s: Situation, draft: Draft) -> None:
    """Soldiers against someone who is about to win, where they are near enough to march."""
    if not s.leaders or s.own_units > CROWD + 2 * len(s.homes):
        return
    raised = 0
    for key in sorted(
        draft.offered.keys, key=lambda key: -ATTACK[key.partition("@")[0]] / draft.prices[key]
    ):
        unit, _, place = key.partition("@")
        goal = s.war_goal(BOARD.index[place]) if unit in SOLDIERS else -1
        while goal >= 0 and raised < LEVY:
            reason = Text("reason.levy", {"seat": s.foreign[goal].owner})
            if not draft.take(key, s.w.levy, reason):
                break
            raised += 1


def recruit_order(s: Situation, key: str, prices: dict[str, int]) -> tuple[float, int]:
    """Cheap units at the edge of free land first, strong ones where there is a threat."""
    unit, _, place = key.partition("@")
    region = BOARD.index.get(place.partition("/")[0], 0)
    free = sum(s.is_free(near) for near in s.ground.beside[region])
    threat = s.threat(region)
    strength = DEFENCE.get(unit, 0)
    return -(min(free, 3) + threat * 0.5 + strength * 0.3 - prices[key] * 0.2), prices[key]


def upgrades(s: Situation, grammar: Grammar, said: dict[str, Value]) -> Plan:
    """Better units where a threat is greatest."""
    said["way"] = "upgrade"
    offered = field(grammar, "units", said)
    assert isinstance(offered, Subset)
    order = sorted(offered.keys, key=lambda k: -s.threat(BOARD.index[k.partition("@")[2]]))
    place = order[0].partition("@")[2]
    worth = s.threat(BOARD.index[place]) * 0.5
    return Plan(worth, {**said, "units": [order[0]]}, Text("reason.guards", {"place": place}))
