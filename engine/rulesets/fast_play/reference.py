"""The quick reference of the Fast Play rules, from its tables."""

from __future__ import annotations

from engine.core.charts import ReferenceLine
from engine.core.reference import group, line, listed, signed, word
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
from engine.world.reference import by_role, eras, moves, plague, sizes

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
            line("settler", Text("gold", {"n": TABLES.prices.settler})),
            line("technology", *TABLES.prices.technology[: len(ERAS)]),
            line("last_technology", Text("gold", {"n": TABLES.prices.technology[-1]})),
            *needs(),
        ],
        eras(TABLES),
    ),
    group(
        "growth",
        [line("grows_to", *sizes()), line("growth_price", word("own_gold"))],
        eras(TABLES),
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
        [
            *by_role(TABLES, moves),
            line("crossing", word("cargo_pieces", n=TABLES.fleet_capacity)),
        ],
        eras(TABLES),
    ),
    group(
        "income",
        [
            line("size_points", Text("gold", {"n": TABLES.income.settlement_size})),
            line("technology_points", Text("gold", {"n": TABLES.income.technology})),
            line("wonder_points", Text("gold", {"n": TABLES.income.wonder})),
        ],
    ),
    group(
        "exploring",
        [
            plague(TABLES),
            line("treasure", Text("gold", {"n": TABLES.treasure})),
            line(
                listed(Text(f"marker.{name}") for name in UNLOCKING),
                Text("gold", {"n": TABLES.resource_gold}),
            ),
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
    group(
        "limits",
        [
            line("settlements", TABLES.pieces.settlement),
            line("settlers", TABLES.pieces.settler),
            line("technologies", ENOUGH),
        ],
    ),
    group(
        "wonders",
        [line("wonder_die", *wonder_bonus())],
        eras(TABLES),
    ),
    group(
        "points",
        [
            line("size_points", TABLES.points.settlement_size),
            line("technology_points", TABLES.points.technology),
            line("wonder_points", TABLES.points.wonder),
        ],
    ),
)
