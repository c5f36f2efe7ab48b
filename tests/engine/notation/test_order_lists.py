"""Several orders on one line."""

from __future__ import annotations

import pytest

from engine.notation.order_lists import orders_on


@pytest.mark.parametrize(
    ("ruleset", "line", "orders"),
    [
        ("standard", "end", ["end"]),
        ("standard", "look gobi; end", ["look gobi", "end"]),
        ("standard", "move 2 swordsman, settler gobi > steppe", None),
        (
            "standard",
            "move settler gobi -> steppe, swordsman, horseman nile -> nubia",
            ["move settler gobi -> steppe", "move swordsman, horseman nile -> nubia"],
        ),
        (
            "standard",
            "Move settler gobi > steppe, look gobi, move settler nile > nubia",
            ["Move settler gobi > steppe", "look gobi", "move settler nile > nubia"],
        ),
        ("standard", "grow gobi, steppe,", ["grow gobi", "grow steppe"]),
        ("advanced", "sell 2 swordsman gobi, galley", ["sell 2 swordsman gobi", "sell galley"]),
        ("advanced", "buy wheel, 2 swordsman gobi", ["buy wheel", "buy 2 swordsman gobi"]),
        ("advanced", "buy wheel, grow gobi", ["buy wheel", "grow gobi"]),
        ("advanced", "assign temple gobi, free steppe", None),
        ("standard", "offer brad 5 gold, loan gobi > loan nile, 2 gold", None),
        ("fast_play", "build swordsman gobi, steppe", None),
        ("rhye", "action recruitment raise 2 swordsman gobi, galley gobi", None),
        ("standard", " ; , ;", [","]),
    ],
)
def test_a_line_falls_into_orders_by_its_text_alone(
    ruleset: str, line: str, orders: list[str] | None
) -> None:
    assert orders_on(ruleset, line) == (orders or [line])
