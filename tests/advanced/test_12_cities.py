"""Rulebook 12: city cards, happiness, productivity, improvements, assigning."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from engine.rulesets.advanced import RULESET
from engine.rulesets.advanced.cities import City, CityUse, Moods, best_use, total_gold
from engine.rulesets.advanced.tables import IMPROVEMENT, TABLES
from engine.world.assigning import Assignments, Giver
from engine.world.state import BOARD
from tests.advanced.builders import Arrangement, Game, a_game


def three_settlements() -> Arrangement:
    """Angela's wine village, oil town and bare village."""
    return (
        a_game()
        .with_settlement("angela", "gobi", "village", "wine")
        .with_settlement("angela", "steppe", "town", "oil")
        .with_settlement("angela", "persia")
        .with_units("angela", "gobi", swordsman=1)
    )


def happy(game: Game, name: str = "angela") -> set[str]:
    return {city.place for city in game.cards().cities[0].cities if city.happy}


def productive(game: Game) -> set[str]:
    return {city.place for city in game.cards().cities[0].cities if city.productive}


def test_12_every_settlement_has_a_card() -> None:
    game = three_settlements().at("movement")
    assert [city.place for city in game.cards().cities[0].cities] == ["persia", "steppe", "gobi"]


def test_12_1_a_card_shows_size_and_resource() -> None:
    game = three_settlements().at("movement")
    assert (game.city("angela", "steppe").size, game.city("angela", "steppe").resource) == (
        2,
        "oil",
    )
    assert game.city("angela", "persia").resource is None


def test_12_2_example_a_wine_is_happy_and_one_more_for_free() -> None:
    game = three_settlements().at("movement")
    assert happy(game.assign("angela", free=["steppe"])) == {"gobi", "steppe"}
    temple = three_settlements().with_improvements("angela", "temple").at("movement")
    temple.assign("angela", free=["steppe"], temple=["persia"])
    assert happy(temple) == {"gobi", "steppe", "persia"}


def test_12_2_a_wonder_with_two_faces_serves_two_settlements() -> None:
    game = (
        a_game()
        .in_era("modern")
        .with_settlements("angela", "gobi", "steppe", "persia", "indus")
        .with_card_wonders("angela", "cure_for_cancer")
        .with_units("angela", "gobi", swordsman=1)
        .at("movement")
    )
    game.assign("angela", free=["indus"], cure_for_cancer=["gobi", "steppe"])
    assert happy(game) == {"gobi", "steppe", "indus"}


def test_12_3_fertile_land_serves_its_own_settlement_only() -> None:
    game = (
        a_game()
        .with_settlement("angela", "gobi", "town", "fertile")
        .with_settlement("angela", "steppe", "town", "iron")
        .with_improvements("angela", "granary")
        .with_units("angela", "gobi", swordsman=1)
        .at("movement")
    )
    assert "gobi" not in game.options("angela", "granary", kind="assign")
    assert productive(game) == {"gobi", "steppe"}


def test_12_4_one_of_each_kind_for_a_settlement() -> None:
    game = three_settlements().with_improvements("angela", "temple", "courthouse").at("movement")
    game.refuses(
        "angela",
        {"temple": ["persia"], "courthouse": ["persia"]},
        "served_twice",
        "assignments",
        kind="assign",
    )


def test_12_5_everything_goes_where_it_pays_most_until_assigned_by_hand() -> None:
    game = three_settlements().with_improvements("angela", "granary").at("movement")
    assert productive(game) == happy(game) - {"gobi"} == {"steppe"}
    game.assign("angela", granary=["gobi"])
    assert productive(game) == {"gobi"}
    game.assign("angela", cities="for_me")
    assert productive(game) == {"steppe"}


def test_12_5_what_was_assigned_to_a_lost_settlement_serves_another() -> None:
    game = three_settlements().with_improvements("angela", "granary").at("movement")
    game.assign("angela", granary=["gobi"])
    game.state.put_settlement(BOARD.index["gobi"], None)
    assert productive(game) == {"steppe"}


def test_12_5_the_rest_still_goes_where_it_pays_most() -> None:
    game = three_settlements().with_improvements("angela", "temple", "granary").at("movement")
    game.assign("angela", temple=["steppe"])
    assert game.settings("angela", "assign")["free"] == ["persia"]
    assert happy(game) == {"gobi", "steppe", "persia"}
    game.state.improvements[0] |= 1 << IMPROVEMENT["library"]
    assert productive(game) == {"steppe", "gobi"}


