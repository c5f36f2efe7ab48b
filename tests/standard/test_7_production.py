"""Rulebook chapter 7: production."""

import pytest

from engine.rulesets.standard.events import CriticalRolled, Produced
from tests.standard.builders import BUY_NOTHING, Arrangement, Game, a_game, seat_of

CRITICAL = {
    "ancient": "wine wine horses horses iron iron iron gems gems spices spices",
    "medieval": "wine wine gems gems spices spices spices iron iron horses horses",
    "gunpowder": "oil oil gems gems coal coal coal iron iron horses horses",
    "modern": "coal coal rare_metals rare_metals oil oil oil oil oil iron iron",
}
"""The critical resource of each era for the sums 2 to 12."""
TABLE = [
    (era, total, resource)
    for era, row in CRITICAL.items()
    for total, resource in enumerate(row.split(), start=2)
]
REGIONS = ("gaul", "iberia", "italia", "hellas", "germania", "sarmatia", "nile", "deccan")


def income(game: Game, name: str) -> Produced:
    return next(event for event in game.events(Produced) if event.seat == seat_of(name))


def holding(*resources: str) -> Arrangement:
    """Angela has a village with each of these resources."""
    game = a_game()
    for place, resource in zip(REGIONS, resources, strict=False):
        game = game.with_settlement("angela", place, marker=resource)
    return game


def the_example() -> Game:
    """Angela, Brad and Chris in the medieval era, and a roll of eight."""
    game = a_game(3).in_era("medieval")
    for place in ("gaul", "iberia", "italia"):
        game = game.with_settlement("angela", place, marker="wine")
    return (
        game.with_technologies("angela", ancient=1, medieval=1)
        .with_settlement("brad", "nile", "village", marker="wine")
        .with_settlement("brad", "libya", "town", marker="spices")
        .with_settlement("brad", "nubia", "town", marker="fertile")
        .with_technologies("brad", ancient=2, medieval=2)
        .with_settlement("chris", "gobi", "town")
        .with_settlement("chris", "steppe", "town", marker="oil")
        .with_technologies("chris", ancient=3, medieval=1)
        .at("production", first="angela", dice=[3, 5])
    )


# 7 Production


def test_7_income_is_added_to_the_gold_one_has_saved() -> None:
    game = a_game().with_gold("angela", 7).at("production", dice=[3, 4])
    assert income(game, "angela").gold == game.gold("angela") == 17


def test_7_everyone_produces_in_the_same_phase() -> None:
    game = a_game(4).at("production", first="chris", dice=[3, 4])
    assert [event.seat for event in game.events(Produced)] == [2, 3, 0, 1]


# 7.1 Settlements


@pytest.mark.parametrize(
    ("size", "gold"), [("village", 1), ("town", 2), ("city", 3), ("metropolis", 4)]
)
def test_7_1_a_settlement_brings_gold_by_its_size(size: str, gold: int) -> None:
    game = a_game().with_settlement("angela", "gobi", size).at("production", dice=[3, 4])
    assert income(game, "angela").cities == gold


def test_7_1_a_metropolis_on_fertile_land_brings_five() -> None:
    game = a_game().with_settlement("angela", "gobi", "metropolis", marker="fertile")
    assert income(game.at("production", dice=[3, 4]), "angela").cities == 5


def test_7_1_fertile_land_doubles_with_the_rest() -> None:
    game = holding("iron").with_settlement("angela", "gobi", "town", marker="fertile")
    assert income(game.at("production", dice=[3, 4]), "angela").cities == 8


def test_7_1_example_a_three_six_and_four_gold() -> None:
    players = the_example().view().players
    assert [player.income.cities for player in players] == [3, 6, 4]


# 7.2 The critical resource


