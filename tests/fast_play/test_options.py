"""What options say beside their names (what stands there, what it would cost or bring.)"""

from __future__ import annotations

from typing import Any

from engine.core.grammar import Amount, Form
from engine.core.messages import Voice, catalog
from tests.cast import PLAYERS
from tests.fast_play.builders import END, Arrangement, Game, a_game, grow, move

NAMES = PLAYERS[:3]
VOICE = Voice(catalog("fast_play", strict=True), NAMES)


def said(game: Game, name: str, field: str = "", **answers: Any) -> dict[str, str]:
    """The options of a question as a terminal lists them, by their keys."""
    options = game.described(name, field, **answers)
    return {option.key: VOICE.option(option) for option in options}


def asked(game: Game, name: str) -> str:
    return VOICE.prompt(game.decision(name))


def test_a_place_to_begin_says_how_much_room_it_has() -> None:
    game = a_game().at("placement")
    told = said(game, "angela")
    assert told["iberia"] == "Iberia (one free neighbour, coast)"
    assert told["steppe"] == "Steppe (5 free neighbours)"


def test_goods_say_what_they_are_for() -> None:
    game = a_game().with_settlement("angela", "gaul").with_gold("angela", 9).at("purchase")
    told = said(game, "angela", "buy")
    assert told["catapult"] == "Catapult, 1 gold (best to attack settlements, poor in the open)"
    assert (
        told["technology"]
        == "An ancient technology, 5 gold (2 points, 1 gold a turn; leaves 4 gold)"
    )
    wonder = "Try to build a wonder (by a die, for 5 to 9 gold: 3 points, 2 gold a turn)"
    assert told["wonder"] == wonder
    assert told["done"] == "Done buying (keep 9 gold)"


def test_a_technology_warns_of_what_it_brings_about() -> None:
    rich = a_game().with_gold("angela", 20).in_era("gunpowder")
    rich = rich.with_technologies("angela", gunpowder=2)
    told = said(rich.at("purchase"), "angela", "buy")["technology"]
    assert told == "A modern technology, 11 gold (ends the game at once: nobody has oil or coal)"
    told = said(rich.with_exploited("oil").at("purchase"), "angela", "buy")["technology"]
    assert told == (
        "A modern technology, 11 gold "
        "(begins the modern era; 2 points, 1 gold a turn; leaves 9 gold)"
    )
    last = a_game().with_gold("angela", 20).in_era("modern").with_technologies("angela", modern=2)
    told = said(last.at("purchase"), "angela", "buy")["technology"]
    assert told == "The technology that ends the game, 13 gold (ends the game at once)"


def test_settlements_say_what_they_are_and_who_is_there() -> None:
    game = (
        a_game()
        .in_era("gunpowder")
        .with_settlement("angela", "gaul", "town")
        .with_settlement("angela", "iberia")
        .with_units("angela", "gaul", musketman=2)
        .with_gold("angela", 9)
        .at("purchase")
    )
    assert said(game, "angela", "where", buy="musketman") == {
        "gaul": "Gaul, 3 gold (your town: 2 musketmen)",
        "iberia": "Iberia, 3 gold (your village)",
    }
    assert said(game, "angela", "where", buy="grow") == {
        "gaul": "Gaul, 2 gold (becomes a city)",
        "iberia": "Iberia, 1 gold (becomes a town)",
    }
    growth = said(game, "angela", "buy")["grow"]
    assert growth == "Let settlements grow (2 settlements can, for 1 to 2 gold each)"
    game.play("angela", grow("gaul"))
    growth = said(game, "angela", "buy")["grow"]
    assert growth == "Let settlements grow (one settlement can, for 1 gold)"


