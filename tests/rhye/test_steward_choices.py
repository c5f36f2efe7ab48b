"""What the steward of Rhye's and Fall does in certain positions, and the reasons it gives."""

from __future__ import annotations

from random import Random

from engine.core.advice import Suggestion
from engine.core.grammar import Value
from engine.core.messages import Voice, catalog
from engine.rulesets.rhye import RULESET
from tests.builders import NAMES
from tests.rhye.builders import END, Arrangement, Game, a_game


def choice(game: Game, name: str) -> Value:
    """What the steward answers in a player's place."""
    asked = [game.decision(name)]
    return RULESET.steward(game.view(name), asked, Random(1)).value


def suggestions(game: Game, name: str) -> list[Suggestion]:
    """What it would consider."""
    return list(RULESET.suggest(game.view(name), [game.decision(name)], Random(1)))


def an_island(**cargo: int) -> Arrangement:
    return (
        a_game(4, angela="japan")
        .with_settlement("angela", "nippon", capital=True)
        .with_fleet("angela", "philippine_sea", "galley", **cargo)
    )


def test_units_on_an_island_board_a_fleet() -> None:
    game = an_island().with_units("angela", "nippon", swordsman=3).at("movement")
    assert choice(game, "angela")["to"] == game.fleet("angela", "philippine_sea")


def test_units_aboard_land_where_there_is_room_for_a_village() -> None:
    game = an_island(swordsman=1).at("movement")
    order = choice(game, "angela")
    assert order["from"] == game.fleet("angela", "philippine_sea")
    assert order["to"] in ("luzon", "papua")


def test_a_loaded_fleet_leaves_a_sea_without_shores() -> None:
    game = (
        a_game(4, angela="japan")
        .with_settlement("angela", "nippon", capital=True)
        .with_fleet("angela", "bering_sea", "galley", swordsman=1)
        .at("movement")
    )
    assert choice(game, "angela") != END


def test_an_island_realm_that_may_raise_fleets_raises_one() -> None:
    game = (
        a_game(4, angela="england")
        .with_settlement("angela", "britannia", capital=True)
        .with_units("angela", "britannia", swordsman=2)
        .with_gold("angela", 20)
        .at("actions")
    )
    plan = choice(game, "angela")
    assert plan["action"] == "recruitment"
    assert any(key.startswith("galley@britannia/") for key in plan["units"])


def test_a_settlement_of_somebody_about_to_dominate_comes_before_free_land() -> None:
    held = ("germania", "italia", "hellas", "sarmatia", "muscovy", "anatolia", "euphrates")
    more = ("persia", "steppe", "bactria", "indus", "ganges", "arabia")
    game = (
        a_game(3)
        .with_settlement("angela", "gaul", capital=True)
        .with_units("angela", "gaul", swordsman=2)
        .with_settlements("brad", *held, *more)
        .at("movement")
    )
    order = choice(game, "angela")
    assert order["to"] in ("germania", "italia")


def test_the_last_unit_stays_in_a_village_that_others_could_come_to() -> None:
    def alone(*enemy: str) -> Value:
        arranged = (
            a_game(3)
            .with_settlement("angela", "iberia", capital=True)
            .with_settlement("angela", "gaul")
            .with_units("angela", "gaul", swordsman=1)
        )
        for place in enemy:
            arranged.with_units("brad", place, swordsman=1)
        return choice(arranged.at("movement"), "angela")

    assert alone()["from"] == "gaul"
    assert alone("sarmatia") == END


def test_every_suggestion_of_actions_and_moves_gives_a_reason() -> None:
    arranged = (
        a_game(3)
        .with_settlement("angela", "gaul", capital=True)
        .with_settlement("angela", "iberia")
        .with_units("angela", "gaul", swordsman=3)
        .with_units("angela", "germania", swordsman=1)
        .with_technologies("angela", "mysticism", "writing")
        .with_gold("angela", 60)
    )
    voice = Voice(catalog("rhye"), [name.title() for name in NAMES[:3]])
    for phase in ("movement", "actions"):
        found = suggestions(arranged.at(phase), "angela")
        assert found
        assert all(each.reason is not None and voice.text(each.reason) for each in found)


def test_a_construction_of_nothing_is_never_suggested() -> None:
    game = (
        a_game(3)
        .with_settlement("angela", "gaul", "city", capital=True)
        .with_government("angela", "communism")
        .at("actions")
    )
    assert all(each.value["action"] != "construction" for each in suggestions(game, "angela"))
    assert choice(game, "angela")["action"] != "construction"
