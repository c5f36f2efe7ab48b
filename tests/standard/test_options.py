"""What options say beside their names: what stands there, what it would cost or bring."""

from __future__ import annotations

from typing import Any

from engine.core.grammar import Amount, Form
from engine.core.messages import Voice, catalog
from tests.cast import PLAYERS
from tests.standard.builders import END, Game, a_game, move, offer

NAMES = PLAYERS[:3]
VOICE = Voice(catalog("standard", strict=True), NAMES)
MOVE: dict[str, Any] = {"do": "move"}


def said(game: Game, name: str, field: str = "", kind: str = "", **answers: Any) -> dict[str, str]:
    """The options of a question as a terminal lists them, by their keys."""
    options = game.described(name, field, kind, **answers)
    return {option.key: VOICE.option(option) for option in options}


def asked(game: Game, name: str) -> str:
    return VOICE.prompt(game.decision(name))


def test_a_place_to_begin_says_how_much_room_it_has() -> None:
    told = said(a_game().at("placement"), "angela")
    assert told["iberia"] == "Iberia (one free neighbour, coast)"
    assert told["steppe"] == "Steppe (5 free neighbours)"


def test_a_way_says_what_is_at_its_end() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=2, settler=1)
        .with_settlement("brad", "steppe", "town")
        .with_units("brad", "steppe", swordsman=1)
        .with_units("brad", "bactria", horseman=1)
        .with_marker("siberia", "desert", up=True)
        .with_marker("himalaya", "wine", known_by=["angela"])
        .with_marker("huang_he", "iron", known_by=["brad"])
        .at("movement")
    )
    assert said(game, "angela", "from", **MOVE)["gobi"] == "Gobi (2 swordsmen and a settler)"
    way: dict[str, Any] = {**MOVE, "from": "gobi", "units": ["swordsman"]}
    told = said(game, "angela", "to", **way)
    assert told["steppe"] == "Steppe (Brad's town with a swordsman)"
    assert told["bactria"].startswith("Bactria (Brad: a horseman; ")
    assert told["siberia"] == "Siberia (desert: no settlement)"
    assert told["himalaya"] == "Himalaya (free land with wine)"
    assert told["huang_he"] == "Huang He (unexplored)"


def test_a_way_says_whose_troops_it_passes() -> None:
    game = a_game().with_units("angela", "iberia", settler=1)
    table = game.with_units("brad", "gaul", swordsman=1).at("movement")
    way: dict[str, Any] = {**MOVE, "from": "iberia", "units": ["settler"]}
    told = said(table, "angela", "to", **way)
    assert told["gaul"] == "Gaul (Brad: a swordsman; free land)"
    assert told["germania"] == "Germania (free land; on the way past Brad)"


def test_ships_say_what_they_carry() -> None:
    game = a_game().with_units("angela", "mekong", swordsman=1)
    table = game.with_fleet("angela", "arafura_sea", "galley", settler=2).at("movement")
    galley = table.fleet("angela", "arafura_sea")
    number = galley.partition("#")[2]
    way: dict[str, Any] = {**MOVE, "from": "mekong", "units": ["swordsman"]}
    aboard = said(table, "angela", "to", **way)
    assert aboard[galley] == f"Aboard galley {number} (carries 2 settlers, room for 1 more)"
    ships = said(table, "angela", "units", **MOVE, **{"from": "arafura_sea"})
    assert ships == {galley: f"Galley {number} (carries 2 settlers)"}


def test_a_marker_says_who_has_looked_at_it() -> None:
    game = a_game().with_units("angela", "gobi", settler=1).with_units("angela", "nile", settler=1)
    game = game.with_marker("gobi", "iron", known_by=["brad"]).with_marker("nile", "coal")
    table = game.at("movement")
    assert said(table, "angela", "at", do="look") == {
        "gobi": "Gobi (Brad looked and left it)",
        "nile": "Nile",
    }


def test_an_attack_says_whom_it_meets() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", horseman=2)
        .with_settlement("brad", "gobi", "town")
        .with_units("brad", "gobi", swordsman=1, catapult=2)
        .with_units("angela", "nile", swordsman=1)
        .with_settlement("brad", "nile", "city")
        .with_units("angela", "indus", swordsman=1)
        .with_units("brad", "indus", settler=2)
        .at("movement")
        .play("angela", END)
    )
    assert said(game, "angela") == {
        "gobi:1": "Attack Brad in Gobi"
        " (3 units against your 2, in a town: a swordsman and 2 catapults)",
        "nile:1": "Attack Brad in Nile (a city without defenders: taken without dice)",
        "indus:1": "Attack Brad in Indus (2 settlers, helpless: lost without dice)",
    }


