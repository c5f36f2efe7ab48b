"""The tables of names in the 2010 catalog, and plausible facts for its events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.core.registry import ruleset
from engine.rulesets.civ2010 import tables
from engine.rulesets.civ2010.orders import StandingOrders
from engine.rulesets.civ2010.turn import PHASES

ENDS = ("military", "culture", "economic", "technology", "turn_limit")
HIDDEN = ("card:lost", "token:spy", "person:valmiki")
LOOT = ("trade", "culture", "resource", "token", "discard_coin", "technology", "card", "steal_coin")
CARD_PARTS = ("use", "pay", "on", "which", "then", "drop")
START_PARTS = ("do", "at", "person", "square", "government", "card", "coin", "relic")
BUNDLES = tuple(f"{way}{kind}" for way in ("give", "get") for kind in ("", "_trade", "_culture"))
CITY_PARTS = ("city", "item", "square", "caravan", "program", "step", "scout", "home")
ACTIONS = (
    *("found", "place", "govern", "invest", "claim"),
    *("offer", "accept", "decline", "withdraw", "act"),
    *("advance", "send", "move", "play", "play_on", "use", "show", "drop", "done"),
)
SHEET = (
    *("trade", "culture", "coins", "step", "realm", "technologies", "holdings"),
    *("forces", "cards"),
    *("armies", "scouts", "units", "rank", "culture_cards", "tokens", "people_hidden"),
    *("units_held", "unit_cards"),
)

TABLES: Mapping[str, Iterable[str]] = {
    "technology": (*tables.TECHNOLOGIES, "blank"),
    "civilization": tables.CIVILIZATIONS,
    "government": tables.GOVERNMENTS,
    "policy": tables.POLICIES,
    "investment": tables.INVESTMENTS,
    "building": tables.BUILDINGS,
    "person_type": tables.PERSON_TYPES,
    "units": tables.UNITS,
    "wonder": tables.WONDERS,
    "card": tables.CULTURE,
    "person": tables.PEOPLE,
    "token": tables.TOKENS,
    "city_state": tables.CITY_STATES,
    "relic": tables.RELICS,
    "resource": tables.ALL_RESOURCES,
    "terrain": (*tables.TERRAIN_LETTERS, "land"),
    "effect.technology": tables.TECHNOLOGIES,
    "effect.civilization": tables.CIVILIZATIONS,
    "effect.government": tables.GOVERNMENTS,
    "effect.policy": tables.POLICIES,
    "effect.investment": tables.INVESTMENTS,
    "effect.wonder": tables.WONDERS,
    "effect.card": tables.CULTURE,
    "effect.person": tables.PEOPLE,
    "effect.token": tables.TOKENS,
    "phase": {*PHASES, *ruleset("civ2010").titles, "finished", "standing_orders"},
    "end": ENDS,
    "won_by": {"military", "culture", "economic", "technology"},
    "points": ("victory", "culture", "coins", "technologies", "cities"),
    "orders": {key for keys in StandingOrders.choices.values() for key in keys},
    "order": (*StandingOrders.choices, "more"),
    "price": ("trade", "production", "culture", *tables.ALL_RESOURCES, "any"),
    "option.loot": LOOT,
    "option.do": ACTIONS,
    "sheet": SHEET,
    "currency": ("trade", "culture"),
    "deaths": ("nobody", "attacker", "defender", "all"),
    "unseen": ("card", "token"),
    "paid": ("market", "token", "spy", "curie"),
    # Random players seldom come to every part of a form.
    "field.start": (*START_PARTS, *CARD_PARTS),
    "field.trade": ("do", "to", *BUNDLES, "offer", *CARD_PARTS),
    "field.cities": ("do", *CITY_PARTS, *CARD_PARTS),
    "field.movement": ("do", "from", "figures", "target", *CARD_PARTS),
    "field.fight": ("do", "unit", "front", *CARD_PARTS),
    "field.any_time": ("do", "show", *CARD_PARTS),
    "field.interrupt": ("do", *CARD_PARTS),
    "field.second_item": ("item", "square"),
}
VALUES: Mapping[str, Sequence[Any]] = {
    "place": ("C4", "AB12"),
    "start": ("C3",),
    "phase": PHASES,
    "reason": ENDS,
    "GameEnded.seat": (0, -1),
    "civilization": tuple(tables.CIVILIZATIONS),
    "figure": ("army", "scout"),
    "policy": tuple(tables.POLICIES),
    "government": tuple(tables.GOVERNMENTS),
    "Invested.card": tuple(tables.INVESTMENTS),
    "Gained.trade": (3, 0),
    "Gained.culture": (2,),
    "where": ("sheet", "pottery", "panama_canal"),
    "resource": tables.RESOURCES,
    "Spent.what": ("iron", "token.spy", "card.lost", "wild.silk", "spy:iron:token.silk"),
    "TileTurned.tile": ("tile01",),
    "source": ("card",),
    "Used.card": ("lost", "sabotage"),
    "Used.target": ("", "C4", "pottery", "1", "1>sheet", "sheet>1", "wonder:colossus", "unit:1"),
    "Cancelled.card": ("lost",),
    "means": ("card:jousting_tourney", "technology:writing", "person:mark_twain"),
    "card": tuple(tables.CULTURE),
    "PersonCardSeen.card": tuple(tables.PEOPLE),
    "PersonCardShown.card": tuple(tables.PEOPLE),
    "PersonCardLost.card": tuple(tables.PEOPLE),
    "token": tuple(tables.TOKENS),
    "FigureSpent.token": ("fortification", "caravan", "lesson"),
    "person": tuple(tables.PERSON_TYPES),
    "item": ("library", "army", "infantry", "walls"),
    "city": ("C3", ""),
    "Built.place": ("C4", ""),
    "ProgramStored.city": ("C3",),
    "ArtsHarvested.city": ("C3",),
    "ArtsHarvested.culture": (2,),
    "ResourceHarvested.city": ("C3",),
    "wonder": tuple(tables.WONDERS),
    "piece": ("library", "colossus", "artist"),
    "role": ("building", "wonder", "person"),
    "basic": ("library",),
    "building": ("university",),
    "unit": tuple(tables.UNITS),
    "armies": (2, 1),
    "scouts": (1, 0),
    "terrain": tuple(tables.TERRAIN_LETTERS),
    "tokens": ((("C4", "spy"), ("", "teacher")), ()),
    "marker": tuple(tables.CITY_STATES),
    "relic": tuple(tables.RELICS),
    "BattleBegan.attacker": (0, -1),
    "BattleBegan.defender": (1, -1),
    "Duelled.attacker": tuple(tables.UNITS),
    "Duelled.defender": tuple(tables.UNITS),
    "wounds": (2, 1),
    "Duelled.wounds": ((1, 2),),
    "Duelled.dead": ((False, False), (True, False), (False, True), (True, True)),
    "kind": ("figures", "city", "village", "horde"),
    "winner": (0, -1),
    "scores": ((12, 9),),
    "bonuses": ((2, 0),),
    "loot": ("trade", "culture", "token", "card"),
    "Looted.what": ("",),
    "LootSeen.what": HIDDEN,
    "technology": tuple(tables.TECHNOLOGIES),
    "gave": (("iron", "card:lost", "card:lost"), (), ("card", "token")),
    "got": (("silk",), ()),
    "why": ("withdrawn", "declined", "void"),
    "Gained.why": ("", "aztecs"),
}