@pytest.mark.parametrize(("era", "total", "resource"), TABLE)
def test_7_2_the_table_names_the_critical_resource(era: str, total: int, resource: str) -> None:
    faces = (total // 2, total - total // 2)
    game = holding(resource).in_era(era).at("production", dice=faces)
    rolled = game.event(CriticalRolled)
    assert (rolled.faces, rolled.resource) == (faces, resource)
    assert income(game, "angela").doubled


@pytest.mark.parametrize(("era", "total", "resource"), TABLE[::3])
def test_7_2_no_other_resource_doubles(era: str, total: int, resource: str) -> None:
    others = {"wine", "horses", "iron", "gems", "spices", "oil", "coal", "rare_metals"} - {resource}
    game = holding(*sorted(others)).in_era(era)
    table = game.at("production", dice=[total // 2, total - total // 2])
    assert not income(table, "angela").doubled
    assert income(table, "angela").cities == 7


def test_7_2_the_dice_are_rolled_for_the_starting_player() -> None:
    game = a_game(3).at("production", first="brad", dice=[3, 4])
    assert game.event(CriticalRolled).seat == seat_of("brad")


def test_7_2_it_is_doubled_once_however_many_one_holds() -> None:
    game = holding("iron", "iron").at("production", dice=[3, 4])
    assert income(game, "angela").cities == 4


def test_7_2_science_and_monopolies_are_not_doubled() -> None:
    game = holding("iron", "iron", "iron").with_technologies("angela", ancient=2)
    earned = income(game.at("production", dice=[3, 4]), "angela")
    assert (earned.cities, earned.science, earned.monopolies) == (6, 2, 20)
    assert earned.income == 28


def test_7_2_the_view_foretells_what_each_resource_would_bring() -> None:
    game = holding("iron", "gems").with_settlement("angela", "gobi", "metropolis").at("trade")
    assert game.player("angela").income.if_critical == {"iron": 12, "gems": 12}
    assert game.player("angela").income.total == 10


def test_7_2_a_resource_nobody_has_settled_counts_for_nobody() -> None:
    game = a_game().with_units("angela", "gobi", settler=1).with_marker("gobi", "iron", up=True)
    assert not income(game.at("production", dice=[3, 4]), "angela").doubled


def test_7_2_example_a_spices_double_brads_six_gold() -> None:
    game = the_example()
    assert game.event(CriticalRolled) == CriticalRolled(0, (3, 5), "spices")
    assert [(e.cities, e.doubled) for e in game.events(Produced)] == [
        *((3, False), (12, True), (4, False))
    ]


# 7.3 Science


@pytest.mark.parametrize(
    ("resources", "technologies", "gold"),
    [
        ((), 4, 0),
        (("wine",), 0, 0),
        (("wine",), 1, 1),
        (("wine", "wine"), 2, 2),
        (("wine", "oil", "coal"), 2, 6),
        (("wine", "oil", "oil", "coal"), 5, 15),
    ],
)
def test_7_3_different_resources_times_technologies(
    resources: tuple[str, ...], technologies: int, gold: int
) -> None:
    game = holding(*resources).with_technologies("angela", ancient=technologies)
    assert income(game.at("production", dice=[3, 4]), "angela").science == gold


def test_7_3_technologies_of_all_eras_count() -> None:
    game = holding("wine", "oil").in_era("gunpowder")
    game = game.with_technologies("angela", ancient=2, medieval=1, gunpowder=1)
    assert income(game.at("production", dice=[1, 1]), "angela").science == 8


def test_7_3_example_a_two_eight_and_four_gold() -> None:
    incomes = the_example().events(Produced)
    assert [event.science for event in incomes] == [2, 8, 4]
    assert [event.cities + event.science for event in incomes] == [5, 20, 8]


# 7.4 Monopolies


@pytest.mark.parametrize(("count", "gold"), [(1, 0), (2, 0), (3, 20), (4, 40), (5, 80)])
def test_7_4_several_of_a_kind_bring_more(count: int, gold: int) -> None:
    game = holding(*["wine"] * count).at("production", dice=[3, 4])
    assert income(game, "angela").monopolies == gold


def test_7_4_more_than_five_pay_eighty_as_well() -> None:
    game = a_game().with_spare_marker("wine")
    for place in REGIONS[:6]:
        game = game.with_settlement("angela", place, marker="wine")
    assert income(game.at("production", dice=[3, 4]), "angela").monopolies == 80


def test_7_4_each_kind_counts_for_itself() -> None:
    game = holding(*["wine"] * 3, *["iron"] * 4)
    assert income(game.at("production", dice=[1, 3]), "angela").monopolies == 60


def test_7_4_example_a_angelas_three_wine_bring_twenty() -> None:
    incomes = the_example().events(Produced)
    assert [event.monopolies for event in incomes] == [20, 0, 0]
    assert [e.cities + e.science + e.monopolies for e in incomes] == [25, 20, 8]


# 7.5 Minimum income


@pytest.mark.parametrize(("metropolises", "gold"), [(1, 10), (2, 10), (3, 12)])
def test_7_5_nobody_receives_less_than_ten(metropolises: int, gold: int) -> None:
    game = a_game().with_settlements("angela", *REGIONS[:metropolises], size="metropolis")
    assert income(game.at("production", dice=[3, 4]), "angela").income == gold


@pytest.mark.parametrize(("villages", "gold"), [(9, 10), (10, 10), (11, 11)])
def test_7_5_ten_is_ten_and_eleven_is_eleven(villages: int, gold: int) -> None:
    places = (*REGIONS, "gobi", "steppe", "siberia")[:villages]
    game = a_game().with_settlements("angela", *places).at("production", dice=[3, 4])
    assert income(game, "angela").income == gold


def test_7_5_one_without_a_settlement_receives_ten_as_well() -> None:
    game = a_game().without_home("angela").with_units("angela", "gobi", settler=1)
    table = game.at("production", dice=[3, 4])
    assert (income(table, "angela").cities, table.gold("angela")) == (0, 10)


def test_7_5_the_fallen_receive_nothing() -> None:
    game = a_game(3).without_home("brad").at("production", dice=[3, 4])
    assert [event.seat for event in game.events(Produced)] == [0, 2]
    assert game.gold("brad") == 0


def test_7_5_example_a_twenty_five_twenty_and_ten() -> None:
    game = the_example()
    assert [event.income for event in game.events(Produced)] == [25, 20, 10]
    assert [game.gold(name) for name in ("angela", "brad", "chris")] == [25, 20, 10]
    game.play("angela", BUY_NOTHING)
    assert game.gold("angela") == 25