def test_a_challenge_says_who_came() -> None:
    game = a_game().with_units("angela", "gobi", swordsman=1, settler=1)
    table = game.with_units("brad", "steppe", swordsman=2).at("movement")
    table.play("angela", move("gobi", "steppe", "swordsman", "settler")).play("angela", END)
    assert said(table, "brad") == {
        "steppe": "Steppe (2 units of yours against Angela's swordsman and settler)"
    }


def test_a_side_says_who_fights_on_it() -> None:
    game = a_game(players=3).with_units("angela", "gobi", swordsman=2)
    game = game.with_units("brad", "gobi", horseman=1).with_units("chris", "gobi", catapult=1)
    table = game.at("movement").play("angela", END).play("angela", ["gobi:1"])
    assert said(table, "chris") == {
        "attacker": "Fight for Angela (2 swordsmen against a horseman)",
        "defender": "Fight for Brad (a horseman against 2 swordsmen)",
        "stay_out": "Stay out of it",
    }


def test_a_unit_says_what_it_rolls_against_this_enemy() -> None:
    game = (
        a_game()
        .in_era("medieval")
        .with_technologies("angela", ancient=2)
        .with_units("angela", "gobi", knight=1, man_at_arms=1)
        .with_units("brad", "gobi", man_at_arms=1)
        .at("movement")
        .play("angela", END)
        .play("angela", ["gobi:1"])
    )
    assert said(game, "angela") == {
        "man_at_arms": "Man-at-arms (2 dice +1)",
        "knight": "Knight (2 dice +1, +2 against infantry)",
    }
    assert asked(game, "angela") == (
        "Round 1 in Gobi. Which unit do you send? Brad has a man-at-arms."
    )


def test_a_unit_is_warned_of_its_better() -> None:
    game = a_game().with_units("angela", "gobi", swordsman=1, catapult=1)
    table = game.with_units("brad", "gobi", horseman=1).at("movement")
    table.play("angela", END).play("angela", ["gobi:1"])
    assert said(table, "angela") == {
        "swordsman": "Swordsman (one die; their cavalry has +1 against it)",
        "catapult": "Catapult (one die, +1 against cavalry)",
    }


def test_goods_say_what_they_are_for() -> None:
    game = a_game().with_settlement("angela", "gaul").with_gold("angela", 14).at("purchase")
    told = said(game, "angela", "buy")
    assert told["settler"] == "Settler, 5 gold (2 steps; looks at markers, founds villages)"
    assert told["catapult"] == "Catapult, 5 gold (one die, +1 against cavalry)"
    assert told["galley"] == "Galley, 10 gold (one die, one step; carries 3)"
    assert told["done"] == "Done buying (keep 14 gold)"
    assert said(game, "angela", "where", buy="settler") == {"gaul": "Gaul (your village)"}
    assert said(game, "angela", "where", buy="galley")["biscay_sea"] == "Biscay Sea (off Gaul)"


def test_a_number_of_units_says_what_it_costs_and_leaves() -> None:
    game = a_game().with_settlement("angela", "gaul").with_gold("angela", 14).at("purchase")
    form = game.decision("angela").grammar
    assert isinstance(form, Form)
    amount = form.fields[-1].given({"buy": "settler", "where": "gaul"}, form.source)
    assert isinstance(amount, Amount) and amount.describe is not None
    told = [VOICE.option(amount.describe(count)) for count in amount.enumerate()]
    use = "2 steps; looks at markers, founds villages"
    assert told == [
        f"1, 5 gold ({use}; leaves 9 gold)",
        f"2, 10 gold ({use}; leaves 4 gold)",
    ]


def test_growth_says_how_far_it_goes() -> None:
    game = (
        a_game()
        .with_settlement("angela", "gaul", "town")
        .with_settlement("angela", "iberia")
        .with_marker("iberia", "jungle_forest", up=True)
        .with_gold("angela", 10)
        .at("purchase")
    )
    assert said(game, "angela", "where", buy="grow") == {
        "iberia": "Iberia, 5 gold (becomes a town, the largest this land bears)",
        "gaul": "Gaul, 10 gold (becomes a city)",
    }
    growth = said(game, "angela", "buy")["grow"]
    assert growth == "Settlement growth (2 settlements can, for 5 to 10 gold each)"


