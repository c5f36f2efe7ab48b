"""Rulebook 5.2: challenges."""

import pytest

from engine.rulesets.standard.events import (
    BattleBegan,
    BattleEnded,
    CommandRolled,
    Halted,
    Moved,
    SettlersLost,
)
from tests.standard.builders import END, Arrangement, Game, a_game, look, move


def a_guard(order: str = "ask", players: int = 2) -> Arrangement:
    """Angela's settler in Gobi; Brad's swordsman in Steppe, with this order towards her."""
    game = a_game(players).with_units("angela", "gobi", settler=1)
    return game.with_units("brad", "steppe", swordsman=1).with_orders("brad", toward_angela=order)


# Standing orders answer at the moment of entry


def test_5_2_an_order_to_challenge_halts_whoever_enters() -> None:
    game = a_guard("challenge").with_units("angela", "nile", settler=1).at("movement")
    game.play("angela", move("gobi", "steppe", "settler"))
    assert game.event(Halted) == Halted(0, 1, "steppe")
    assert game.options("angela", "from", do="move") == ["nile"]
    onward = move("steppe", "muscovy", "settler+1")
    game.refuses("angela", onward, "was_challenged", "challenges")


def test_5_2_the_rest_of_the_movers_pieces_go_on() -> None:
    game = a_guard("challenge").with_units("angela", "nile", settler=1).at("movement")
    game.play("angela", move("gobi", "steppe", "settler"))
    game.play("angela", move("nile", "libya", "settler"))
    assert game.units("angela", "libya") == {"settler": 1}


def test_5_2_a_longer_move_ends_where_it_is_challenged() -> None:
    game = a_guard("challenge").with_units("brad", "siberia", swordsman=1).at("movement")
    game.play("angela", move("gobi", "muscovy", "settler"))
    assert game.event(Moved).target == "steppe"


def test_5_2_a_settler_halted_among_enemies_is_lost_without_dice() -> None:
    game = a_guard("challenge").at("movement").play("angela", move("gobi", "steppe", "settler"))
    assert game.event(BattleBegan) == BattleBegan("steppe", (1,), (0,))
    assert game.event(SettlersLost).count == 1
    assert game.units("angela", "steppe") == {}


def test_5_2_the_challenged_fight_after_movement() -> None:
    game = a_guard("challenge").with_units("angela", "gobi", swordsman=1).at("movement")
    game.play("angela", move("gobi", "steppe", "swordsman")).play("angela", END)
    assert game.asked() == {"angela": "declare"}
    game.play("angela", [], dice=[2, 5])
    assert game.event(BattleBegan) == BattleBegan("steppe", (1,), (0,))
    assert game.event(BattleEnded).winner == 0


def test_5_2_an_order_to_let_pass_asks_nobody() -> None:
    game = a_guard("pass").at("movement").play("angela", move("gobi", "steppe", "settler"))
    assert game.events(Halted) == []
    game.play("angela", END)
    assert game.asked() == {"brad": "movement"}
    assert game.units("angela", "steppe") == {"settler": 1}


def test_5_2_an_order_speaks_of_one_player_only() -> None:
    game = a_guard("challenge", players=3).with_units("chris", "gobi", settler=1)
    table = game.at("movement", mover="chris").play("chris", move("gobi", "steppe", "settler"))
    assert table.events(Halted) == []
    table.play("chris", END)
    assert table.asked() == {"brad": "challenge"}


def test_5_2_a_challenge_stands_even_if_the_order_is_changed_afterwards() -> None:
    game = a_guard("challenge").with_units("angela", "nile", settler=1).at("movement")
    game.play("angela", move("gobi", "steppe", "settler")).order("brad", toward_angela="pass")
    game.play("angela", END)
    assert game.event(BattleBegan).attackers == (1,)


def test_5_2_entering_another_guarded_space_is_another_challenge() -> None:
    game = a_guard("challenge").with_units("angela", "gobi", settler=1)
    table = game.with_units("brad", "siberia", swordsman=1).at("movement")
    table.play("angela", move("gobi", "steppe", "settler"))
    table.play("angela", move("gobi", "siberia", "settler")).play("angela", "siberia:1")
    assert {event.place for event in table.events(BattleBegan)} == {"steppe", "siberia"}