def test_gold_set_aside_says_its_chances() -> None:
    game = a_game().with_settlement("angela", "gaul").with_gold("angela", 7).at("purchase")
    form = game.decision("angela").grammar
    assert isinstance(form, Form)
    amount = form.fields[-1].given({"buy": "wonder"}, form.source)
    assert isinstance(amount, Amount) and amount.describe is not None
    told = [VOICE.option(amount.describe(gold)) for gold in amount.enumerate()]
    assert told == [
        "5 gold (succeeds on a 2 (1 in 6), leaves 2 gold)",
        "6 gold (succeeds on a 2 or 3 (2 in 6), leaves 1 gold)",
        "7 gold (succeeds on 2 to 4 (3 in 6), leaves nothing)",
    ]


def facing_brad() -> Arrangement:
    """Angela's army in Gobi, Brad's town in Steppe."""
    return (
        a_game()
        .with_units("angela", "gobi", swordsman=2, catapult=1)
        .with_settlement("brad", "steppe", "town")
        .with_units("brad", "steppe", swordsman=2, horseman=1)
        .with_marker("bactria", "wine")
        .with_marker("himalaya", "mountains")
    )


def test_a_way_says_where_it_leads() -> None:
    game = facing_brad().with_units("barbarians", "huang_he", horseman=1).at("movement")
    assert said(game, "angela", "from", do="move") == {"gobi": "Gobi (2 swordsmen and a catapult)"}
    told = said(game, "angela", "to", **{"do": "move", "from": "gobi"})
    assert told["steppe"] == (
        "Steppe (attack Brad: 5 dice against you, ties are lost. "
        "2 swordsmen and a horseman in a town)"
    )
    assert told["bactria"] == "Bactria (free land with wine)"
    assert told["himalaya"] == "Himalaya (mountains: no settlements)"
    assert told["siberia"] == "Siberia (unexplored)"
    barbarians = "Huang He (attack the barbarians: 2 dice against you, ties are lost. A horseman)"
    assert told["huang_he"] == barbarians


def test_units_say_what_they_bring_to_an_attack() -> None:
    game = facing_brad().at("movement")
    where = {"do": "move", "from": "gobi"}
    assert said(game, "angela", "units", **where, to="steppe") == {
        "swordsman": "Swordsman (one die each)",
        "catapult": "Catapult (2 dice each)",
    }
    assert said(game, "angela", "units", **where, to="siberia") == {
        "swordsman": "Swordsman",
        "catapult": "Catapult",
    }
    game.play("angela", move("gobi", "steppe", "catapult"))
    told = said(game, "angela", "to", **where)["steppe"]
    assert told.startswith("Steppe (attack Brad: 5 dice against your 2 so far, ")


def test_an_undefended_settlement_says_so() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=1)
        .with_settlement("brad", "steppe")
        .with_units("brad", "bactria", settler=1)
        .at("movement")
    )
    told = said(game, "angela", "to", **{"do": "move", "from": "gobi"})
    assert told["steppe"] == "Steppe (Brad: a village without defenders)"
    assert told["bactria"] == "Bactria (Brad: settlers alone)"


def test_ships_in_harbour_are_named_but_do_not_defend() -> None:
    game = a_game().with_units("angela", "iberia", swordsman=1)
    game = game.with_settlement("brad", "gaul", "town").with_units("brad", "gaul", galley=2)
    told = said(game.at("movement"), "angela", "to", **{"do": "move", "from": "iberia"})
    assert told["gaul"] == "Gaul (Brad: a town without defenders, 2 galleys in harbour)"


def test_losses_tell_how_the_battle_went() -> None:
    battle = (
        a_game()
        .with_units("brad", "steppe", swordsman=2, catapult=1)
        .with_units("angela", "gobi", swordsman=3, catapult=1)
    )
    army = move("gobi", "steppe", "swordsman", "swordsman", "swordsman", "catapult")
    game = battle.at("movement").play("angela", army, [6, 1, 1, 6, 6])
    assert asked(game, "angela") == (
        "You lose the battle in Steppe with one six to 2. "
        "You lose 2 units and retreat with the rest. Which are lost?"
    )
    assert asked(game, "brad") == (
        "You win the battle in Steppe with 2 sixes to 1, but you lose a unit. Which?"
    )
    assert said(game, "brad") == {
        "catapult": "Catapult (0 dice each)",
        "swordsman": "Swordsman (one die each)",
    }
    tie = battle.at("movement").play("angela", army, [6, 1, 1, 6, 1])
    assert asked(tie, "brad").startswith("A tie in Steppe, one six each: as the defender you win")
    assert asked(tie, "angela").startswith("A tie in Steppe, one six each: the defender wins.")


