"""The game: victories, turns, cards in general, resources, orders (rulebook chapter 1)."""

from __future__ import annotations

import pytest

from engine.core.decision import Choice
from engine.core.grammar import Settings, Value
from engine.rulesets.civ2010 import RULESET, events
from engine.rulesets.civ2010.sheet.pyramid import learnable
from engine.rulesets.civ2010.tables import CIVILIZATIONS
from tests.civ2010.builders import Game, a_game
from tests.covering import covers


def test_1_there_are_two_to_five_players() -> None:
    assert list(RULESET.seats) == [2, 3, 4, 5]


def test_1_1_taking_a_capital_wins() -> None:
    game = a_game().armies("ada", "E14", 6).tech("ada", "replaceable_parts")
    game.has("ada", invested={"military_industrial_complex": 6}).units("ada", "infantry.0")
    game.at("movement")
    game.play("ada", do="move", from_="E14", figures=["army"] * 6, target="F14").fight_on()
    assert (game.state.end, game.state.winner) == ("military", 0)


def test_1_1_the_last_step_of_the_track_wins() -> None:
    game = a_game().has("ada", track=20, culture=7, trade=6).at("cities")
    game.play("ada", do="advance")
    assert (game.state.end, game.state.winner) == ("culture", 0)


def test_1_1_fifteen_coins_win() -> None:
    game = a_game().has("ada", coins=14).tech("ada", "democracy").has("ada", trade=6).at("cities")
    game.play("ada", do="use", use="technology:democracy")
    assert (game.state.end, game.state.winner) == ("economic", 0)


@covers("technology.space_flight")
def test_1_1_space_flight_wins() -> None:
    game = a_game().pyramid("ada", 5, 4, 3, 2).has("ada", trade=26).at("research")
    game.choose("ada", "space_flight")
    assert (game.state.end, game.state.winner) == ("technology", 0)


def test_1_1_of_two_at_once_the_earlier_in_turn_order_wins() -> None:
    game = a_game().pyramid("ada", 5, 4, 3, 2).pyramid("bo", 5, 4, 3, 2)
    game.has("ada", trade=26).has("bo", trade=26).at("research", first="bo")
    game.choose("ada", "space_flight").choose("bo", "space_flight")
    assert game.state.winner == 1


def test_1_1_a_coin_of_research_wins_before_a_later_space_flight() -> None:
    game = a_game().pyramid("ada", 2).has("ada", trade=11, coins=14)
    game.pyramid("bo", 5, 4, 3, 2).has("bo", trade=26).at("research", first="ada")
    game.choose("ada", "civil_service").choose("bo", "space_flight")
    assert (game.state.end, game.state.winner) == ("economic", 0)


def turn_starts(game: Game, turns: int) -> list[int]:
    while len(game.events(events.TurnBegan)) < turns:
        decision = next(d for d in RULESET.pending(game.state) if d.blocking)
        game.choose(("ada", "bo", "cy")[decision.seat], decision.default)
    return [event.first for event in game.events(events.TurnBegan)]


def test_1_2_example_a_the_first_player_changes_every_turn() -> None:
    game = a_game(3).at("research", first="ada")
    assert turn_starts(game, 3) == [1, 2, 0]


def test_1_3_a_turn_limit_ends_the_game() -> None:
    game = a_game(turn_limit=2).at("research")
    while not game.state.end:
        decision = next(d for d in RULESET.pending(game.state) if d.blocking)
        game.choose(("ada", "bo")[decision.seat], decision.default)
    assert (game.state.end, game.state.winner, game.state.turn) == ("turn_limit", -1, 2)


def test_1_3_a_turn_limit_ranks_by_progress() -> None:
    game = a_game(turn_limit=1).has("bo", track=5).at("research")
    outcome = RULESET.outcome(game.state)
    assert outcome is not None
    assert outcome.winners == (1,)


def test_1_4_a_smaller_edition_leaves_pieces_out() -> None:
    game = a_game(sets="base", civilizations=("romans", "germans"))
    assert "agriculture" not in learnable(game.state, 0)
    assert "navy" not in learnable(game.state, 0)
    decks = [card for deck in game.state.decks for card in deck]
    assert "migrants" not in decks
    assert len(decks) == 47


def test_1_4_cards_that_need_investments_stay_out_without_them() -> None:
    state = a_game(investments="off").state
    wonders = (*state.wonder_deck, *state.wonder_market)
    assert "machu_picchu" not in wonders
    assert "a_p_giannini" not in state.person_deck
    assert CIVILIZATIONS["arabs"].needs == "investments"


def test_1_4_a_once_a_turn_ability_is_used_once() -> None:
    game = a_game().tech("ada", "democracy").has("ada", trade=20).at("cities")
    game.play("ada", do="use", use="technology:democracy")
    assert game.uses("ada") == []


