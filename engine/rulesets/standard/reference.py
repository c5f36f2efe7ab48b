"""The quick reference of the Standard rules, from its tables."""

from __future__ import annotations

from engine.core.charts import ReferenceGroup, ReferenceLine
from engine.core.reference import figures, group, line, listed, or_none, signed, word
from engine.core.text import Text
from engine.rulesets.standard.tables import BEATS, SCIENCE, TABLES, Tables
from engine.world.cards import gold
from engine.world.reference import SIZES, by_role, eras, moves, plague, points, sizes
from engine.world.roster import Unit

FIGHTERS = ("infantry", "cavalry", "artillery", "fleet")


def prices(tables: Tables) -> list[ReferenceLine]:
    """What pieces cost in each era (rule: prices)."""
    lines = by_role(tables, lambda unit, era: or_none(tables.prices.of(unit, era)))
    return [*lines, line("village", *tables.prices.village)]


def dice(unit: Unit, era: int) -> int:
    """How many dice a unit rolls (rule: battle-dice)."""
    return TABLES.units[TABLES.roster.index[unit.id]].dice


def growth(tables: Tables) -> ReferenceGroup:
    """What larger settlements cost (rule: upgrades)."""
    return group("growth", [line("growth_price", *tables.prices.growth)], sizes(2))


def superiority(tables: Tables) -> tuple[ReferenceLine, ReferenceLine]:
    """Which army is better than which, and what that adds (rule: superiority)."""
    pairs = (word("pair", one=one, other=other) for one, other in BEATS.items())
    return (
        line("superiority", *(signed(era + 1) for era in range(len(tables.eras)))),
        line("beats", listed(pairs)),
    )


def movement(tables: Tables, *more: ReferenceLine) -> ReferenceGroup:
    """How far pieces go, and what they carry (rules: movement, fleets)."""
    cargo = line("cargo", word("cargo_pieces", n=tables.fleet_capacity))
    return group("moves", [*by_role(tables, moves), cargo, *more], eras(tables))


def monopolies(tables: Tables) -> ReferenceGroup:
    """What several resources of one kind pay (rule: monopolies)."""
    columns = [word("alike", n=count) for count in tables.monopolies]
    return group("monopolies", [line("monopoly", *tables.monopolies.values())], columns)


def critical(tables: Tables) -> ReferenceGroup:
    """Which resource two dice make the critical one (rule: critical-resource)."""
    tops = tables.critical.columns
    firsts = (2, *(top + 1 for top in tops))
    columns = [
        word("sums", least=least, most=most) for least, most in zip(firsts, tops, strict=False)
    ]
    lines = [
        line(Text(f"era.{era}"), *(Text(f"marker.{resource}") for resource in row))
        for era, row in zip(tables.eras, tables.critical.rows, strict=True)
    ]
    return group("critical", lines, columns)


def exploring(tables: Tables) -> ReferenceGroup:
    """What markers bring, and what terrain bears (rules: treasure, plague, terrain)."""
    bears = [
        line(Text(f"marker.{name}"), word("largest", size=size) if size else word("no_settlement"))
        for name, size in tables.largest_settlement.items()
    ]
    treasure = line("treasure", gold(tables.treasure))
    return group("exploring", [plague(tables), treasure, *bears], eras(tables))


def technology_price() -> Text:
    """What the next technology costs (rule: technologies)."""
    price = TABLES.technology_price
    return word("technology_price", base=price.base, more=price.per_technology)


def milestones() -> list[ReferenceLine]:
    """What earns a wonder in each era (rule: wonders)."""
    lines = []
    for number, era in enumerate(TABLES.eras):
        reached = [wonder.goal for wonder in TABLES.wonders if wonder.era == number]
        named = (Text(f"milestone.{thing}", {"n": n, "era": era}) for thing, n in reached)
        lines.append(line(Text(f"era.{era}"), listed(named)))
    return lines


GROUPS = (
    group("prices", prices(TABLES), eras(TABLES)),
    growth(TABLES),
    figures(
        "technologies",
        next_technology=technology_price(),
        era_ends=word("technologies_of_era", n=TABLES.technologies_that_end_an_era),
    ),
    group(
        "battle",
        [
            *by_role(TABLES, dice, FIGHTERS),
            *superiority(TABLES),
            line("science", word("science_bonus", n=SCIENCE)),
            line("tie", word("tie_removes")),
        ],
        eras(TABLES),
    ),
    movement(TABLES),
    group(
        "income",
        [
            line("settlement_gold", *SIZES),
            line("fertile", signed(1)),
            line("science_gold", word("science_income")),
            line("least", gold(TABLES.minimum_income)),
        ],
        sizes(),
    ),
    monopolies(TABLES),
    critical(TABLES),
    exploring(TABLES),
    group("milestones", milestones()),
    points(TABLES),
)
