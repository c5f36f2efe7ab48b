"""The quick reference of the 2010 rules, from its tables."""

from __future__ import annotations

from engine.core.charts import ReferenceLine
from engine.core.reference import figures, group, line, or_none, signed, word
from engine.core.text import Text
from engine.rulesets.civ2010.sheet.culture import HAND
from engine.rulesets.civ2010.tables import (
    AIRCRAFT_COST,
    ARMIES,
    ARMY_COST,
    BASE_LIMITS,
    BATTLE_HAND,
    BATTLE_HAND_IN_CITY,
    BATTLE_HAND_PER_ARMY,
    BUILDINGS,
    CAPITAL_DEFENCE,
    CITY_DEFENCE,
    CITY_STATE_DEFENCE,
    COINS_TO_WIN,
    FORTIFICATION,
    METROPOLIS,
    MOST_TRADE,
    PERSON_STEPS,
    RUSH_TRADE,
    SCOUT_COST,
    SCOUTS,
    STEP_COSTS,
    STEPS,
    TECHNOLOGY_COST,
    TERRAIN_ICONS,
    TERRAIN_NAMES,
    UNIT_COST,
    UNITS,
    WALLS,
    WALLS_COST,
    step_level,
)

YIELDS = tuple(word(f"yield.{name}") for name in ("trade", "production", "culture", "coin"))


def culture_steps() -> tuple[list[ReferenceLine], list[Text]]:
    """What a step of the culture track costs in each third, and the heads of the thirds."""
    thirds = range(len(STEP_COSTS))
    steps = [[s for s in range(1, STEPS + 1) if step_level(s) == third + 1] for third in thirds]
    columns = [word("steps", least=third[0], most=third[-1]) for third in steps]
    lines = [
        line(YIELDS[2], *(culture for culture, _ in STEP_COSTS)),
        line(YIELDS[0], *(or_none(trade) for _, trade in STEP_COSTS)),
        line("people", word("at_steps", steps=", ".join(map(str, PERSON_STEPS)))),
    ]
    return lines, columns


def buildings() -> list[ReferenceLine]:
    """What buildings cost and give (rule: buildings)."""
    return [
        line(
            Text(f"building.{name}"),
            each.cost,
            *map(or_none, (each.trade, each.production, each.culture, each.coin, each.combat)),
        )
        for name, each in BUILDINGS.items()
    ]


GROUPS = (
    figures(
        "victory",
        military=word("take_capital"),
        economic=word("coins", n=COINS_TO_WIN),
        cultural=word("last_step", n=STEPS),
        scientific=word("top_level", n=len(TECHNOLOGY_COST) - 1),
    ),
    group(
        "research",
        [line(YIELDS[0], *TECHNOLOGY_COST[1:])],
        [word("level", n=level) for level in range(1, len(TECHNOLOGY_COST))],
    ),
    group(
        "recruiting",
        [line(YIELDS[1], *UNIT_COST[1:], AIRCRAFT_COST)],
        [*(word("rank", n=rank) for rank in range(1, len(UNIT_COST))), Text("unit.aircraft")],
    ),
    figures(
        "making",
        army=ARMY_COST,
        scout=SCOUT_COST,
        walls=WALLS_COST,
        rushing=word("trade_for_one", n=RUSH_TRADE),
    ),
    group(
        "buildings",
        buildings(),
        [word("cost"), *YIELDS, word("yield.combat")],
    ),
    group(
        "squares",
        [
            line(Text(f"terrain.{TERRAIN_NAMES[letter]}"), *map(or_none, icons[:2]))
            for letter, icons in TERRAIN_ICONS.items()
        ],
        YIELDS[:2],
    ),
    group(
        "battle",
        [
            line("hand", BATTLE_HAND),
            line("per_army", signed(BATTLE_HAND_PER_ARMY)),
            line("hand_in_city", signed(BATTLE_HAND_IN_CITY)),
            *(
                line(Text(f"unit.{name}"), word("counters", other=unit.beats))
                for name, unit in UNITS.items()
                if unit.beats
            ),
            line("tie", word("defender_wins")),
        ],
    ),
    figures(
        "defence",
        city=signed(CITY_DEFENCE),
        capital=signed(CAPITAL_DEFENCE),
        walls=signed(WALLS),
        metropolis=signed(METROPOLIS),
        fortification=signed(FORTIFICATION),
        city_state=signed(CITY_STATE_DEFENCE),
    ),
    group("culture", *culture_steps()),
    figures(
        "limits",
        speed=BASE_LIMITS["speed"],
        stacking=BASE_LIMITS["stacking"],
        cities=BASE_LIMITS["city_limit"],
        armies=ARMIES,
        scouts=SCOUTS,
        culture_hand=HAND,
        most_trade=MOST_TRADE,
    ),
)