def test_1_5_market_tokens_go_back_and_hut_tokens_leave() -> None:
    game = a_game().tech("ada", "currency").has("ada", resources={"incense": 1}).at("cities")
    game.state.market["incense"] -= 1
    game.play("ada", do="use", use="technology:currency")
    assert game.state.market["incense"] == 2
    assert game.player("ada").culture == 3
    other = a_game().tech("ada", "currency").has("ada", tokens=["incense"]).at("cities")
    gone = len(other.state.gone)
    other.play("ada", do="use", use="technology:currency")
    assert other.player("ada").tokens == []
    assert len(other.state.gone) == gone + 1


def test_1_5_a_resource_ability_is_used_once_a_turn() -> None:
    game = a_game().tech("ada", "currency").has("ada", resources={"incense": 2}).at("cities")
    game.state.market["incense"] -= 2
    game.play("ada", do="use", use="technology:currency")
    assert "technology:currency" not in game.uses("ada")


def test_1_5_the_way_to_pay_is_chosen() -> None:
    game = a_game().tech("ada", "currency").has("ada", resources={"incense": 1}, tokens=["incense"])
    game.state.market["incense"] -= 1
    game.at("cities").play("ada", do="use", use="technology:currency", pay="token.incense")
    assert game.player("ada").resources == {"incense": 1}


def test_1_6_hidden_things_can_be_thrown_away() -> None:
    game = a_game().cards("ada", "lost").has("ada", tokens=["spy"]).at("start")
    game.play("ada", do="drop", drop="card:lost").play("ada", do="drop", drop="token:spy")
    assert game.player("ada").cards == game.player("ada").tokens == []
    assert "drop" not in game.actions("ada")


def test_1_7_orders_are_private_and_shown_to_their_owner() -> None:
    game = a_game().at("start")
    game.choose("bo", {"cards": "always", "trade": "skip"}, "standing_orders")
    assert game.view("bo").own.orders["cards"] == "always"
    assert game.view("ada").own.orders["cards"] == "on_me"
    assert events.OrdersChanged(1) not in game.heard("ada")
    grammar = game.decision("bo", "standing_orders").grammar
    assert isinstance(grammar, Settings)
    assert grammar.current()["trade"] == "skip"


@covers("person.marco_polo")
def test_1_8_marco_polo_fills_the_dial_at_any_time() -> None:
    game = a_game().person("bo", "marco_polo", "industrialist", "E14").at("movement")
    game.play("bo", "any_time", do="use", use="person:marco_polo")
    assert game.player("bo").trade == 27
    assert "marco_polo" in game.state.person_deck


@covers("person.valmiki", "person.henry_ford", "person.louis_pasteur", "person.adam_smith")
@pytest.mark.parametrize(
    ("card", "kind"),
    [
        ("valmiki", "artist"),
        ("henry_ford", "builder"),
        ("louis_pasteur", "scientist"),
        ("adam_smith", "industrialist"),
    ],
)
def test_1_8_cards_that_always_work_are_laid_open(card: str, kind: str) -> None:
    game = a_game().person("ada", card, kind, "D4").at("start")
    sheet, coins = game.view().sheets[0], game.coins("ada")
    before = (sheet.culture_hand, sheet.speed, sheet.stacking, coins)
    game.play("ada", "any_time", do="show", show=card)
    sheet = game.view().sheets[0]
    after = (sheet.culture_hand, sheet.speed, sheet.stacking, game.coins("ada"))
    change = {"valmiki": (2, 0, 0, 0), "henry_ford": (0, 1, 0, 0), "louis_pasteur": (0, 0, 1, 0)}
    assert tuple(b - a for a, b in zip(before, after, strict=True)) == change.get(
        card, (0, 0, 0, 1)
    )
    game.armies("bo", "D4")
    blocked = game.view().sheets[0]
    assert (blocked.culture_hand, blocked.speed, blocked.stacking) == before[:3]


@covers("person.zheng_he")
def test_1_8_zheng_he_sees_every_token() -> None:
    game = a_game().token("hut", "spy", "E9").has("bo", tokens=["teacher"])
    game.person("ada", "zheng_he", "industrialist", "D4").at("start")
    game.play("ada", "any_time", do="use", use="person:zheng_he")
    assert game.events(events.TokensSeen)[0].tokens == (("E9", "spy"), ("", "teacher"))
    assert game.view("ada").tokens[0].content == "spy"
    assert game.view("bo").tokens[0].content is None


@covers("person.khalid_ibn_al_walid")
def test_1_8_khalid_becomes_first_player() -> None:
    game = a_game().person("bo", "khalid_ibn_al_walid", "general", "E14").at("cities")
    game.play("bo", "any_time", do="use", use="person:khalid_ibn_al_walid")
    assert game.state.first == 1
    assert game.asked() == {"bo": "cities"}


