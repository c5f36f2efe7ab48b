"""The quick reference of the Advanced rules: what is not here is as in Standard's."""

from __future__ import annotations

from engine.core.charts import ReferenceGroup, ReferenceLine
from engine.core.reference import group, line, listed, or_none, signed, word
from engine.core.text import Text
from engine.rulesets.advanced.tables import TABLES
from engine.rulesets.standard.reference import (
    FIGHTERS,
    critical,
    exploring,
    growth,
    monopolies,
    movement,
    prices,
    superiority,
)
from engine.world.reference import by_role, eras, sizes
from engine.world.roster import Unit


def aircraft_dice() -> Text:
    """How many dice aircraft add to the unit they support, level by level (aircraft-battle)."""
    return listed(signed(each.dice) for each in TABLES.levels if each.role == "aircraft")


def levels(unit: Unit, era: int) -> Text:
    """The dice of a piece at each of its levels (rule: battle-dice)."""
    found = TABLES.kind_levels[TABLES.units.index(unit)]
    dice = (Text("cards.dice", {"dice": each.dice, "plus": each.plus}) for each in found)
    return word("levels", texts=tuple(dice))


def city_gold() -> ReferenceGroup:
    """What settlements pay by size and mood (rule: city-production)."""
    lines: list[ReferenceLine] = []
    for land, gold in TABLES.city.items():
        rows = {
            "happy": gold.happy,
            "happy_productive": gold.happy_productive,
            "unhappy": gold.unhappy,
            "unhappy_productive": gold.unhappy_productive,
        }
        lines += [line(word(f"city.{land}.{mood}"), *row) for mood, row in rows.items()]
    return group("city_gold", lines, sizes())


def trade_range() -> ReferenceGroup:
    """How far trade reaches (rule: trade-range)."""
    lines = []
    for each in TABLES.trade_range:
        label = Text(f"technology.{each.technology}") if each.technology else word("at_first")
        far = word("anywhere") if each.unlimited else None
        lines.append(line(label, far or or_none(each.land), far or or_none(each.sea)))
    return group("range", lines, [word("by_land"), word("by_sea")])


GROUPS = (
    group(
        "prices",
        [
            *prices(TABLES),
            line("improvement", *TABLES.prices.improvement),
            line("fee", *TABLES.fee),
            line("colony_ship", Text("gold", {"n": TABLES.prices.colony_ship})),
            line("old_units", word("share", n=TABLES.sale_share)),
        ],
        eras(TABLES),
    ),
    growth(TABLES),
    group(
        "battle",
        [
            *by_role(TABLES, levels, FIGHTERS),
            line("aircraft_adds", aircraft_dice()),
            *superiority(TABLES),
            line("defence", signed(TABLES.settlement_defence)),
            line("tie", word("tie_removes")),
        ],
        eras(TABLES),
    ),
    movement(TABLES, line("carrier", word("carried_aircraft", n=TABLES.aircraft_per_carrier))),
    city_gold(),
    group(
        "income",
        [
            line("critical_bonus", Text("gold", {"n": TABLES.critical_bonus})),
            line("kind_bonus", Text("gold", {"n": TABLES.kind_bonus})),
            line("always_happy", listed(Text(f"marker.{name}") for name in TABLES.always_happy)),
            line("least", Text("gold", {"n": TABLES.minimum_income})),
        ],
    ),
    monopolies(TABLES),
    critical(TABLES),
    trade_range(),
    exploring(TABLES),
    group(
        "points",
        [
            line("size_points", TABLES.points.settlement_size),
            line("wonder_points", TABLES.points.wonder),
            line("seminal_points", TABLES.points.seminal),
            line("technology_points", TABLES.points.technology),
            line("unit_points", TABLES.points.unit),
            line("united_nations", TABLES.points.united_nations),
        ],
    ),
)
