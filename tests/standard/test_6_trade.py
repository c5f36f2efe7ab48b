"""Rulebook 6 and 6.3: the trade phase and its offers."""

import pytest

from engine.rulesets.standard.events import Offered, OfferEnded, Traded, TradeDone, TradeResumed
from tests.standard.builders import DONE, Arrangement, Game, a_game, dealt, offer, seat_of


def three_traders() -> Arrangement:
    game = a_game(3)
    for name in ("angela", "brad", "chris"):
        game = game.with_gold(name, 20)
    return game


def number(maker: str, to: str, earlier: int = 0) -> int:
    """An offer's number: the pair, and how many they had before."""
    return 36 * earlier + 6 * seat_of(maker) + seat_of(to)


def answer(action: str, number: int) -> dict[str, str]:
    return {"do": action, "offer": str(number)}


def offers(game: Game, name: str | None) -> list[int]:
    """The numbers of the offers somebody sees."""
    return [offer.id for offer in game.view(name).offers]


# 6 Trade


def test_6_everyone_trades_at_the_same_time() -> None:
    game = three_traders().at("trade")
    assert game.asked() == {"angela": "trade", "brad": "trade", "chris": "trade"}


def test_6_the_phase_ends_when_all_are_done() -> None:
    game = three_traders().at("trade").play("chris", DONE).play("angela", DONE)
    assert game.event(TradeDone).seat == 0
    assert game.asked() == {"brad": "trade"}
    game.play("brad", DONE, dice=[3, 4])
    assert game.phase == "purchase"


def test_6_offers_left_open_end_with_the_phase() -> None:
    game = three_traders().at("trade").play("angela", offer("brad", give_gold=1))
    game.play("angela", DONE).play("brad", DONE).play("chris", DONE, dice=[3, 4])
    assert offers(game, "angela") == []


def test_6_who_is_done_may_still_deal() -> None:
    game = three_traders().at("trade").play("angela", DONE)
    assert game.options("angela", "do") == ["offer"]
    game.play("angela", offer("brad", give_gold=5)).play("brad", answer("accept", 1))
    assert (game.gold("angela"), game.gold("brad")) == (15, 25)
    assert game.asked() == {"brad": "trade", "chris": "trade"}


def test_6_who_is_done_and_has_nothing_to_deal_with_is_left_in_peace() -> None:
    game = a_game().with_settlement("angela", "gobi", marker="wine")
    table = game.with_settlement("brad", "italia", marker="oil").at("trade")
    dealt(table, "angela", "brad", give=["loan:gobi"], get=["loan:italia"])
    table.play("angela", DONE)
    assert table.may("angela") == ["standing_orders"]


def test_6_an_offer_wakes_whoever_was_done() -> None:
    game = three_traders().at("trade").play("brad", DONE)
    assert "brad" not in game.asked()
    game.play("angela", offer("brad", give_gold=5))
    assert "brad" in game.asked()
    assert TradeResumed(1) in game.heard("chris"), "whom the game waits for, all can see"
    assert set(game.options("brad", "do")) == {"offer", "accept", "decline", "done"}


def test_6_an_order_to_skip_trade_lets_one_sleep_on() -> None:
    game = three_traders().with_orders("brad", trade="skip").at("trade")
    assert "brad" not in game.asked()
    game.play("angela", offer("brad", give_gold=5))
    assert "brad" not in game.asked()
    assert game.revealed and game.heard("chris") == []
    game.play("brad", answer("accept", 1))
    assert game.gold("brad") == 25


@pytest.mark.parametrize("answered", ["accept", "decline"])
def test_6_who_was_done_is_done_again_when_every_offer_is_answered(answered: str) -> None:
    game = three_traders().at("trade").play("brad", DONE)
    game.play("angela", offer("brad", give_gold=5))
    game.play("chris", offer("brad", give_gold=5))
    game.play("brad", answer(answered, number("angela", "brad")))
    assert "brad" in game.asked()
    game.play("brad", answer(answered, number("chris", "brad")))
    assert "brad" not in game.asked()