@covers("person.frida_kahlo")
def test_1_8_frida_kahlo_fills_the_hand_after_any_discards() -> None:
    game = a_game().cards("ada", "lost", "disaster")
    game.person("ada", "frida_kahlo", "artist", "D4").at("start")
    game.play("ada", "any_time", do="use", use="person:frida_kahlo", on=["lost"])
    assert "lost" not in game.player("ada").cards
    assert "disaster" in game.player("ada").cards
    assert len(game.player("ada").cards) == 2


@covers("card.defection")
def test_1_9_a_card_interrupts_a_move() -> None:
    game = a_game().armies("ada", "D9").armies("ada", "D8").scouts("bo", "D12")
    game.cards("bo", "defection").at("movement")
    game.play("ada", do="move", from_="D8", target="D7")
    game.play("bo", "interrupt", do="use", use="card:defection", on="D9")
    assert game.figures_on("D9") == (0, 0)
    assert game.asked() == {"ada": "movement"}


def test_1_10_a_move_can_be_taken_back_but_not_exploring() -> None:
    game = a_game().armies("ada", "C5").dark("C9").at("movement")
    quiet = RULESET.apply(game.state, a_move("C5", "C6"), game.dice)
    assert not quiet.revealed
    game.armies("ada", "C7")
    assert RULESET.apply(game.state, a_move("C7", "C8>C9"), game.dice).revealed


def a_move(origin: str, target: str) -> Choice:
    return Choice(0, "movement", {"do": "move", "from": origin, "target": target})


def test_1_7_what_is_played_on_oneself_is_cancelled_unless_ordered_otherwise() -> None:
    def razed(**order: str) -> bool:
        game = a_game().building("bo", "library", "E14").cards("bo", "bread_and_circuses")
        game.scouts("ada", "D12").cards("ada", "sabotage").at("start")
        if order:
            game.choose("bo", order, "standing_orders")
        return not game.play("ada", do="use", use="card:sabotage", on="E14").piece("E14")

    assert (razed(), razed(cards="never")) == (False, True)


def test_1_8_who_becomes_first_player_begins_the_turn_in_full() -> None:
    game = a_game().person("bo", "khalid_ibn_al_walid", "general", "E13").has("ada", coins=1)
    game.has("bo", due=["atlantis"]).at("start")
    game.play("bo", "any_time", do="use", use="person:khalid_ibn_al_walid")
    assert (game.asked(), "claim" in game.actions("bo")) == ({"bo": "start"}, True)
    assert game.done("bo").choose("bo", "pottery").asked() == {"ada": "start"}


@pytest.mark.parametrize("phase", ["trade", "research"])
def test_1_8_khalid_may_begin_any_phase_that_nobody_has_touched(phase: str) -> None:
    game = a_game().person("bo", "khalid_ibn_al_walid", "general", "E13")
    game.has("ada", trade=12).has("bo", trade=12).at(phase)
    game.play("bo", "any_time", do="use", use="person:khalid_ibn_al_walid")
    assert game.state.first == 1


@pytest.mark.parametrize(("phase", "answer"), [("trade", {"do": "done"}), ("research", "pottery")])
def test_1_8_khalid_comes_too_late_when_someone_has_acted(phase: str, answer: Value) -> None:
    game = a_game().person("bo", "khalid_ibn_al_walid", "general", "E13")
    game.has("ada", trade=12).has("bo", trade=12).at(phase).choose("ada", answer)
    assert "any_time" not in [decision.kind for decision in game.pending("bo")]


def test_1_8_khalid_decides_a_race_to_the_stars() -> None:
    game = a_game().person("bo", "khalid_ibn_al_walid", "general", "E13")
    for name in ("ada", "bo"):
        game.pyramid(name, 5, 4, 3, 2).has(name, trade=26)
    game.at("research").play("bo", "any_time", do="use", use="person:khalid_ibn_al_walid")
    game.choose("ada", "space_flight").choose("bo", "space_flight")
    assert (game.state.end, game.state.winner) == ("technology", 1)


@pytest.mark.parametrize("phase", ["start", "movement"])
def test_1_8_nobody_loses_a_part_because_another_becomes_first_player(phase: str) -> None:
    game = a_game(3).person("cy", "khalid_ibn_al_walid", "general", "B13")
    for name, key in (("bo", "M12"), ("cy", "D12")):
        game.has(name, coins=1).scouts(name, key)
    assert game.at(phase).asked() == {"bo": phase}
    game.play("cy", "any_time", do="use", use="person:khalid_ibn_al_walid")
    assert game.asked() == {"cy": phase}
    assert game.done("cy").asked() == {"bo": phase}