def test_5_2_two_pieces_halted_in_one_space_are_one_battle() -> None:
    game = a_guard("challenge").with_units("angela", "siberia", settler=1).at("movement")
    game.play("angela", move("gobi", "steppe", "settler"))
    game.play("angela", move("siberia", "steppe", "settler"))
    assert game.event(BattleBegan).place == "steppe"
    assert game.event(SettlersLost).count == 2


def test_5_2_cargo_is_halted_with_its_ship() -> None:
    game = (
        a_game()
        .with_fleet("angela", "biscay_sea", "galley", swordsman=1, settler=1)
        .with_units("angela", "nile", settler=1)
        .with_units("brad", "north_sea", galley=1)
        .with_orders("brad", toward_angela="challenge")
        .at("movement")
    )
    galley = game.fleet("angela", "biscay_sea")
    game.play("angela", move("biscay_sea", "north_sea", galley))
    assert game.options("angela", "from", do="move") == ["nile"]


def a_boarding() -> Arrangement:
    """A swordsman in Gaul, a galley in the North Sea, and Brad's orders to stop Angela there."""
    game = a_game().with_units("angela", "gaul", swordsman=1)
    game = game.with_fleet("angela", "north_sea", "galley", settler=1)
    return game.with_units("brad", "north_sea", galley=1).with_orders(
        "brad", toward_angela="challenge"
    )


def test_5_2_a_ship_that_has_not_moved_is_not_halted_by_what_boards_it() -> None:
    game = a_boarding().at("movement")
    galley = game.fleet("angela", "north_sea")
    game.play("angela", move("gaul", galley, "swordsman"))
    assert game.event(Halted).place == "north_sea"
    assert game.options("angela", "from", do="move") == ["north_sea", galley]
    assert game.options("angela", "units", do="move", **{"from": galley}) == ["settler"]
    game.play("angela", move("north_sea", "biscay_sea", galley)).play("angela", END)
    assert game.aboard("angela", "biscay_sea") == {"settler": 1, "swordsman": 1}
    assert game.events(BattleBegan) == []


def test_5_2_a_ship_that_stood_there_is_not_challenged_by_what_was_carried_off() -> None:
    game = a_boarding().with_units("angela", "north_sea", galley=1).at("movement")
    galley = game.fleet("angela", "north_sea")
    game.play("angela", move("gaul", galley, "swordsman"))
    game.play("angela", move("north_sea", "biscay_sea", galley)).play("angela", END)
    game.play("angela", [])
    assert game.events(BattleBegan) == []
    assert game.units("angela", "north_sea") == {"galley": 1}


def test_5_2_a_ship_that_has_moved_is_halted_with_what_boards_it() -> None:
    game = (
        a_game()
        .in_era("medieval")
        .with_units("angela", "gaul", man_at_arms=1)
        .with_fleet("angela", "biscay_sea", "caravel")
        .with_units("brad", "north_sea", caravel=1)
        .at("movement")
    )
    caravel = game.fleet("angela", "biscay_sea")
    game.play("angela", move("biscay_sea", "north_sea", caravel))
    game.order("brad", toward_angela="challenge")
    game.play("angela", move("gaul", caravel, "man_at_arms"))
    assert game.event(Halted).place == "north_sea"
    assert game.asked() == {"angela": "declare"}


# Without an order one is asked once, after all movement


def test_5_2_without_an_order_one_is_asked_once_after_movement() -> None:
    game = a_guard().with_units("angela", "nile", settler=1).at("movement")
    game.play("angela", move("gobi", "steppe", "settler"))
    assert game.asked() == {"angela": "movement"}
    game.play("angela", END)
    assert game.asked() == {"brad": "challenge"}
    assert game.options("brad") == ["steppe"]
    assert game.described("brad")[0].place == "steppe"
    game.play("brad", ["steppe"])
    assert game.event(BattleBegan) == BattleBegan("steppe", (1,), (0,))


def test_5_2_a_piece_passes_through_where_nobody_left_an_order() -> None:
    game = a_guard().with_units("brad", "siberia", swordsman=1).at("movement")
    game.play("angela", move("gobi", "muscovy", "settler"))
    assert game.asked() == {"brad": "movement"}
    assert game.units("angela", "muscovy") == {"settler": 1}


