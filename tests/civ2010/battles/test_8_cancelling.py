"""Cancelling what others play (rulebook section 8.4)."""

from __future__ import annotations

from engine.rulesets.civ2010 import events
from tests.civ2010.builders import Game, a_game


def test_8_4_nobody_cancels_the_action_of_ada_lovelace() -> None:
    game = a_game().person("ada", "ada_lovelace", "builder", "D4")
    game.tech("bo", "writing").has("bo", tokens=["spy"]).at("cities")
    game.choose("bo", {"actions": "always"}, "standing_orders")
    game.play("ada", do="use", use="person:ada_lovelace", on="C3")
    game.play("ada", do="act", item="arts")
    assert (game.player("ada").culture, game.player("bo").tokens) == (1, ["spy"])
    game.play("ada", do="act", item="arts")
    assert (game.player("ada").culture, game.player("bo").tokens) == (1, [])


def test_8_4_each_player_who_is_hit_may_cancel() -> None:
    game = a_game(4).has("bo", coins=1).has("cy", coins=1).has("di", coins=1)
    game.cards("ada", "bank_scandal").cards("cy", "bread_and_circuses").at("start")
    game.play("ada", do="use", use="card:bank_scandal")
    assert [game.player(name).coins for name in ("bo", "cy", "di")] == [1, 1, 1]
    assert game.events(events.Cancelled)[0].by == 2


def asking(game: Game, *names: str, **orders: str) -> Game:
    for name in names:
        game.choose(name, orders, "standing_orders")
    return game


def test_8_4_who_wants_to_be_asked_decides_when_it_happens() -> None:
    def sabotaged() -> Game:
        game = a_game().building("bo", "library", "E14").scouts("ada", "E11")
        game.cards("ada", "sabotage").cards("bo", "jousting_tourney", "lost").at("start")
        asking(game, "bo", cards="ask")
        return game.play("ada", do="use", use="card:sabotage", on="E14")

    game = sabotaged()
    assert game.asked() == {"bo": "answer"}
    assert game.keys("bo") == ["let", "let_all", "card:jousting_tourney"]
    assert game.decision("bo").default == "card:jousting_tourney"
    assert game.choose("bo", "let").piece("E14") == ""
    game = sabotaged().choose("bo", "card:jousting_tourney")
    assert (game.piece("E14"), game.player("bo").cards) == ("library", ["lost"])
    assert game.player("ada").cards == []


def test_8_4_one_is_asked_with_and_without_the_means() -> None:
    game = a_game().building("bo", "library", "E14").scouts("ada", "E11").cards("ada", "sabotage")
    asking(game.cards("bo", "lost").at("start"), "bo", cards="ask_on_me")
    game.play("ada", do="use", use="card:sabotage", on="E14")
    assert game.keys("bo") == ["let", "let_all"]
    assert game.choose("bo", "let").piece("E14") == ""


def test_8_4_who_has_nothing_hidden_is_not_asked() -> None:
    game = a_game().building("bo", "library", "E14").scouts("ada", "E11").cards("ada", "sabotage")
    asking(game.at("start"), "bo", cards="ask")
    assert game.play("ada", do="use", use="card:sabotage", on="E14").piece("E14") == ""


def test_8_4_orders_that_ask_and_orders_that_do_not_go_together() -> None:
    game = a_game(3).building("bo", "library", "M13").cards("ada", "disaster")
    game.cards("bo", "jousting_tourney").cards("cy", "primetime_tv").at("start")
    asking(asking(game, "bo", cards="always"), "cy", cards="ask")
    game.play("ada", do="use", use="card:disaster", on="M13")
    assert game.asked() == {"cy": "answer"}
    assert game.decision("cy").about == {"seat": 1, "source": "card", "card": "jousting_tourney"}
    game.choose("cy", "card:primetime_tv")
    assert game.piece("M13") == ""


def test_8_4_a_city_action_waits_for_the_answer() -> None:
    def building(order: str) -> Game:
        game = a_game().tech("ada", "writing").has("ada", trade=15)
        game.tech("bo", "writing").has("bo", tokens=["spy"]).at("cities")
        asking(game, "bo", actions=order)
        return game.play("ada", do="act", item="library", square="B2")

    game = building("ask")
    assert game.asked() == {"bo": "answer"}
    game.choose("bo", "technology:writing")
    assert (game.piece("B2"), game.player("ada").trade, game.player("bo").tokens) == ("", 15, [])
    assert game.asked() == {"bo": "cities"}
    game = building("ask").choose("bo", "let")
    assert (game.piece("B2"), game.player("ada").trade) == ("library", 3)
    assert building("ask_wonders").piece("B2") == "library"


