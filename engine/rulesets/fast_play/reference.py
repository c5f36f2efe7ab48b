"""The quick reference of the Fast Play rules, from its tables."""

from __future__ import annotations

from engine.core.charts import ReferenceLine
from engine.core.reference import figures, group, line, listed, signed, word
from engine.core.text import Text
from engine.rulesets.fast_play.battle.values import base_value
from engine.rulesets.fast_play.tables import (
    BARREN,
    ENOUGH,
    ERAS,
    MARKERS,
    RESOURCES,
    TABLES,
    TOWN_RESOURCES,
    UNLOCKING,
)
from engine.world.cards import gold
from engine.world.reference import by_role, eras, moves, plague, points, sizes

UNITS = ("infantry", "cavalry", "artillery", "fleet", "aircraft")


def needs() -> list[ReferenceLine]:
    """What must be exploited before a role can be built (rule: buying-units)."""
    return [
        line(
            word("needs", role=role),
            *(Text(f"marker.{name}") if name else word("none") for name in names),
        )
        for role, names in TABLES.needs.items()
    ]


def wonder_bonus() -> list[Text]:
    """What is added to the die for a wonder (rule: wonder-attempt)."""
    return [signed(TABLES.wonder_step * (era + 1)) for era in range(len(ERAS))]


GROUPS = (
    group(
        "prices",
        [
            *by_role(TABLES, lambda unit, era: TABLES.prices.unit[era], UNITS),
            line("settler", gold(TABLES.prices.settler)),
            line("technology", *TABLES.prices.technology[: len(ERAS)]),
            line("last_technology", gold(TABLES.prices.technology[-1])),
            *needs(),
        ],
        eras(TABLES),
    ),
    group(
        "growth", [line("grows_to", *sizes()), line("growth_price", word("own_gold"))], eras(TABLES)
    ),
    group(
        "battle",
        [
            *by_role(TABLES, lambda unit, era: base_value(TABLES.roster.index[unit.id]), UNITS),
            line("open_cavalry", signed(TABLES.battle.open_cavalry)),
            line("open_artillery", signed(TABLES.battle.open_artillery)),
            line("attacking_artillery", signed(TABLES.battle.attacking_artillery)),
            line("defending_infantry", signed(TABLES.battle.defending_infantry)),
            line("science", word("science_bonus")),
            line("hits", word("sixes")),
            line("tie", word("defender_wins")),
        ],
        eras(TABLES),
    ),
    group(
        "moves",
        [*by_role(TABLES, moves), line("crossing", word("cargo_pieces", n=TABLES.fleet_capacity))],
        eras(TABLES),
    ),
    figures(
        "income",
        size_points=gold(TABLES.income.settlement_size),
        technology_points=gold(TABLES.income.technology),
        wonder_points=gold(TABLES.income.wonder),
    ),
    group(
        "exploring",
        [
            plague(TABLES),
            line("treasure", gold(TABLES.treasure)),
            line(listed(Text(f"marker.{name}") for name in UNLOCKING), gold(TABLES.resource_gold)),
            line(
                listed(Text(f"marker.{n}") for i, n in enumerate(RESOURCES) if i in TOWN_RESOURCES),
                word("founds_town"),
            ),
            line(
                listed(Text(f"marker.{name}") for i, name in enumerate(MARKERS) if i in BARREN),
                word("no_settlement"),
            ),
        ],
        eras(TABLES),
    ),
    figures(
        "limits",
        settlements=TABLES.pieces.settlement,
        settlers=TABLES.pieces.settler,
        technologies=ENOUGH,
    ),
    group("wonders", [line("wonder_die", *wonder_bonus())], eras(TABLES)),
    points(TABLES),
)
