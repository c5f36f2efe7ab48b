"""Whom and what cards are used on: chosen figures, several players, those who are safe."""

from __future__ import annotations

from engine.rulesets.civ2010.map.board import cities_of
from engine.rulesets.civ2010.tables import GRIDS
from tests.civ2010.builders import a_game
from tests.covering import covers


@covers("person.hannibal")
def test_7_4_hannibal_moves_the_figures_that_are_chosen() -> None:
    game = a_game().armies("ada", "D8").scouts("ada", "D8").armies("ada", "F12")
    game.person("ada", "hannibal", "general", "D4").at("cities")
    said = {"do": "use", "use": "person:hannibal", "on": "D8"}
    assert game.options("ada", "which", said) == ["army1scout0", "army0scout1"]
    game.play("ada", do="use", use="person:hannibal", on="D8", which="army1scout0", then="F12")
    assert (game.figures_on("F12"), game.figures_on("D8")) == ((2, 0), (0, 1))


def test_7_4_a_lone_figure_needs_no_choice() -> None:
    game = a_game().armies("ada", "D8").armies("ada", "F12")
    game.person("ada", "hannibal", "general", "D4").at("cities")
    game.play("ada", do="use", use="person:hannibal", on="D8", then="F12")
    assert game.figures_on("F12") == (2, 0)


@covers("person.galileo_galilei")
def test_7_4_galileo_moves_chosen_figures_along_the_edge() -> None:
    game = a_game().armies("ada", "A8", 2).person("ada", "galileo_galilei", "scientist", "D4")
    use = "person:galileo_galilei"
    game.at("cities").play("ada", do="use", use=use, on="A8", which="army1scout0", then="H16")
    assert (game.figures_on("H16"), game.figures_on("A8")) == ((1, 0), (1, 0))
    game.at("movement")
    assert game.options("ada", "from", {"do": "move"}) == ["A8"]


def test_7_4_the_hole_in_the_map_for_five_is_no_outer_edge() -> None:
    board = GRIDS[5]
    assert board.index["M8"] not in board.edge
    assert board.index["M1"] in board.edge
    assert {board.index["L9"], board.index["Q14"]}.isdisjoint(board.edge)


def test_7_2_migrants_move_one_figure_of_choice() -> None:
    game = a_game().armies("ada", "D5").scouts("ada", "D5").cards("ada", "migrants")
    use = {"do": "use", "use": "card:migrants#1", "on": "D5"}
    game.at("movement")
    game.choose("ada", {**use, "which": "army0scout1", "then": "D7"})
    assert (game.figures_on("D5"), game.figures_on("D7")) == ((1, 0), (0, 1))


def test_7_2_of_two_armies_one_migrates() -> None:
    game = a_game().armies("ada", "D5", 2).cards("ada", "migrants").at("movement")
    game.play("ada", do="use", use="card:migrants#1", on="D5", then="D7")
    assert (game.figures_on("D5"), game.figures_on("D7")) == ((1, 0), (1, 0))


def test_7_2_up_to_two_figures_may_be_one() -> None:
    game = a_game().armies("bo", "D9", 2).cards("ada", "wholesale_defection").at("movement")
    game.play("ada", do="use", use="card:wholesale_defection", on="D9", then="army1scout0")
    assert game.figures_on("D9") == (1, 0)


def test_7_2_own_figures_do_not_defect_from_a_great_person() -> None:
    game = a_game().marker("bo", "artist", "E14").armies("ada", "E14")
    game.cards("ada", "wholesale_defection").at("movement")
    game.play("ada", do="use", use="card:wholesale_defection", on="E14")
    assert (game.piece("E14"), game.figures_on("E14")) == ("", (1, 0))


def test_7_2_a_disaster_may_strike_once_and_never_who_is_safe() -> None:
    game = a_game(3).building("bo", "library", "M14", "M13").building("cy", "library", "B14")
    game.building("cy", "united_nations", "B13").cards("ada", "disaster").at("start")
    said = {"do": "use", "use": "card:disaster", "on": "M14"}
    assert game.options("ada", "then", said) == ["nothing", "M13"]
    game.choose("ada", {**said, "then": "nothing"})
    assert (game.piece("M14"), game.piece("M13")) == ("", "library")


def test_7_2_a_depression_hits_up_to_two_players() -> None:
    game = a_game(4).has("bo", coins=1).has("cy", coins=1).has("di", coins=1)
    game.cards("ada", "depression").at("start")
    game.play("ada", do="use", use="card:depression", on=["1", "3"]).choose("ada", "1>sheet")
    assert [game.player(name).coins for name in ("bo", "cy", "di")] == [0, 1, 0]


@covers("person.jerry_garcia")
def test_7_4_a_festival_counts_as_many_harvests() -> None:
    game = a_game().person("bo", "akira_kurosawa", "artist", "E14", shown=True)
    game.cities("ada", "C8").person("ada", "jerry_garcia", "artist", "D4").at("cities")
    game.play("ada", do="use", use="person:jerry_garcia")
    assert (game.player("ada").culture, game.player("bo").culture) == (4, 2)


