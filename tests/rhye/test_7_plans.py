"""Plans when their turn comes, also those that no longer hold (rulebook chapter 7)."""

from __future__ import annotations

from engine.core.grammar import Form, Value
from tests.rhye.builders import Arrangement, Game, a_game, action, deal, offer


def planned(arranged: Arrangement, plan: Value, **terms: Value) -> Game:
    """Angela plans something and makes a deal; then everyone else has chosen, too."""
    game = arranged.in_contact("angela", "brad").at("actions")
    game.play("angela", plan)
    deal(game, "angela", "brad", **terms)
    others = [name for name, kind in game.asked().items() if kind == "action"]
    for name in others:
        game.play(name, action("consolidation"))
    assert game.asked() == {"angela": "replan"}
    return game


def asked_for(game: Game) -> list[str]:
    grammar = game.decision("angela").grammar
    assert isinstance(grammar, Form)
    return [field.name for field in grammar.fields]


def builders() -> Arrangement:
    """Angela with four villages, whose card changes nothing."""
    return a_game(2, angela="aztec").with_settlements(
        "angela", "labrador", "dakota", "sonora", "mexica"
    )


def test_7_what_still_holds_of_a_list_is_not_asked_again() -> None:
    arranged = a_game(3, angela="aztec")
    for place in ("gaul", "iberia", "italia", "hellas"):
        arranged.with_units("angela", place, swordsman=1)
    plan = action("construction", found=["gaul", "iberia"])
    game = planned(arranged, plan, give=["swordsman@gaul"])
    assert game.options("angela", "found") == ["italia", "hellas"]
    assert game.default("angela") == {"found": []}
    game.refuses("angela", {"found": ["iberia"]}, "planned_already", "actions")
    game.refuses("angela", {"found": ["italia", "hellas"]}, "too_many", "actions")
    game.play("angela", {"found": ["italia"]}, (1,))
    assert game.settlement("iberia") == game.settlement("italia") == ("angela", "village")
    assert game.settlement("hellas") is None


def test_7_nothing_is_asked_where_nothing_can_take_the_place() -> None:
    game = (
        a_game(3, angela="aztec")
        .in_contact("angela", "brad")
        .with_units("angela", "gaul", swordsman=1)
        .with_units("angela", "iberia", swordsman=1)
        .at("actions")
    )
    game.play("angela", action("construction", found=["gaul", "iberia"]))
    deal(game, "angela", "brad", give=["swordsman@gaul"])
    game.play("brad", action("consolidation")).play("chris", action("consolidation"), (1,))
    assert game.settlement("iberia") == ("angela", "village")


def test_7_what_costs_gold_is_chosen_again_when_there_is_too_little_for_all() -> None:
    plan = action("construction", upgrade=["dakota", "sonora"])
    game = planned(builders().with_gold("angela", 20), plan, pay=10)
    assert game.options("angela", "upgrade") == ["labrador", "dakota", "sonora", "mexica"]
    assert game.default("angela") == {"upgrade": ["dakota"]}
    game.refuses("angela", {"upgrade": ["dakota", "sonora"]}, "too_expensive", "construction")
    game.play("angela", {"upgrade": ["sonora"]}, (1,))
    assert game.settlement("sonora") == ("angela", "city")
    assert game.settlement("dakota") == ("angela", "village")
    assert game.gold("angela") == 0


def test_7_cities_and_a_wonder_are_paid_from_one_purse() -> None:
    arranged = builders().with_gold("angela", 35)
    plan = action("construction", upgrade=["dakota", "sonora"], wonder="oracle", site="mexica")
    game = planned(arranged, plan, pay=20)
    assert asked_for(game) == ["upgrade", "wonder"]
    assert game.options("angela", "wonder", upgrade=["dakota"]) == []
    game.play("angela", {"upgrade": [], "wonder": "oracle"})
    game.play("angela", "writing", (1,))
    assert ("oracle", "mexica") in game.open().sites
    assert game.gold("angela") == 0


def test_7_what_costs_nothing_holds_whatever_the_rest_costs() -> None:
    arranged = (
        builders()
        .with_gold("angela", 20)
        .with_units("angela", "yukon", swordsman=1)
        .with_units("angela", "cascadia", swordsman=1)
        .with_marker("cascadia", "jungle_forest", up=True)
    )
    plan = action("construction", found=["yukon", "cascadia"], upgrade=["dakota"])
    game = planned(arranged, plan, pay=10)
    assert asked_for(game) == ["found", "upgrade"]
    assert game.options("angela", "found") == ["cascadia"]
    assert game.default("angela") == {"found": ["cascadia"]}
    game.play("angela", {"found": [], "upgrade": ["dakota"]}, (1,))
    assert game.settlement("yukon") == ("angela", "village")
    assert game.settlement("dakota") == ("angela", "city")
    assert game.settlement("cascadia") is None