def test_losses_tell_when_nobody_else_is_left() -> None:
    game = (
        a_game()
        .with_units("brad", "steppe", swordsman=1, horseman=2)
        .with_units("angela", "gobi", swordsman=1, horseman=3)
        .at("movement")
    )
    army = move("gobi", "steppe", "swordsman", "horseman", "horseman", "horseman")
    game.play("angela", army, [6, 6, 6, 1, 1, 1, 1, 6, 6, 6, 1, 1])
    assert asked(game, "angela") == (
        "Brad rolled 3 sixes in Steppe, you rolled 3, and none of theirs is left. "
        "You lose 3 units and stay. Which are lost?"
    )


def test_a_retreat_says_who_must_go_and_what_is_there() -> None:
    game = (
        a_game()
        .with_units("brad", "steppe", swordsman=3)
        .with_settlement("brad", "siberia")
        .with_units("brad", "sarmatia", horseman=1)
        .with_units("angela", "gobi", swordsman=3)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", *["swordsman"] * 3), [6, 1, 1, 1, 1, 1])
    assert asked(game, "brad") == (
        "You have lost in Steppe and must leave with 2 swordsmen, together or apart. Where to?"
    )
    told = said(game, "brad", "to")
    assert told["siberia"] == "Siberia (your village)"
    assert told["sarmatia"] == "Sarmatia (yours: a horseman)"
    assert told["muscovy"] == "Muscovy (unexplored)"
    game.play("brad", {"to": "siberia", "units": ["swordsman"]})
    assert asked(game, "brad") == (
        "You have lost in Steppe and must leave with a swordsman. Where to?"
    )


def test_settlers_who_must_leave_are_not_said_to_have_lost() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=1, settler=2)
        .with_units("angela", "siberia", swordsman=1)
        .with_settlement("brad", "steppe")
        .with_units("brad", "steppe", swordsman=2)
        .at("movement")
    )
    game.play("angela", move("siberia", "steppe", "swordsman"))
    army = move("gobi", "steppe", "swordsman", "settler", "settler")
    game.play("angela", army, [6, 6, 6, 6, 1, 1])
    assert asked(game, "angela") == (
        "Nobody is left to fight in Steppe, so 2 settlers of yours must leave. Where to?"
    )


def test_a_site_says_what_it_brings() -> None:
    game = (
        a_game()
        .with_settlement("angela", "gobi")
        .with_marker("steppe", "horses")
        .with_marker("siberia", "wine")
        .with_marker("bactria", "fertile")
        .with_explored("huang_he")
    )
    for place in ("steppe", "siberia", "bactria", "huang_he"):
        game.with_units("angela", place, settler=1)
    assert said(game.at("settling"), "angela") == {
        "siberia": "A town in Siberia (wine)",
        "steppe": "A village in Steppe (horses: 2 gold for you, cavalry for everyone)",
        "bactria": "A town in Bactria (fertile land)",
        "huang_he": "A village in Huang He",
        "done": "No more settlements",
    }


def test_a_settlement_to_give_up_says_what_is_there() -> None:
    others = ("libya", "nile", "congo", "funa", "persia", "indus", "ganges", "gaul", "iberia")
    game = (
        a_game()
        .with_settlements("angela", "siberia", *others)
        .with_units("angela", "siberia", swordsman=1)
        .with_units("angela", "gaul", galley=1)
        .with_settlement("brad", "steppe")
        .at("movement")
    )
    game.play("angela", move("siberia", "steppe", "swordsman")).play("angela", END)
    assert game.asked() == {"angela": "claim"}
    told = said(game, "angela")
    assert told["destroy"] == "Destroy it (it is gone for everyone)"
    assert told["gaul"] == "Give up Gaul for it (your village: a galley)"