def test_a_technology_says_what_it_brings_and_brings_about() -> None:
    game = (
        a_game()
        .with_settlement("angela", "gaul")
        .with_marker("gaul", "wine", up=True)
        .with_gold("angela", 30)
    )
    one = game.with_technologies("angela", ancient=1).at("purchase")
    told = said(one, "angela", "buy")["technology"]
    assert told == (
        "Technology, 20 gold (2 points, 1 gold a turn, +1 in battle; the next costs 30)"
    )
    one.play("angela", {"buy": "technology"})
    two = a_game().with_gold("angela", 30).with_technologies("angela", ancient=2).at("purchase")
    told = said(two, "angela", "buy")["technology"]
    assert told == "Technology, 30 gold (ends the ancient era! 2 points; the next costs 40)"
    last = a_game().in_era("modern").with_gold("angela", 30).with_technologies("angela", modern=2)
    told = said(last.at("purchase"), "angela", "buy")["technology"]
    assert told == "Technology, 30 gold (ends the game after this turn! 2 points)"


def test_a_site_says_what_its_resource_brings() -> None:
    game = (
        a_game()
        .with_settlement("angela", "gaul")
        .with_marker("gaul", "wine", up=True)
        .with_settlement("angela", "iberia")
        .with_marker("iberia", "wine", up=True)
        .with_technologies("angela", ancient=1)
        .with_gold("angela", 5)
        .with_marker("gobi", "wine", known_by=["angela"])
        .with_marker("nile", "iron", known_by=["angela"])
        .with_marker("indus", "mountains", up=True)
    )
    for place in ("gobi", "nile", "indus"):
        game = game.with_units("angela", place, settler=1)
    assert said(game.at("purchase"), "angela", "where", buy="village") == {
        "gobi": "Gobi (wine, of which you have 2: one more brings 20 gold a turn)",
        "nile": "Nile (iron, new to you: 1 gold a turn, doubles settlements on 16 of 36 rolls)",
        "indus": "Indus (mountains: it can never grow)",
    }


def test_trade_says_what_things_are_worth() -> None:
    game = (
        a_game()
        .with_settlement("angela", "gaul", "town")
        .with_marker("gaul", "wine", up=True)
        .with_settlement("brad", "nile")
        .with_marker("nile", "gems", up=True)
        .with_technologies("brad", ancient=1)
        .with_gold("brad", 7)
        .at("trade")
    )
    assert said(game, "angela", "to", do="offer") == {"1": "Brad (7 gold; gems)"}
    terms: dict[str, Any] = {"do": "offer", "to": "1", "give_gold": 0, "give": [], "get_gold": 0}
    give = said(game, "angela", "give", **terms)
    assert give["loan:gaul"] == "Wine from Gaul on loan (you hold 1, Brad 0)"
    assert give["settlement:gaul"] == "The settlement in Gaul (town with wine)"
    get = said(game, "angela", "get", **terms)
    assert get["loan:nile"] == (
        "Gems from Nile on loan (new to you, doubles settlements on 7 of 36 rolls)"
    )
    assert get["technology:ancient"] == "One ancient technology (2 points)"


def test_an_offer_names_the_resource_that_is_lent() -> None:
    game = a_game().with_settlement("angela", "gaul").with_marker("gaul", "wine", up=True)
    table = game.with_gold("brad", 7).at("trade")
    table.play("angela", offer("brad", give=["loan:gaul"], get_gold=5))
    news = [VOICE.event(told.event) for told in table.told]
    assert news == ["Angela offers Brad wine from Gaul on loan for 5 gold."]
    (told,) = said(table, "brad", "offer", do="accept").values()
    assert told == "Angela offers Brad wine from Gaul on loan for 5 gold"


def test_a_wonder_says_what_earns_it() -> None:
    game = a_game().in_era("medieval").with_gold("angela", 60).at("purchase")
    assert said(game, "angela", kind="announce") == {
        "sistine_chapel": "The Sistine Chapel (for 60 gold; 3 points)"
    }