def test_6_who_was_not_done_is_asked_on_after_an_answer() -> None:
    game = three_traders().at("trade").play("angela", offer("brad", give_gold=5))
    game.play("brad", answer("decline", number("angela", "brad")))
    assert "brad" in game.asked()


def test_6_an_order_to_be_done_unless_offered_something_waits_for_offers() -> None:
    game = three_traders().with_orders("brad", trade="offers").at("trade")
    assert set(game.asked()) == {"angela", "chris"}
    game.play("angela", offer("brad", give_gold=5))
    assert "brad" in game.asked()
    game.play("brad", answer("decline", number("angela", "brad")))
    assert "brad" not in game.asked()
    game.play("angela", DONE).play("chris", DONE, dice=[3, 4])
    assert game.phase == "purchase"


def test_6_nobody_sees_which_order_let_one_sleep() -> None:
    views = []
    for order in ("offers", "skip"):
        game = three_traders().with_orders("brad", trade=order).at("trade")
        views.append([game.view(name) for name in ("angela", "chris", None)])
    assert views[0] == views[1]


def refused(game: Game, name: str | None) -> list[int]:
    """The numbers of the refused offers that somebody sees."""
    return [offer.id for offer in game.view(name).refused]


def refused_by_brad() -> Game:
    """Brad has declined a gift of Angela's."""
    game = three_traders().at("trade").play("angela", offer("brad", give_gold=1))
    return game.play("brad", answer("decline", 1))


def test_6_3_a_refused_offer_is_known_to_its_two_sides_alone() -> None:
    game = refused_by_brad()
    assert [refused(game, name) for name in ("angela", "brad", "chris", None)] == [[1], [1], [], []]
    assert game.view("angela").has_refused(seat_of("brad"))
    assert not game.view("brad").has_refused(seat_of("angela"))


def test_6_3_a_refusal_is_past_when_either_side_strikes_a_deal_or_trade_is_over() -> None:
    dealt_since = refused_by_brad().play("chris", offer("brad", give_gold=5))
    dealt_since.play("brad", answer("accept", number("chris", "brad")))
    assert refused(dealt_since, "angela") == []
    over = refused_by_brad().play("angela", DONE).play("brad", DONE)
    over.play("chris", DONE, dice=[3, 4])
    assert refused(over, "angela") == []


def test_6_where_all_skip_trade_it_passes_by_itself() -> None:
    game = a_game().with_orders("angela", trade="skip").with_orders("brad", trade="skip")
    assert game.at("trade", dice=[3, 4]).phase == "purchase"


def test_6_the_fallen_do_not_trade() -> None:
    game = three_traders().without_home("chris").at("trade")
    assert game.asked() == {"angela": "trade", "brad": "trade"}
    assert game.options("angela", "to", do="offer") == ["1"]
    game.refuses("angela", offer("chris", give_gold=1), "fallen_partner", "trade")


def test_6_a_gift_is_a_deal() -> None:
    game = three_traders().at("trade").play("angela", offer("brad", give_gold=20))
    game.play("brad", answer("accept", 1))
    assert (game.gold("angela"), game.gold("brad")) == (0, 40)


def test_6_a_deal_need_not_be_fair() -> None:
    game = three_traders().with_settlement("brad", "gobi", "metropolis").at("trade")
    game.play("angela", offer("brad", give_gold=1, get=["settlement:gobi"]))
    game.play("brad", answer("accept", 1))
    assert game.settlement("gobi") == ("angela", "metropolis")


def test_6_nobody_deals_with_oneself() -> None:
    game = three_traders().at("trade")
    game.refuses("angela", offer("angela", give_gold=1), "trade_with_oneself", "trade")


# 6.3 Offers


