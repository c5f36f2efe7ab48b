"""The quick reference of the Rhye's and Fall rules, from its tables."""

from __future__ import annotations

from engine.core.charts import ReferenceLine
from engine.core.reference import figures, group, line, or_none, signed, word
from engine.core.text import Text
from engine.rulesets.rhye.tables import (
    GOVERNMENTS,
    LEVELS,
    RELIGIONS,
    TABLES,
    UNITS,
    Government,
    Religion,
)
from engine.world.cards import gold

CHANGES = TABLES.changes
TAXES = TABLES.taxation


def adopted(kind: str, each: Government | Religion) -> ReferenceLine:
    """What a government or religion needs and does (rules: governments, religions)."""
    does = Text(f"cards.{kind}.{each.id}")
    if not each.technology:
        return line(Text(f"{kind}.{each.id}"), does)
    return line(
        Text(f"{kind}.{each.id}"), word("needing", technology=each.technology, does=(does,))
    )


GROUPS = (
    group(
        "units",
        [
            line(
                Text(f"unit.{unit.id}"),
                or_none(unit.attack),
                or_none(unit.defence),
                Text("cards.anywhere") if unit.role == "nuke" else unit.moves,
                unit.cost,
                Text(f"technology.{unit.technology}") if unit.technology else word("none"),
            )
            for unit in UNITS
        ],
        [word("attack"), word("defence"), word("moves"), word("gold"), word("needs")],
    ),
    figures(
        "battle",
        hit=word("from", n=TABLES.hit_from),
        tie=word("roll_again"),
        capital=word("one_die"),
        cargo=word("cargo_pieces", n=TABLES.fleet_capacity),
    ),
    group(
        "prices",
        [
            line("city_price", gold(TABLES.prices.city)),
            line("clearing", gold(TABLES.prices.clearing)),
            line("research", word("free")),
            line(word("buying", n=TABLES.prices.owners_to_buy), gold(TABLES.prices.technology)),
        ],
    ),
    figures(
        "recruitment",
        village_land=TABLES.recruitment.village_land,
        city_land=TABLES.recruitment.city_land,
        city_fleets=TABLES.recruitment.city_fleets,
    ),
    figures(
        "taxation",
        tax_wonder=TAXES.wonder,
        tax_village=TAXES.village,
        tax_city=TAXES.city,
        any_three=TAXES.any_three,
        three_alike=TAXES.three_alike,
        solid=TAXES.solid,
        very_solid=TAXES.very_solid,
    ),
    figures(
        "stability",
        consolidation=signed(CHANGES.consolidation),
        founding=signed(CHANGES.founding),
        taxing=signed(CHANGES.taxation),
        revolution=signed(CHANGES.revolution),
        minor_conquest=signed(CHANGES.minor_conquest),
        destroyed=signed(CHANGES.destroyed),
        shock=signed(CHANGES.shock),
    ),
    group(
        "revolts",
        [
            *(
                line(Text(f"stability.{level}"), word("needed", n=TABLES.revolts[level]))
                for level in reversed(LEVELS)
                if level in TABLES.revolts
            ),
            line(Text(f"stability.{LEVELS[0]}"), word("half")),
            line("breaks_away", word("from", n=TABLES.revolt_from)),
        ],
    ),
    group("governments", [adopted("government", each) for each in GOVERNMENTS]),
    group("religions", [adopted("religion", each) for each in RELIGIONS]),
    figures(
        "exploring", treasure=gold(TABLES.treasure), minor=gold(TABLES.minor_civilization.gold)
    ),
    group(
        "points",
        [
            line(word("gold_for_one", n=TABLES.points.gold_for_one), 1),
            line("city_points", TABLES.points.city),
            line("wonder_points", TABLES.points.wonder),
            line(word("firsts_for_one", n=TABLES.points.firsts_for_one), 1),
            line("score_end", word("rounds", n=TABLES.rounds_after_last_technology)),
            line(
                "domination",
                word("regions", n=TABLES.domination_regions, units=TABLES.domination_units),
            ),
        ],
    ),
)
