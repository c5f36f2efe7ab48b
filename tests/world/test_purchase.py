"""The purchase form of the kit, with a shop of its own on a Standard board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import pytest

from engine.core.grammar import Option, Unfit, Value
from engine.core.question import Fault
from engine.core.text import Text
from engine.rulesets.standard.state import State
from engine.world.purchase import BUY, COUNT, DONE, WHERE, Shop, Stock, UnitStock
from tests.standard.builders import a_game


class Guards(UnitStock["ToyShop"]):
    """Swordsmen for 3 gold, at home."""

    keys, nowhere = ("swordsman",), "no_settlement"

    def price(self, shop: ToyShop, key: str) -> int:
        return 3

    def describe(self, shop: ToyShop, key: str) -> Option:
        return Option(key, Text(f"unit.{key}"))


class Feasts(Stock["ToyShop"]):
    """A feast for 5 gold; nobody feasts twice."""

    keys = ("feast",)

    def price(self, shop: ToyShop, key: str) -> int:
        return 5

    def fault(self, shop: ToyShop, key: str) -> Fault:
        return "feasted" if shop.feasted else None


class ToyShop(Shop[State]):
    stocks: ClassVar[Sequence[Stock[Any]]] = (Guards(), Feasts())
    fields = (BUY, WHERE, COUNT)
    feasted = False


def shop(gold: int) -> ToyShop:
    game = a_game().with_settlement("angela", "gobi").with_gold("angela", gold).at("purchase")
    return ToyShop(game.state, 0)


def test_goods_stand_in_the_order_of_the_stocks_as_far_as_they_can_be_paid() -> None:
    assert shop(20).goods == {"swordsman": 3, "feast": 5}
    assert shop(10).form().fields[0].given({}, shop(10)).count() == 3  # type: ignore[union-attr]
    poor = ToyShop(shop(20).state, 1)
    assert (poor.goods, poor.is_open) == ({}, False)


def test_only_what_a_good_needs_is_asked() -> None:
    form = shop(10).form()
    gobi = {"buy": "swordsman", "where": "gobi", "count": 3}
    assert form.validate(gobi) == gobi
    assert form.validate({"buy": "feast"}) == {"buy": "feast"}
    assert form.validate({"buy": DONE}) == {"buy": DONE}
    with pytest.raises(Unfit) as unfit:
        form.validate({"buy": "feast", "where": "gobi"})
    assert unfit.value.code == "unexpected"


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ({"buy": "swordsman", "where": "gobi", "count": 4}, "too_expensive"),
        ({"buy": "swordsman", "where": "nile", "count": 1}, "not_your_settlement"),
        ({"buy": "swordsman", "where": "atlantis", "count": 1}, "no_such_place"),
        ({"buy": "feast"}, "feasted"),
        ({"buy": "cake"}, ""),
        ({"buy": 7}, ""),
        ("feast", ""),
    ],
)
def test_the_stock_of_a_good_says_why_not(order: Value, code: str) -> None:
    now = shop(10)
    now.feasted = True
    with pytest.raises(Unfit) as unfit:
        now.form().validate(order)
    why = now.why_not(order, unfit.value)
    assert (why.code if why is not None else "") == code
