"""The quick reference of the Advanced rules: what is not here is as in Standard's."""

from __future__ import annotations

from msgspec.structs import asdict

from engine.core.charts import ReferenceGroup
from engine.core.reference import figures, group, line, listed, or_none, signed, word
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
from engine.world.cards import gold
from engine.world.reference import by_role, eras, sizes
from engine.world.roster import Unit


def aircraft_dice() -> Text:
    """How many dice aircraft add to the unit they support, level by level (aircraft-battle)."""
    return listed(signed(each.dice) for each in TABLES.levels if each.role == "aircraft")


def levels(unit: Unit, era: int) -> Text:
    """The dice of a piece at each of its levels (rule: battle-dice)."""
    found = (each for each in TABLES.levels if (each.role, each.era) == (unit.role, era))
    dice = (Text("cards.dice", {"dice": each.dice, "plus": each.plus}) for each in found)
    return word("levels", texts=tuple(dice))


def city_gold() -> ReferenceGroup:
    """What settlements pay by size and mood (rule: city-production)."""
    lines = [
        line(word(f"city.{land}.{mood}"), *row)
        for land, rows in TABLES.city.items()
        for mood, row in asdict(rows).items()
    ]
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
            line("colony_ship", gold(TABLES.prices.colony_ship)),
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
    figures(
        "income",
        critical_bonus=gold(TABLES.critical_bonus),
        kind_bonus=gold(TABLES.kind_bonus),
        always_happy=listed(Text(f"marker.{name}") for name in TABLES.always_happy),
        least=gold(TABLES.minimum_income),
    ),
    monopolies(TABLES),
    critical(TABLES),
    trade_range(),
    exploring(TABLES),
    figures(
        "points",
        size_points=TABLES.points.settlement_size,
        wonder_points=TABLES.points.wonder,
        seminal_points=TABLES.points.seminal,
        technology_points=TABLES.points.technology,
        unit_points=TABLES.points.unit,
        united_nations=TABLES.points.united_nations,
    ),
)
