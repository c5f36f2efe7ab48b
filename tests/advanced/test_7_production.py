"""Rulebook 7: what settlements, resources and wonders pay."""

from __future__ import annotations

import pytest

from engine.rulesets.advanced.events import Produced
from engine.rulesets.advanced.tables import TABLES
from tests.advanced.builders import Arrangement, Game, a_game


def the_three() -> Arrangement:
    """The printed example: improvements of this era stand in for those of the past one."""
    return (
        a_game()
        .in_era("medieval")
        .with_settlement("angela", "gobi", "village", "wine")
        .with_settlement("angela", "steppe", "village", "wine")
        .with_settlement("angela", "siberia", "village", "wine")
        .with_improvements("angela", "bank")
        .with_settlement("brad", "gaul", "village", "wine")
        .with_settlement("brad", "iberia", "town", "spices")
        .with_settlement("brad", "italia", "town", "fertile")
        .with_improvements("brad", "castle")
        .with_settlement("chris", "nile", "town")
        .with_settlement("chris", "nubia", "town", "oil")
        .with_improvements("chris", "bank")
    )


def earned(game: Game) -> dict[int, Produced]:
    return {event.seat: event for event in game.events(Produced)}


def test_7_income_is_the_sum_of_its_parts() -> None:
    for event in earned(the_three().at("production", dice=(4, 4))).values():
        parts = event.cities + event.critical + event.kinds + event.monopolies + event.wonders
        assert event.income == max(parts, 10)


def test_7_1_example_a_settlements_pay_by_size_mood_and_resource() -> None:
    paid = earned(the_three().at("production", dice=(4, 4)))
    assert [paid[seat].cities for seat in range(3)] == [16, 16, 13]


@pytest.mark.parametrize("size", range(1, 5))
@pytest.mark.parametrize("resource", [True, False])
def test_7_1_productive_settlements_pay_double(size: int, resource: bool) -> None:
    gold = TABLES.city["resource" if resource else "plain"]
    assert gold.happy_productive[size - 1] == 2 * gold.happy[size - 1]
    assert gold.unhappy_productive[size - 1] == 2 * gold.unhappy[size - 1]


def test_7_2_example_a_the_critical_resource_brings_fifteen() -> None:
    paid = earned(the_three().at("production", dice=(4, 4)))
    assert [paid[seat].critical for seat in range(3)] == [0, 15, 0]


def test_7_3_example_a_each_kind_of_resource_brings_three() -> None:
    paid = earned(the_three().at("production", dice=(4, 4)))
    assert [paid[seat].kinds for seat in range(3)] == [3, 6, 3]


def test_7_4_example_a_three_alike_are_a_monopoly() -> None:
    paid = earned(the_three().at("production", dice=(4, 4)))
    assert [paid[seat].monopolies for seat in range(3)] == [20, 0, 0]
    assert [paid[seat].income for seat in range(3)] == [39, 37, 16]


def test_7_5_nobody_receives_less_than_ten() -> None:
    paid = earned(a_game().at("production", dice=(1, 1)))
    assert {event.income for event in paid.values()} == {10}


@pytest.mark.parametrize(
    ("wonder", "era", "gold"),
    [
        ("colossus", "ancient", 5),
        ("great_lighthouse", "ancient", 5),
        ("smiths_trading_company", "gunpowder", 10),
    ],
)
def test_7_6_wonders_pay_while_their_era_lasts(wonder: str, era: str, gold: int) -> None:
    now = a_game().in_era(era).with_card_wonders("angela", wonder)
    assert earned(now.at("production", dice=(1, 1)))[0].wonders == gold
    later = a_game().in_era("modern").with_card_wonders("angela", wonder)
    assert earned(later.at("production", dice=(1, 1)))[0].wonders == 0


def test_7_6_the_gold_of_wonders_counts_towards_the_minimum() -> None:
    game = a_game().with_card_wonders("angela", "colossus")
    poor = earned(game.at("production", dice=(1, 1)))[0]
    assert (poor.cities, poor.wonders, poor.income) == (2, 5, 10)