def test_8_4_a_resource_ability_in_battle_waits_for_the_answer() -> None:
    game = a_game().armies("ada", "D8").armies("bo", "D9").tech("ada", "mathematics")
    game.has("ada", tokens=["iron"]).cards("bo", "primetime_tv")
    game.units("ada", "infantry.0", "artillery.0").units("bo", "infantry.1", "mounted.0")
    asking(game.at("movement"), "bo", abilities="ask")
    game.play("ada", do="move", from_="D8", target="D9")
    game.play("bo", do="play", unit="infantry.1", front="new")
    game.play("ada", do="use", use="technology:mathematics", on=["0", "0", "0"])
    game.choose("bo", "card:primetime_tv")
    assert (game.battle().fronts[0].wounds, game.player("ada").tokens) == ((0, 0), [])
    assert game.asked() == {"ada": "fight"}


def test_8_4_what_mass_media_protect_is_asked_of_nobody() -> None:
    game = a_game().building("bo", "library", "E14").scouts("ada", "E11").cards("ada", "sabotage")
    game.tech("ada", "mass_media").cards("bo", "jousting_tourney").at("start")
    asking(game, "bo", cards="ask")
    assert game.play("ada", do="use", use="card:sabotage", on="E14").piece("E14") == ""


def test_8_4_one_may_ask_for_no_more_questions_this_turn() -> None:
    game = a_game().building("bo", "library", "E14", "E13").cards("ada", "disaster", "sabotage")
    game.scouts("ada", "E11").cards("bo", "jousting_tourney").at("start")
    asking(game, "bo", cards="ask")
    game.play("ada", do="use", use="card:disaster", on="E14", then="nothing")
    game.choose("bo", "let_all").play("ada", do="use", use="card:sabotage", on="E13")
    assert (game.piece("E14"), game.piece("E13")) == ("", "")


def test_8_4_what_the_others_ordered_is_not_learnt_by_taking_back_a_gift() -> None:
    def paid(order: str) -> Game:
        game = a_game(3).tech("ada", "construction").cards("ada", "gift_from_afar")
        asking(game.cards("bo", "lost").at("cities"), "bo", abilities=order)
        asking(game, "cy", abilities="ask")
        game.play("ada", do="use", use="technology:construction", on="H3")
        return game.choose("ada", "1")

    asked, left_alone = paid("ask"), paid("never")
    assert asked.asked() != left_alone.asked()
    assert asked.revealed and left_alone.revealed


def test_8_4_who_answers_with_a_spy_says_which() -> None:
    def asked() -> Game:
        game = a_game().building("bo", "library", "E14").scouts("ada", "E11")
        game.cards("ada", "sabotage").cards("bo", "generous_gift").tech("bo", "civil_service")
        asking(game.has("bo", tokens=["spy"]).at("start"), "bo", cards="ask")
        return game.play("ada", do="use", use="card:sabotage", on="E14")

    spy, gift = asked().keys("bo")[2:]
    assert (spy, gift) == (
        "technology:civil_service+token.spy",
        "technology:civil_service+card.generous_gift",
    )
    game = asked().choose("bo", gift)
    assert (game.player("bo").tokens, game.player("bo").cards) == (["spy"], [])
    game = asked().choose("bo", spy)
    assert (game.player("bo").tokens, game.player("bo").cards) == ([], ["generous_gift"])
    assert game.piece("E14") == "library"


def test_8_4_an_order_spends_the_spy_before_a_gift() -> None:
    game = a_game().building("bo", "library", "E14").scouts("ada", "E11").cards("ada", "sabotage")
    game.cards("bo", "gift_from_afar").tech("bo", "civil_service").has("bo", tokens=["spy"])
    game.at("start").play("ada", do="use", use="card:sabotage", on="E14")
    assert (game.player("bo").tokens, game.player("bo").cards) == ([], ["gift_from_afar"])