def test_5_2_pieces_that_stood_there_before_cannot_be_challenged() -> None:
    game = a_game().with_units("angela", "steppe", settler=1)
    table = game.with_units("brad", "steppe", swordsman=1).at("movement").play("angela", END)
    assert table.asked() == {"brad": "movement"}


def test_5_2_one_challenges_only_where_somebody_entered() -> None:
    game = a_guard().with_units("brad", "nile", swordsman=1).with_units("angela", "nile", settler=1)
    table = game.at("movement").play("angela", move("gobi", "steppe", "settler"))
    table.play("angela", END).refuses("brad", ["nile"], "nobody_came", "challenges")
    table.refuses("brad", ["gobi"], "nobody_to_fight_with", "challenges")


@pytest.mark.parametrize("order", ["ask", "challenge"])
@pytest.mark.parametrize(
    ("place", "unit"),
    [("north_sea", "fighter"), ("gaul", "settler"), ("gaul", "fighter")],
)
def test_5_2_only_units_that_could_fight_there_challenge(place: str, unit: str, order: str) -> None:
    game = a_game().in_era("modern").with_orders("brad", toward_angela=order)
    game = game.with_units("brad", place, **{unit: 1}).with_settlement("brad", "gaul")
    game = game.with_units("angela", "iberia", settler=1)
    table = game.with_units("angela", "biscay_sea", galley=1).at("movement")
    galley = table.fleet("angela", "biscay_sea")
    if place == "gaul":
        table.play("angela", move("iberia", "gaul", "settler"))
    else:
        table.play("angela", move("biscay_sea", "north_sea", galley))
    assert table.events(Halted) == []
    table.play("angela", END)
    assert "challenge" not in table.asked().values()


def test_5_2_armies_on_the_shore_do_not_challenge_ships() -> None:
    game = a_game().with_units("brad", "gaul", swordsman=3)
    game = game.with_orders("brad", toward_angela="challenge")
    table = game.with_units("angela", "biscay_sea", galley=1).at("movement")
    galley = table.fleet("angela", "biscay_sea")
    table.play("angela", move("biscay_sea", "north_sea", galley))
    assert table.events(Halted) == []


# An army that comes with a minor civilization


def after_the_contest(settlers: int = 1, order: str = "ask", guards: int = 0) -> Arrangement:
    """Angela's settlers in Steppe, and a minor civilization in Gobi that she will find."""
    game = a_game(3).with_units("angela", "steppe", settler=settlers)
    game = game.with_units("brad", "gobi", swordsman=guards)
    game = game.with_marker("gobi", "minor_civilization")
    return game.with_orders("brad", toward_angela=order)


def found(game: Game) -> Game:
    """A settler of Angela's has come to Gobi and looked, and the minor civilization is Brad's."""
    game.play("angela", move("steppe", "gobi", "settler"))
    game.play("angela", look("gobi"), dice=[*(1, 1), *(6, 6), *(1, 1)])
    return game.play("brad", "swordsman")


@pytest.mark.parametrize("order", ["ask", "challenge"])
def test_5_2_a_new_army_challenges_nothing_that_was_there_before_it(order: str) -> None:
    game = found(after_the_contest(order=order).at("movement"))
    assert game.events(BattleBegan) == []
    assert game.asked() == {"brad": "declare"}, "its owner's own movement has begun"
    assert game.units("angela", "gobi") == {"settler": 1}


def test_5_2_a_new_army_says_why_it_cannot_challenge() -> None:
    arranged = after_the_contest().with_units("angela", "nile", settler=1)
    game = found(arranged.with_units("brad", "libya", swordsman=1).at("movement"))
    game.play("angela", move("nile", "libya", "settler")).play("angela", END)
    assert game.options("brad") == ["libya"]
    game.refuses("brad", ["gobi"], "came_too_late", "challenges")


def test_5_2_others_who_were_there_may_still_challenge() -> None:
    game = found(after_the_contest().with_units("chris", "gobi", horseman=1).at("movement"))
    assert game.asked() == {"chris": "challenge"}