def test_7_another_unit_takes_the_place_of_one_that_cannot_be_raised() -> None:
    plan = action("recruitment", way="raise", units=["swordsman@dakota", "swordsman@sonora"])
    game = planned(builders().with_gold("angela", 20), plan, give=["settlement:sonora"])
    assert "swordsman@dakota" not in game.options("angela", "units"), "dakota is full"
    assert "swordsman@mexica" in game.options("angela", "units")
    assert game.default("angela") == {"units": []}
    game.play("angela", {"units": ["swordsman@mexica"]}, (1,))
    assert game.units("angela", "dakota") == game.units("angela", "mexica") == {"swordsman": 1}
    assert game.gold("angela") == 10


def test_7_units_that_cannot_all_be_paid_are_chosen_again() -> None:
    units = ["swordsman@dakota", "swordsman@sonora", "swordsman@mexica"]
    plan = action("recruitment", way="raise", units=units)
    game = planned(builders().with_gold("angela", 15), plan, pay=5)
    assert game.default("angela") == {"units": units[:2]}
    game.play("angela", {"units": units[1:]}, (1,))
    assert game.units("angela", "dakota") == {}
    assert game.units("angela", "mexica") == {"swordsman": 1}


def test_7_who_cannot_upgrade_any_more_may_raise_but_need_not() -> None:
    arranged = (
        builders()
        .with_technologies("angela", "feudalism")
        .with_units("angela", "yukon", swordsman=1)
        .with_gold("angela", 20)
    )
    plan = action("recruitment", way="upgrade", units=["swordsman>man_at_arms@yukon"])
    game = planned(arranged, plan, give=["swordsman@yukon"])
    assert "man_at_arms@dakota" in game.options("angela", "units")
    game.play("angela", {"units": []}, (1,))
    assert game.gold("angela") == 20


def test_7_the_infantry_of_a_lost_settlement_are_placed_elsewhere() -> None:
    arranged = builders().with_government("angela", "fascism")
    plan = action("consolidation", infantry=["dakota", "dakota", "dakota", "sonora"])
    game = planned(arranged, plan, give=["settlement:sonora"])
    game.refuses("angela", {"infantry": []}, "too_few", "actions")
    game.play("angela", {"infantry": ["mexica"]}, (1,))
    assert game.units("angela", "dakota") == {"swordsman": 3}
    assert game.units("angela", "mexica") == {"swordsman": 1}


def test_7_another_wonder_keeps_cities_paid_for() -> None:
    arranged = builders().with_gold("angela", 50).with_technologies("angela", "sailing")
    plan = action("construction", upgrade=["dakota"], wonder="oracle", site="sonora")
    game = planned(arranged, plan, give=["settlement:sonora"])
    assert asked_for(game) == ["site"]
    game.play("angela", {"site": "mexica"})
    game.play("angela", "writing", (1,))
    assert ("oracle", "mexica") in game.open().sites
    assert game.settlement("dakota") == ("angela", "city")


def test_7_a_technology_received_meanwhile_is_replaced_by_another() -> None:
    arranged = a_game(2, angela="aztec", brad="rome")
    plan = action("research", technology="masonry")
    game = planned(arranged, plan, get=["technology:masonry"])
    assert asked_for(game) == ["technology"]
    game.play("angela", {"technology": "writing"}, (1,))
    assert game.knows("angela", "writing")


def test_7_who_falls_while_actions_are_chosen_is_not_waited_for() -> None:
    game = (
        a_game(3)
        .without_home("angela")
        .with_units("angela", "gobi", swordsman=1)
        .in_contact("angela", "brad")
        .at("actions")
    )
    game.play("brad", action("consolidation")).play("chris", action("consolidation"))
    offer(game, "angela", "brad", give=["swordsman@gobi"])
    (number,) = game.options("brad", "offer", "trade", do="accept")
    game.play("brad", {"do": "accept", "offer": number}, (1,), kind="trade")
    assert game.player("angela").fallen and game.turn == 8
    assert "angela" not in game.asked()


def test_7_2_founding_costs_stability_before_a_wonder_raises_it() -> None:
    game = (
        builders()
        .with_technologies("angela", "calendar")
        .with_units("angela", "yukon", swordsman=1)
        .with_gold("angela", 25)
        .with_stability("angela", "solid")
        .at("actions")
    )
    plan = action("construction", found=["yukon"], upgrade=[], wonder="notre_dame", site="labrador")
    game.act(angela=plan)
    assert game.stability("angela") == "very_solid", "one down to stable, then two up"