def test_12_5_what_is_taken_off_by_hand_stays_idle() -> None:
    game = three_settlements().with_improvements("angela", "granary").at("movement")
    game.assign("angela", granary=[])
    assert productive(game) == set()
    assert [each.title.key for each in game.cards().cities[0].spare] == ["improvement.granary"]


def test_12_5_taking_over_by_hand_keeps_everything_where_it_is() -> None:
    game = three_settlements().with_improvements("angela", "temple").at("movement")
    before = game.settings("angela", "assign")
    game.assign("angela", cities="by_hand")
    assert game.settings("angela", "assign") == {**before, "cities": "by_hand"}


def test_12_5_assigning_changes_what_is_shown_to_all() -> None:
    game = three_settlements().at("movement")
    game.assign("angela", free=["persia"])
    assert game.cards("brad").cities[0] == game.cards("angela").cities[0]


@pytest.mark.parametrize("seed", range(60))
def test_12_5_assign_for_me_is_optimal(seed: int) -> None:
    rng = Random(seed)
    cities = [
        City(n, rng.randint(1, 4), rng.random() < 0.5, rng.random() < 0.3, rng.random() < 0.2)
        for n in range(rng.randint(0, 5))
    ]
    faces, cogs = rng.randint(0, 4), rng.randint(0, 4)
    chosen = best_use(tuple(cities), faces, cogs)
    assert len(chosen.happy) <= faces and len(chosen.productive) <= cogs
    ways = list(product((False, True), repeat=len(cities)))
    best = max(
        sum(city.gold(one, two) for city, one, two in zip(cities, glad, busy, strict=True))
        for glad in ways
        if sum(glad) <= faces
        for busy in ways
        if sum(busy) <= cogs
    )
    assert total_gold(cities, chosen) == best


@pytest.mark.parametrize("seed", range(30))
def test_12_5_what_is_left_beside_assignments_by_hand_is_optimal(seed: int) -> None:
    rng = Random(seed)
    cities = tuple(
        City(n, rng.randint(1, 4), rng.random() < 0.5, rng.random() < 0.3, rng.random() < 0.2)
        for n in range(rng.randint(1, 4))
    )
    givers = [Giver(name, "happiness", rng.randint(1, 2)) for name in ("free", "temple")]
    givers += [Giver(name, "productivity", 1) for name in ("granary", "library")]
    by_hand = Assignments((("temple", (0,)), ("library", (rng.randrange(len(cities)),))))
    use = CityUse(cities, givers, by_hand)
    fixed = Moods(*use.chosen)
    left = givers[0].number + givers[1].number - 1
    ways = list(product((False, True), repeat=len(cities)))
    best = max(
        total_gold(
            cities,
            fixed._replace(
                happy=(*fixed.happy, *(n for n, one in enumerate(glad) if one)),
                productive=(*fixed.productive, *(n for n, two in enumerate(busy) if two)),
            ),
        )
        for glad in ways
        if sum(glad) <= left
        for busy in ways
        if sum(busy) <= 1
    )
    assert use.gold == best
    served = [region for _, regions in use.given.given for region in regions]
    assert sorted(served) == sorted(sum(use.served, ()))


def test_12_4_every_improvement_serves_as_many_as_its_symbols() -> None:
    for each in TABLES.improvements:
        game = (
            a_game()
            .in_era(TABLES.eras[each.era])
            .with_settlements("angela", "gobi", "steppe", "persia", "indus")
            .with_improvements("angela", each.id)
            .with_units("angela", "gobi", swordsman=1)
            .at("movement")
        )
        served = happy(game) if each.kind == "happiness" else productive(game)
        assert len(served) == each.settlements + (each.kind == "happiness")


def adds(game: Game, name: str) -> list[int]:
    """What the card of an improvement says that it would add to Angela's income."""
    card = RULESET.card(f"improvement.{name}", RULESET.view(game.state, 0))
    return [fact.value.data["n"] for fact in card.facts]


def test_12_4_an_improvement_says_what_it_would_add_now() -> None:
    """Steppe has the free happiness; Persia would pay 2 instead of 0, Steppe 12 instead of 6."""
    game = three_settlements().at("movement").assign("angela", free=["steppe"])
    assert adds(game, "temple") == [2]
    assert adds(game, "granary") == [6]
    assert adds(game, "cathedral") == [], "it is not of this era"
    owned = three_settlements().with_improvements("angela", "temple").at("movement")
    assert adds(owned, "temple") == []