def test_5_2_who_had_an_army_there_already_may_challenge() -> None:
    game = found(after_the_contest(guards=1).at("movement"))
    assert game.asked() == {"brad": "challenge"}


@pytest.mark.parametrize("order", ["ask", "challenge"])
def test_5_2_a_new_army_challenges_what_comes_after_it(order: str) -> None:
    game = found(after_the_contest(settlers=2, order=order).at("movement"))
    game.play("angela", move("steppe", "gobi", "settler"))
    if order == "ask":
        game.play("angela", END).play("brad", ["gobi"])
    assert game.event(BattleBegan) == BattleBegan("gobi", (1,), (0,))
    assert game.event(SettlersLost).count == 2


def test_5_2_whoever_found_a_new_army_may_attack_it() -> None:
    game = found(after_the_contest().with_units("angela", "gobi", swordsman=1).at("movement"))
    game.play("angela", END)
    assert game.options("angela") == ["gobi:1"]


# Several challengers


def a_crowd(brad: int, chris: int, order: str = "challenge") -> Game:
    """Angela's swordsman has come to Steppe, where Brad and Chris have so many horsemen."""
    game = a_game(3).with_units("angela", "gobi", swordsman=1)
    for name, count in (("brad", brad), ("chris", chris)):
        game = game.with_units(name, "steppe", horseman=count)
        game = game.with_orders(name, toward_angela=order)
    return game.at("movement").play("angela", move("gobi", "steppe", "swordsman"))


@pytest.mark.parametrize(("brad", "chris", "attackers"), [(2, 1, (1, 2)), (1, 2, (2, 1))])
def test_5_2_of_several_challengers_the_one_with_most_units_commands(
    brad: int, chris: int, attackers: tuple[int, ...]
) -> None:
    game = a_crowd(brad, chris).play("angela", [])
    assert game.event(BattleBegan) == BattleBegan("steppe", attackers, (0,))
    assert game.asked() == {("brad", "chris")[attackers[0] - 1]: "fight"}


def test_5_2_with_equally_many_units_they_roll_for_command() -> None:
    game = a_crowd(1, 1).play("angela", [], dice=[*(3, 3), *(5, 1), *(1, 1), *(2, 1)])
    rolled = game.event(CommandRolled)
    assert [(seat, total) for seat, _, total in rolled.rolls] == [(1, 6), (2, 6), (1, 2), (2, 3)]
    assert game.event(BattleBegan).attackers == (2, 1)


def test_5_2_aircraft_count_for_command() -> None:
    game = a_game(3).in_era("modern").with_units("angela", "gobi", swordsman=1)
    game = game.with_units("brad", "steppe", swordsman=1, fighter=2)
    game = game.with_units("chris", "steppe", swordsman=2)
    for name in ("brad", "chris"):
        game = game.with_orders(name, toward_angela="challenge")
    table = game.at("movement").play("angela", move("gobi", "steppe", "swordsman"))
    assert table.play("angela", []).event(BattleBegan).attackers == (1, 2)


def test_5_2_challengers_who_are_asked_fight_together_too() -> None:
    game = a_crowd(1, 2, order="ask").play("angela", []).play("brad", ["steppe"])
    assert game.asked() == {"chris": "challenge"}
    game.play("chris", ["steppe"])
    assert game.event(BattleBegan).attackers == (2, 1)


def test_5_2_where_the_mover_attacks_one_the_other_challenger_fights_beside_them() -> None:
    game = a_crowd(1, 2).play("angela", ["steppe:1"])
    began = game.event(BattleBegan)
    assert (began.attackers, began.defenders) == ((0,), (1, 2))


def test_5_2_a_challenger_who_is_asked_after_all_still_counts_once() -> None:
    game = a_game(3).with_units("angela", "gobi", swordsman=1, settler=1)
    for name in ("brad", "chris"):
        game = game.with_units(name, "steppe", horseman=1)
    table = game.with_orders("chris", toward_angela="challenge").at("movement")
    table.play("angela", move("gobi", "steppe", "swordsman"))
    table.order("chris", toward_angela="ask").play("angela", END)
    table.play("chris", ["steppe"]).play("brad", []).play("angela", ["steppe:1"])
    assert table.event(BattleBegan).defenders == (1, 2)
