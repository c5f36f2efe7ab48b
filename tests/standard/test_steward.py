"""The steward: sensible single answers, whole games by the rules, and a match against chance.

It is always given a view that went through bytes and back: nothing of the state can hide in it.
"""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from engine.conformance.twins import twin_of
from engine.core.decision import Choice, Decision
from engine.core.dice import KeyedDice
from engine.core.grammar import Value
from engine.core.view import Outcome
from engine.rulesets.standard import RULESET
from engine.rulesets.standard.state import State
from engine.rulesets.standard.steward import STEWARD
from engine.world.view import WorldView
from tests.standard.builders import END, Game, a_game, a_settler_on, look, move, offer, seat_of

ANNOUNCES = {"wonders": "announce"}


def seen_by(state: State, seat: int) -> WorldView:
    """A seat's view, through bytes and back."""
    data = msgspec.msgpack.encode(RULESET.view(state, seat))
    return msgspec.msgpack.decode(data, type=RULESET.view_type)


def open_to(state: State, seat: int) -> list[Decision]:
    return [decision for decision in RULESET.pending(state) if decision.seat == seat]


def steward(state: State, seat: int, rng: Random) -> Choice:
    """The steward's answer, checked against the grammar of what it answers."""
    decisions = open_to(state, seat)
    choice = STEWARD.decide(seen_by(state, seat), decisions, rng)
    decision = next(decision for decision in decisions if decision.id == choice.decision)
    assert choice.seat == seat
    assert decision.grammar.validate(choice.value) == choice.value
    return choice


def says(game: Game, name: str, kind: str) -> Value:
    """What the steward says in a player's place once its standing orders are given."""
    seat, rng = seat_of(name), Random(7)
    choice = steward(game.state, seat, rng)
    while choice.decision == "standing_orders" and kind != "standing_orders":
        game.play(name, choice.value, kind="standing_orders")
        choice = steward(game.state, seat, rng)
    assert choice.decision == kind
    return choice.value


def buys_everything(game: Game, name: str) -> list[Value]:
    """All the steward buys in a player's purchase phase."""
    bought = []
    while game.asked().get(name) == "purchase":
        order = says(game, name, "purchase")
        game.play(name, order)
        bought.append(order)
    return bought


# Placement


def test_it_starts_where_there_is_room() -> None:
    game = a_game(3).at("placement", first="angela")
    region = says(game, "angela", "placement")
    assert len(game.options("angela")) == 72
    assert region not in ("greenland", "iberia", "arabia", "patagonia")


def test_it_does_not_start_beside_a_rival_when_there_is_room_elsewhere() -> None:
    game = a_game(2).at("placement", first="brad").play("brad", "gobi")
    assert says(game, "angela", "placement") not in ("himalaya", "bactria", "steppe", "huang_he")


# Movement


def test_it_looks_at_the_marker_under_its_settler() -> None:
    game = a_settler_on("wine").at("movement")
    assert says(game, "angela", "movement") == look("gobi")


def test_its_settler_walks_from_bare_land_to_a_resource_it_knows() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", settler=1)
        .with_marker("siberia", "gems", known_by=["angela"])
        .at("movement")
    )
    assert says(game, "angela", "movement") == move("gobi", "siberia", "settler")


def test_its_settler_does_not_wait_in_a_desert() -> None:
    game = a_settler_on("wine").with_marker("altiplano", "desert", up=True)
    game = game.with_units("angela", "altiplano", settler=1)
    table = game.at("movement").play("angela", look("gobi"))
    order = says(table, "angela", "movement")
    assert (order["do"], order["from"], order["units"]) == ("move", "altiplano", ["settler"])


def test_its_settler_crosses_to_an_island_when_the_land_is_taken() -> None:
    game = (
        a_game()
        .with_settlements("angela", "tanami", "gibson", "murray")
        .with_units("angela", "tanami", settler=1)
        .with_fleet("angela", "arafura_sea", "galley")
        .at("movement")
    )
    galley = game.fleet("angela", "arafura_sea")
    assert says(game, "angela", "movement") == move("tanami", galley, "settler")
    game.play("angela", move("tanami", galley, "settler"))
    order = says(game, "angela", "movement")
    assert (order["from"], order["units"]) == (galley, ["settler+1"])
    assert game.settlement(order["to"]) is None


def test_it_takes_an_undefended_metropolis_beside_its_army() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=1)
        .with_settlement("brad", "steppe", "metropolis")
        .with_settlement("brad", "nigeria")
        .at("movement")
    )
    assert says(game, "angela", "movement") == move("gobi", "steppe", "swordsman")
    game.play("angela", move("gobi", "steppe", "swordsman"))
    assert says(game, "angela", "declare") == ["steppe:1"]
    game.play("angela", ["steppe:1"])
    assert game.settlement("steppe") == ("angela", "metropolis")


def test_it_leaves_a_well_guarded_metropolis_alone() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=1)
        .with_settlement("brad", "steppe", "metropolis")
        .with_units("brad", "steppe", swordsman=3)
        .at("movement")
    )
    order = says(game, "angela", "movement")
    assert order.get("to") != "steppe"