def test_7_4_einstein_makes_no_more_trade_than_the_dial_holds() -> None:
    game = a_game().person("ada", "albert_einstein", "scientist", "D4")
    game.has("ada", trade=25, culture=9).at("cities")
    value = {"do": "use", "use": "person:albert_einstein", "on": "culture", "then": 3}
    game.refuses("ada", value, "too_high")
    game.choose("ada", {**value, "then": 2})
    assert (game.player("ada").trade, game.player("ada").culture) == (27, 7)


@covers("person.jim_henson")
def test_7_4_jim_henson_counts_the_wonders_of_all() -> None:
    game = a_game().person("ada", "jim_henson", "humanitarian", "B4", shown=True)
    game.terrain("F", "E13", "E14", "E15", "F13", "F15", "G13", "G14").has("bo", trade=27)
    game.state.wonder_market[0] = "stonehenge"
    game.at("cities", first="bo").play("bo", do="act", item="stonehenge", square="E14")
    game.at("start").play("ada", do="use", use="person:jim_henson")
    assert (game.player("ada").trade, game.player("ada").culture) == (1, 1)


@covers("person.william_shakespeare")
def test_7_1_a_free_step_may_pass_others_as_well() -> None:
    game = a_game().person("ada", "william_shakespeare", "artist", "B4", shown=True)
    game.building("ada", "sydney_opera_house", "B2").has("bo", track=1).at("start")
    game.play("ada", do="use", use="wonder:sydney_opera_house")
    assert game.keys("ada") == ["1", "2"]
    assert game.choose("ada", "2").player("ada").track == 2


def test_7_4_buildings_under_an_enemy_do_not_count_for_frank_lloyd_wright() -> None:
    game = a_game().building("ada", "library", "B2").building("ada", "granary", "B3")
    game.person("ada", "frank_lloyd_wright", "builder", "D4").scouts("bo", "B3").at("cities")
    game.play("ada", do="use", use="person:frank_lloyd_wright")
    assert (game.player("ada").trade, game.player("ada").culture) == (1, 1)


def test_7_4_great_people_send_nobody_where_the_brandenburg_gate_forbids_it() -> None:
    game = (
        a_game()
        .building("bo", "brandenburg_gate", "E14")
        .person("ada", "hannibal", "general", "B2")
    )
    game.armies("ada", "D8").armies("ada", "E13").at("cities")
    assert "person:hannibal" in game.uses("ada")
    assert game.options("ada", "on", {"do": "use", "use": "person:hannibal"}) == ["E13"]
    game = a_game().building("bo", "brandenburg_gate", "E14").cities("bo", "G9")
    game.person("ada", "galileo_galilei", "scientist", "B2").scouts("ada", "A8").at("cities")
    said = {"do": "use", "use": "person:galileo_galilei", "on": "A8"}
    goals = game.options("ada", "then", said)
    assert "A9" in goals
    assert "H9" not in goals


def test_7_2_nobody_is_led_astray_behind_the_brandenburg_gate() -> None:
    game = a_game(3).building("cy", "brandenburg_gate", "C13").armies("bo", "E13")
    game.cards("ada", "disoriented").at("cities")
    found = game.options("ada", "then", {"do": "use", "use": "card:disoriented", "on": "E13"})
    assert "E12" in found
    assert not {"D13", "D14", "C13"} & set(found)


def test_7_2_who_can_learn_nothing_may_still_teach() -> None:
    game = a_game().tech("ada", "pottery").cards("ada", "exchange_of_ideas").at("start")
    game.play("ada", do="use", use="card:exchange_of_ideas", on="1")
    assert (game.player("ada").techs, game.player("bo").techs) == (["pottery"], ["pottery"])


def test_7_2_the_owner_of_the_united_nations_may_agree() -> None:
    game = a_game().building("bo", "united_nations", "E13").tech("bo", "pottery")
    game.cards("ada", "exchange_of_ideas").at("start")
    assert "card:exchange_of_ideas" not in game.uses("ada")
    game.choose("bo", {"agree": "always"}, "standing_orders")
    game.play("ada", do="use", use="card:exchange_of_ideas", on="1", then="pottery")
    assert game.player("ada").techs == ["pottery"]


def test_7_9_atomic_theory_destroys_an_own_city_too() -> None:
    game = a_game().tech("ada", "atomic_theory").has("ada", tokens=["uranium"]).cities("ada", "C8")
    game.policy("ada", "rationalism", "pacifism").armies("bo", "D8").at("movement")
    game.play("ada", do="use", use="technology:atomic_theory#1", on="C8")
    assert game.figures_on("D8") == (0, 0)
    assert len(cities_of(game.state, 0)) == 1