def test_6_3_an_accepted_offer_is_carried_out_at_once_and_public() -> None:
    game = three_traders().at("trade")
    game.play("angela", offer("brad", give_gold=7, get_gold=2)).play("brad", answer("accept", 1))
    assert (game.gold("angela"), game.gold("brad")) == (15, 25)
    assert game.event(Traded) == Traded(0, 1, 7, (), 2, ())
    for name in ("angela", "brad", "chris", None):
        assert game.event(Traded) in game.heard(name)


def test_6_3_an_offer_is_private_between_the_two_until_then() -> None:
    game = three_traders().at("trade").play("angela", offer("brad", give_gold=7))
    assert offers(game, "angela") == offers(game, "brad") == [1]
    for name in ("chris", None):
        assert offers(game, name) == []
        assert game.heard(name) == []
    assert Offered(0, 1, 7, (), 0, (), 1) in game.heard("brad")
    shown = game.view("brad").offers[0]
    assert (shown.maker, shown.to, shown.give_gold, shown.get_gold) == (0, 1, 7, 0)


def test_6_3_the_other_may_decline_and_only_the_two_hear_of_it() -> None:
    game = three_traders().at("trade").play("angela", offer("brad", give_gold=7))
    game.play("brad", answer("decline", 1))
    assert game.heard("angela") == game.heard("brad") == [OfferEnded(0, 1, 1, "declined")]
    assert game.heard("chris") == []
    assert offers(game, "angela") == []
    assert game.gold("brad") == 20


def test_6_3_the_other_may_answer_with_an_offer() -> None:
    game = three_traders().at("trade").play("angela", offer("brad", give_gold=7))
    game.play("brad", offer("angela", get_gold=9))
    game.play("angela", answer("accept", number("brad", "angela")))
    assert (game.gold("angela"), game.gold("brad")) == (11, 29)
    assert offers(game, "brad") == [1]


def test_6_3_ones_own_offer_can_be_withdrawn() -> None:
    game = three_traders().at("trade").play("angela", offer("brad", give_gold=7))
    game.play("angela", answer("withdraw", 1))
    assert game.event(OfferEnded).why == "withdrawn"
    assert offers(game, "brad") == []


@pytest.mark.parametrize(
    ("name", "action"),
    [("angela", "accept"), ("angela", "decline"), ("brad", "withdraw"), ("chris", "accept")],
)
def test_6_3_one_answers_only_offers_to_oneself(name: str, action: str) -> None:
    game = three_traders().at("trade").play("angela", offer("brad", give_gold=7))
    game.refuses(name, answer(action, 1), "no_such_offer", "offers")


def test_6_3_one_answers_only_offers_that_are_there() -> None:
    game = three_traders().at("trade").play("angela", offer("brad", give_gold=7))
    game.refuses("brad", answer("accept", 9), "no_such_offer", "offers")


def test_6_3_one_offers_no_more_gold_than_one_has() -> None:
    game = three_traders().at("trade")
    game.refuses("angela", offer("brad", give_gold=21), "too_high", "trade")
    game.refuses("angela", offer("brad", get_gold=21), "too_high", "trade")
    game.refuses("angela", offer("brad", give_gold=-1), "too_low", "trade")


@pytest.mark.parametrize(
    ("thing", "code", "rule"),
    [
        ("wonder:great_wall", "no_card_to_give", "permanent-trades"),
        ("wonder:great_hall", "not_an_option", "trade"),
        ("technology:modern", "no_technology_to_give", "permanent-trades"),
        ("technology:stone", "not_an_option", "trade"),
        ("tank@nile", "no_pieces_to_give", "permanent-trades"),
        ("loan:gobi", "no_settlement_to_give", "loans"),
        ("settlement:gobi", "no_settlement_to_give", "permanent-trades"),
    ],
)
def test_6_3_one_offers_only_what_is_there(thing: str, code: str, rule: str) -> None:
    game = three_traders().at("trade")
    game.refuses("angela", offer("brad", give=[thing]), code, rule)
    game.refuses("angela", offer("brad", get=[thing]), code, rule)