def test_it_attacks_with_all_it_takes_and_no_less() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=3)
        .with_units("angela", "bactria", swordsman=2)
        .with_settlement("brad", "steppe", "city")
        .with_units("brad", "steppe", swordsman=2)
        .at("movement")
    )
    while game.asked().get("angela") == "movement":
        game.play("angela", says(game, "angela", "movement"))
    assert game.units("angela", "steppe") == {"swordsman": 5}


# Battles


def test_it_declines_a_battle_it_would_lose() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=1)
        .with_units("brad", "gobi", swordsman=4)
        .at("movement")
        .play("angela", END)
    )
    assert says(game, "angela", "declare") == []


def test_it_stops_an_unguarded_settler() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=1)
        .with_units("brad", "steppe", settler=1)
        .with_orders("angela", **ANNOUNCES)
        .at("movement", mover="brad")
        .play("brad", move("steppe", "gobi", "settler"))
        .play("brad", END)
    )
    assert says(game, "angela", "challenge") == ["gobi"]


def test_it_sends_cavalry_against_infantry() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=1, horseman=1, catapult=1)
        .with_units("brad", "gobi", swordsman=2)
        .at("movement")
        .play("angela", END)
        .play("angela", ["gobi:1"])
    )
    assert says(game, "angela", "fight") == "horseman"


# Purchase


def test_it_founds_on_a_resource_rather_than_on_bare_land() -> None:
    game = (
        a_game()
        .with_gold("angela", 5)
        .with_units("angela", "altiplano", settler=1)
        .with_units("angela", "gobi", settler=1)
        .with_marker("gobi", "wine", known_by=["angela"])
        .at("purchase")
    )
    assert says(game, "angela", "purchase") == {"buy": "village", "where": "gobi"}


def test_it_guards_a_city_that_an_enemy_stands_beside() -> None:
    game = (
        a_game()
        .with_gold("angela", 5)
        .with_settlement("angela", "gobi", "city")
        .with_settlement("angela", "nigeria")
        .with_units("brad", "steppe", swordsman=1)
        .at("purchase")
    )
    order = says(game, "angela", "purchase")
    assert (order["where"], order.get("count")) == ("gobi", 1)


def test_it_buys_points_with_the_last_gold_when_the_game_ends() -> None:
    game = (
        a_game()
        .in_era("modern")
        .with_technologies("brad", modern=3)
        .with_wonders("brad", "edisons_lab")
        .with_gold("angela", 55)
        .with_settlement("angela", "gobi")
        .with_settlement("angela", "steppe", "town")
        .with_settlement("angela", "siberia", "city")
        .with_units("brad", "yakutia", tank=3)
        .at("purchase")
    )
    points = game.view().scores[0]
    bought = buys_everything(game, "angela")
    assert {order["buy"] for order in bought} <= {"grow", "technology", "done"}
    assert game.view().scores[0] == points + 6


def test_it_ends_the_game_when_it_is_ahead() -> None:
    game = (
        a_game()
        .in_era("modern")
        .with_technologies("angela", modern=2)
        .with_wonders("angela", "edisons_lab")
        .with_gold("angela", 30)
        .with_settlement("angela", "gobi", "metropolis")
        .at("purchase")
    )
    assert says(game, "angela", "purchase") == {"buy": "technology"}


def test_it_does_not_end_the_game_while_it_is_behind() -> None:
    game = (
        a_game()
        .in_era("modern")
        .with_technologies("angela", modern=2)
        .with_wonders("angela", "edisons_lab")
        .with_gold("angela", 30)
        .with_settlements("brad", "nigeria", "funa", "congo", "libya", size="metropolis")
        .at("purchase")
    )
    bought = buys_everything(game, "angela")
    assert {"buy": "technology"} not in bought


def test_it_keeps_gold_for_the_wonder_that_asks_for_gold() -> None:
    game = (
        a_game()
        .in_era("medieval")
        .with_gold("angela", 55)
        .with_settlement("angela", "gobi", "town")
        .at("purchase")
    )
    buys_everything(game, "angela")
    assert game.gold("angela") >= 50


# Trade


def offered_by_brad(give: list[str], get: list[str]) -> Game:
    """Both own two technologies; Angela works wine twice, Brad horses twice."""
    return (
        a_game()
        .with_technologies("angela", ancient=2)
        .with_technologies("brad", ancient=2)
        .with_wonders("brad", "great_library")
        .with_settlement("angela", "gobi", "city", "wine")
        .with_settlement("angela", "steppe", "city", "wine")
        .with_settlement("brad", "nigeria", "city", "horses")
        .with_settlement("brad", "funa", "city", "horses")
        .at("trade")
        .play("brad", offer("angela", give=give, get=get))
    )


def test_it_refuses_to_give_a_settlement_away() -> None:
    game = offered_by_brad(give=[], get=["settlement:gobi"])
    number = str(game.view("angela").offers[0].id)
    assert says(game, "angela", "trade") == {"do": "decline", "offer": number}


