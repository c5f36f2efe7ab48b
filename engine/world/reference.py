"""The parts of quick references that rule sets on the world board share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.core.charts import ReferenceGroup, ReferenceLine
from engine.core.reference import figures, line, listed, value, word
from engine.core.text import Text
from engine.world.roster import Unit
from engine.world.tables import WorldTables

SIZES = (1, 2, 3, 4)


def eras(tables: WorldTables) -> tuple[Text, ...]:
    """The eras as heads of columns."""
    return tuple(Text(f"era.{era}") for era in tables.eras)


def sizes(first: int = 1) -> tuple[Text, ...]:
    """The sizes of settlements as heads of columns."""
    return tuple(Text(f"size.{size}") for size in SIZES[first - 1 :])


def by_role(
    tables: WorldTables,
    figure: Callable[[Unit, int], Text | int],
    roles: Sequence[str] = ("settler", "infantry", "cavalry", "artillery", "fleet", "aircraft"),
) -> list[ReferenceLine]:
    """A figure of units by role and era; roles that are alike in all eras share a line."""
    alike: list[tuple[tuple[Text, ...], list[str]]] = []
    for role in roles:
        values = tuple(_figure(tables, role, era, figure) for era in range(len(tables.eras)))
        same = next((names for found, names in alike if found == values), None)
        if same is None:
            alike.append((values, [role]))
        else:
            same.append(role)
    return [
        line(listed(word(f"role.{role}") for role in names), *values) for values, names in alike
    ]


def _figure(
    tables: WorldTables, role: str, era: int, figure: Callable[[Unit, int], Text | int]
) -> Text:
    """The figure of the unit of a role in an era; settlers are the same in all."""
    for unit in tables.units:
        if unit.role == role and (unit.era == era or role == "settler"):
            return value(figure(unit, era))
    return word("none")


def moves(unit: Unit, era: int) -> int:
    """How far a unit goes."""
    return unit.moves


def points(tables: WorldTables) -> ReferenceGroup:
    """What counts in the end (rule: scoring)."""
    return figures(
        "points",
        size_points=tables.points.settlement_size,
        technology_points=tables.points.technology,
        wonder_points=tables.points.wonder,
    )


def plague(tables: WorldTables) -> ReferenceLine:
    """How far from its place a plague strikes, era by era (rule: plague)."""
    return line("plague", *tables.plague_radius)
