"""What a careful stand-in leaves to the player under the 2010 rules.

Deals, governments, policies once adopted, attacks, and cards that do something to others.
"""

from __future__ import annotations

from engine.core.absence import Care
from engine.core.decision import Decision
from engine.core.grammar import Answers
from engine.rulesets.civ2010.steward.moving import MARKS
from engine.rulesets.civ2010.tables import ABILITIES
from engine.tiles.civ import CivView
from engine.tiles.view import square_of

CARE = Care(
    answered={
        **dict.fromkeys(("civilization", "capital", "first_army", "first_scout"), ()),
        **dict.fromkeys(("wonder_square", "research", "second_item", "adopt", "learn"), ()),
        **dict.fromkeys(("learn_free", "second_technology", "resource", "free_unit"), ()),
        **dict.fromkeys(("invest_free", "keep_card", "discard_card", "free_step"), ()),
        **dict.fromkeys(("keep_person", "place_person", "founder", "step_aside"), ()),
        **dict.fromkeys(("metropolis", "free_building", "building_square", "free_item"), ()),
        **dict.fromkeys(("figure_square", "fortification", "call_up", "last_stand"), ()),
        **dict.fromkeys(("rescue", "nurse", "loot", "second_harvest", "tradition_army"), ()),
        "start": ("found", "place", "invest", "claim", "use", "done"),
        "cities": ("act", "advance", "send", "use", "done"),
        "movement": ("move", "use", "done"),
        "fight": ("play", "play_on", "use", "done"),
    },
    left={
        **dict.fromkeys(("trade", "answer", "reward", "take_coin", "raze"), ()),
        **dict.fromkeys(("give_up_policy", "fall_back", "switch_policy", "new_policy"), ()),
        "start": ("govern", "drop"),
        "cities": ("drop",),
        "movement": ("drop",),
        "fight": ("drop",),
    },
)
GOOD_FOR_ITS_USER = (
    *("gain", "coin", "wonder_coin", "step", "person", "draw_card", "learn", "resource"),
    *("harvest", "free_aircraft", "free_building", "free_harbors", "free_item", "free_figure"),
    *("free_walls", "act_again", "production", "festival", "cheap_wonder", "wealth", "recruit"),
    *("call_up", "culture_bonus", "heal", "sharpen", "wound"),
)
"""What cards do that concerns nobody else, or only whoever is fought already."""


def is_grave(view: CivView, decision: Decision, value: Answers) -> bool:
    """Whether an answer is an attack, risks the last army, or does something to others."""
    if value.get("do") == "use":
        return ABILITIES[value["use"]].do not in GOOD_FOR_ITS_USER
    if decision.kind != "movement" or value.get("do") != "move":
        return False
    target = square_of(str(value["target"]).rstrip(MARKS))
    seat = decision.seat
    if any(city.owner != seat and target in city.squares for city in view.cities):
        return True
    if any(f.owner != seat and (f.x, f.y) == target for f in view.figures):
        return True
    armies = sum(figures.armies for figures in view.figures if figures.owner == seat)
    is_village = any(t.kind == "village" and (t.x, t.y) == target for t in view.tokens)
    return armies <= 1 and is_village