def test_it_accepts_an_exchange_that_gives_both_a_new_kind_of_resource() -> None:
    game = offered_by_brad(give=["loan:funa"], get=["loan:steppe"])
    number = str(game.view("angela").offers[0].id)
    assert says(game, "angela", "trade") == {"do": "accept", "offer": number}


def test_it_refuses_an_exchange_of_its_only_wine_for_nothing_new() -> None:
    game = offered_by_brad(give=[], get=["loan:steppe"])
    assert says(game, "angela", "trade")["do"] == "decline"


def test_it_never_offers_twice_while_an_offer_is_open() -> None:
    game = offered_by_brad(give=[], get=["settlement:gobi"])
    asked = []
    while game.asked().get("angela") == "trade":
        order = says(game, "angela", "trade")
        game.play("angela", order)
        asked.append(order["do"])
    assert asked.count("offer") <= 1
    assert asked[-1] == "done"


def traded_away(game: Game, name: str, partner: str) -> list[str]:
    """What a steward does in the trade phase while its partner declines whatever comes."""
    did: list[str] = []
    while game.asked().get(name) == "trade" and len(did) < 5:
        order = says(game, name, "trade")
        game.play(name, order)
        did.append(order["do"])
        for made in game.view(partner).offers:
            game.play(partner, {"do": "decline", "offer": str(made.id)})
    return did


def test_it_never_repeats_a_refused_offer() -> None:
    game = (
        a_game()
        .in_era("medieval")
        .with_technologies("angela", ancient=4)
        .with_technologies("brad", ancient=4)
        .with_settlement("angela", "gobi", "city", "wine")
        .with_settlement("angela", "steppe", "city", "wine")
        .with_settlement("brad", "nigeria", "city", "horses")
        .with_settlement("brad", "funa", "city", "horses")
        .at("trade")
    )
    assert traded_away(game, "angela", "brad") == ["offer", "done"]


# Wonders and standing orders


def test_it_announces_a_wonder_before_anything_else() -> None:
    game = a_game().in_era("medieval").with_gold("angela", 60).at("purchase")
    assert says(game, "angela", "announce") == "sistine_chapel"


def test_its_first_act_is_the_order_to_announce_wonders() -> None:
    game = a_game().with_units("angela", "gobi", swordsman=1).at("movement")
    assert says(game, "angela", "standing_orders")["wonders"] == "announce"


def test_it_changes_its_orders_only_when_something_has_changed() -> None:
    game = a_game().with_units("angela", "gobi", swordsman=1).at("movement")
    game.play("angela", says(game, "angela", "standing_orders"), kind="standing_orders")
    assert steward(game.state, 0, Random(1)).decision == "movement"


# Secrets and chance


def test_the_same_view_gives_the_same_answer() -> None:
    state = RULESET.start(3, {}, KeyedDice(b"same", [b"a", b"b", b"c"])).state
    seat = RULESET.pending(state)[0].seat
    answers = {str(steward(state, seat, Random(5))) for _ in range(5)}
    assert len(answers) == 1


def test_what_it_cannot_see_does_not_change_its_answer() -> None:
    rng = Random(3)
    dice = KeyedDice(b"hidden", [b"a", b"b", b"c"])
    state = RULESET.start(3, {}, dice).state
    for _ in range(150):
        decision = next(d for d in RULESET.pending(state) if d.blocking)
        seed = rng.random()
        choice = steward(state, decision.seat, Random(seed))
        other = twin_of(RULESET, state, decision.seat, rng)
        assert steward(other, decision.seat, Random(seed)) == choice
        state = RULESET.apply(state, choice, dice).state


# Whole games


def played(seed: int, stewards: set[int], players: int) -> Outcome:
    """A whole game between stewards and players who do anything at all."""
    rng = Random(seed)
    dice = KeyedDice(b"match %d" % seed, [b"seed"] * players)
    state = RULESET.start(players, {}, dice).state
    while (result := RULESET.outcome(state)) is None:
        pending = RULESET.pending(state)
        decision = rng.choice([decision for decision in pending if decision.blocking])
        if decision.seat in stewards:
            choice = steward(state, decision.seat, rng)
            decision = next(d for d in pending if (d.seat, d.id) == (choice.seat, choice.decision))
        else:
            choice = Choice(decision.seat, decision.id, decision.grammar.sample(rng))
        RULESET.play(state, choice, dice, decision)
    return result


def test_it_beats_a_player_who_does_anything_at_all() -> None:
    won = sum(played(seed, {seed % 2}, 2).winners == (seed % 2,) for seed in range(6))
    assert won >= 5


@pytest.mark.parametrize("players", [2, 5])
def test_a_table_of_stewards_plays_to_the_end_by_the_rules(players: int) -> None:
    result = played(players, set(range(players)), players)
    assert result.reason in ("modern_technologies", "last_one_standing")
    assert 5 < result.turns < 40