def test_6_3_an_offer_has_something_in_it() -> None:
    game = three_traders().at("trade")
    game.refuses("angela", offer("brad"), "too_few", "trade")


def two_with_gold_at_most(gold: int) -> Game:
    """Angela's and Brad's only goods, their resources, are lent to Chris; Angela has this gold."""
    game = a_game(3).with_settlement("angela", "gobi", marker="wine").with_gold("angela", gold)
    table = game.with_settlement("brad", "italia", marker="wine").at("trade")
    dealt(table, "angela", "chris", give=["loan:gobi"])
    return dealt(table, "brad", "chris", give=["loan:italia"])


def test_6_3_between_two_without_goods_an_offer_has_gold_in_it() -> None:
    game = two_with_gold_at_most(5)
    gold = {"do": "offer", "to": "1", "give_gold": 3, "get_gold": 0}
    game.refuses("angela", {**gold, "give_gold": 0}, "too_low", "trade")
    game.refuses("brad", {**gold, "to": "0", "give_gold": 0}, "too_low", "trade")
    game.play("angela", gold).play("brad", answer("accept", number("angela", "brad")))
    assert (game.gold("angela"), game.gold("brad")) == (2, 3)


def test_6_3_between_two_with_nothing_at_all_there_is_nothing_to_offer() -> None:
    game = two_with_gold_at_most(0)
    assert game.options("angela", "to", do="offer") == ["2"]


def test_6_3_each_player_has_at_most_five_offers_open() -> None:
    game = three_traders().at("trade")
    for gold in range(5):
        game.play("angela", offer(("brad", "chris")[gold % 2], give_gold=1 + gold))
    sixth = offer("brad", give_gold=9)
    game.refuses("angela", sixth, "too_many_offers", "offers")
    game.play("angela", answer("withdraw", number("angela", "brad", 1))).play("angela", sixth)
    assert len(offers(game, "angela")) == 5
    assert "offer" in game.options("brad", "do")


def test_6_3_an_offer_whose_maker_can_no_longer_keep_it_is_void() -> None:
    game = three_traders().at("trade").play("angela", offer("brad", give_gold=15))
    game.play("angela", offer("chris", give_gold=15)).play("chris", answer("accept", 2))
    assert game.event(OfferEnded) == OfferEnded(0, 1, 1, "void")
    assert OfferEnded(0, 1, 1, "void") in game.heard("brad")
    assert OfferEnded(0, 1, 1, "void") not in game.heard("chris")
    assert offers(game, "brad") == []


def test_6_3_an_offer_the_other_can_no_longer_pay_is_void() -> None:
    game = three_traders().at("trade").play("angela", offer("brad", get_gold=15))
    game.play("brad", offer("chris", give_gold=15))
    game.play("chris", answer("accept", number("brad", "chris")))
    assert game.event(OfferEnded) == OfferEnded(0, 1, 1, "void")
    assert offers(game, "angela") == []


def test_6_3_an_offer_that_can_still_be_kept_stays() -> None:
    game = three_traders().at("trade").play("angela", offer("brad", give_gold=5))
    game.play("angela", offer("chris", give_gold=15)).play("chris", answer("accept", 2))
    assert game.events(OfferEnded) == []
    game.play("brad", answer("accept", 1))
    assert game.gold("angela") == 0


def test_6_3_offers_of_one_who_gives_everything_away_are_gone() -> None:
    game = a_game(3).without_home("angela").with_units("angela", "gobi", settler=1)
    table = game.with_gold("angela", 5).with_gold("brad", 5).at("trade")
    table.play("angela", offer("chris", give_gold=1)).play("brad", offer("chris", give_gold=1))
    table.play("brad", offer("angela", get=["settler@gobi"]))
    table.play("angela", answer("accept", number("brad", "angela")))
    assert table.player("angela").fallen
    assert offers(table, "chris") == [number("brad", "chris")]
    assert OfferEnded(0, 2, 2, "void") in table.heard("chris")
