"""The stand-in player: it wins against chance, never gets stuck, and sees nothing but its view."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.core.decision import Choice
from engine.core.dice import KeyedDice
from engine.core.grammar import Value
from engine.core.view import Outcome
from engine.rulesets.fast_play import RULESET
from engine.rulesets.fast_play.steward.armies import has_idle, idle, is_army, weakest
from engine.rulesets.fast_play.steward.deciding import STEWARD
from engine.rulesets.fast_play.steward.moves import Moves
from engine.rulesets.fast_play.steward.odds import exchange
from engine.rulesets.fast_play.steward.situation import Situation
from tests.fast_play.builders import END, Arrangement, Game, a_game, seat_of

LONGEST = 3000


def played(policies: str, seed: int) -> Outcome:
    """A game between stewards (`s`) and random players (`r`)."""
    rng, dice = Random(seed), KeyedDice(b"%d" % seed, [b"seat"] * len(policies))
    state = RULESET.start(len(policies), {}, dice).state
    for _ in range(LONGEST):
        pending = RULESET.pending(state)
        awaited = [decision for decision in pending if decision.blocking]
        if not awaited:
            break
        asked = rng.choice(awaited)
        if policies[asked.seat] == "s":
            own = [decision for decision in pending if decision.seat == asked.seat]
            choice = RULESET.steward(RULESET.view(state, asked.seat), own, rng)
        else:
            choice = Choice(asked.seat, asked.id, asked.grammar.sample(rng))
        RULESET.play(state, choice, dice)
    outcome = RULESET.outcome(state)
    assert outcome is not None, f"seed {seed} did not end"
    return outcome


def wins(seeds: range) -> int:
    """How often the steward wins alone, from either seat."""
    tables = [("sr", 0) if seed % 2 else ("rs", 1) for seed in seeds]
    return sum(played(t, n).winners == (s,) for n, (t, s) in zip(seeds, tables, strict=True))


def test_the_steward_beats_a_random_player() -> None:
    assert wins(range(10)) >= 9


@pytest.mark.soak
def test_the_steward_beats_a_random_player_in_95_of_100_games() -> None:
    assert wins(range(1000, 1100)) >= 95


@pytest.mark.parametrize(
    "table",
    [
        "ss",
        "sss",
        "ssssss",
    ],
)
def test_stewards_among_themselves_finish_their_game(table: str) -> None:
    assert played(table, 7).reason


def steward(game: Game, name: str) -> Game:
    """The steward moves for a player until it wants no more, or something would be drawn."""
    for _ in range(60):
        if game.asked() != {name: "movement"}:
            return game
        value = answer(game, name)
        if value == END or value["do"] == "explore":
            return game
        game.play(name, value)
    raise AssertionError("the steward runs to and fro")


def answer(game: Game, name: str) -> Value:
    own = [d for d in RULESET.pending(game.state) if d.seat == seat_of(name)]
    return RULESET.steward(game.view(name), own, Random(0)).value


def on_rails() -> Arrangement:
    """Angela's units can go to and fro by rail, and Brad is near."""
    return (
        a_game()
        .in_era("modern")
        .with_settlements("angela", "gaul", "germania", "sarmatia", "steppe", "siberia")
        .with_units("angela", "gaul", machinegunner=2, tank=1)
        .with_units("angela", "steppe", machinegunner=1)
        .with_settlement("brad", "persia")
        .with_units("brad", "persia", tank=3)
        .with_units("brad", "scandia", tank=4)
    )


def test_units_on_rails_come_to_rest() -> None:
    game = steward(on_rails().at("movement"), "angela")
    assert game.asked() == {"angela": "movement"}


def test_settlers_on_rails_come_to_rest() -> None:
    game = on_rails().with_units("angela", "gaul", settler=3).with_explored("iberia", "italia")
    settled = steward(game.at("movement"), "angela")
    assert settled.units("angela", "iberia") == {"settler": 1}


def test_a_settlement_without_defenders_is_taken() -> None:
    game = (
        a_game(3)
        .with_settlement("angela", "gobi")
        .with_units("angela", "gobi", swordsman=2)
        .with_settlement("brad", "steppe")
        .at("movement")
    )
    assert answer(game, "angela") == {
        "do": "move",
        "from": "gobi",
        "to": "steppe",
        "units": ["swordsman"],
    }


def test_a_fleet_is_built_where_the_land_is_full() -> None:
    game = a_game().with_settlements("angela", "gaul", "iberia").with_gold("angela", 3)
    game.with_marker("germania", "desert").with_marker("italia", "desert")
    assert answer(game.at("purchase"), "angela") == {"buy": "galley", "where": ["gaul"]}


def suggested(game: Game, name: str) -> dict[str, list[str]]:
    """What a player is advised to build, and where."""
    found = RULESET.suggest(game.view(name), (game.decision(name),), Random(1), 12)
    return {each.value["buy"]: each.value["where"] for each in found if "where" in each.value}


def test_suggested_purchases_are_for_different_settlements() -> None:
    game = a_game().with_settlements("angela", "indus", "ganges", "persia").with_gold("angela", 14)
    game.with_settlement("brad", "himalaya").with_units("brad", "himalaya", swordsman=2)
    game.with_units("angela", "indus", settler=3)
    found = suggested(game.at("purchase"), "angela")
    assert found["settler"] == ["persia", "indus"]
    assert found["swordsman"] == ["ganges"], "in danger as the others are, and both can be picked"


def test_a_purchase_for_settlements_that_are_all_named_is_an_alternative() -> None:
    game = a_game().with_settlements("angela", "indus", "ganges").with_gold("angela", 14)
    game.with_settlement("brad", "himalaya").with_units("brad", "himalaya", swordsman=2)
    found = suggested(game.at("purchase"), "angela")
    assert {*found["swordsman"]} <= {*found["settler"]}


def test_the_game_is_ended_by_the_one_who_wins_it() -> None:
    leading = (
        a_game()
        .in_era("modern")
        .with_settlement("angela", "gaul", "metropolis")
        .with_technologies("angela", modern=2)
        .with_gold("angela", 20)
    )
    assert answer(leading.at("purchase"), "angela") == {"buy": "technology"}
    trailing = leading.with_technologies("brad", ancient=2, medieval=2, modern=2)
    trailing.with_settlements("brad", "gobi", "steppe", "siberia", size="metropolis")
    assert answer(trailing.at("purchase"), "angela") != {"buy": "technology"}


def test_an_aircraft_is_not_left_alone() -> None:
    # The tank is the last army: the fighter goes instead, though it is worth more.
    assert weakest(["tank", "fighter"], {"tank": 1, "fighter": 1}, 1) == ["fighter"]
    assert weakest(["machinegunner", "tank"], {"machinegunner": 2, "tank": 1}, 2) == [
        "machinegunner",
        "machinegunner",
    ]


def test_the_chances_of_one_die_against_one() -> None:
    # Of eleven ways to see a six, five hit the defender alone.
    assert exchange(1, 1, 1, 1).win == pytest.approx(5 / 11)
    assert exchange(1, 1, 1, 1).own_losses == pytest.approx(6 / 11)
    assert exchange(1, 0, 1, 1).win == pytest.approx(1)
    assert exchange(0, 0, 1, 1).win == 0.0


def test_the_same_view_gives_the_same_answer() -> None:
    game = a_game().with_settlement("angela", "gobi").with_gold("angela", 9).at("purchase")
    assert answer(game, "angela") == answer(game, "angela")


def test_regions_that_are_left_out_before_ways_are_asked_for_have_no_idle_armies() -> None:
    rng, dice, left_out = Random(3), KeyedDice(b"3", [b"seat"] * 3), 0
    state = RULESET.start(3, {}, dice).state
    while left_out < 20:
        asked = next(decision for decision in RULESET.pending(state) if decision.blocking)
        view = RULESET.view(state, asked.seat)
        if asked.kind == "movement":
            situation = STEWARD.survey(view, asked.seat)
            moves = Moves(situation, asked.grammar)
            for origin in moves.origins:
                if not has_idle(situation, origin):
                    left_out += 1
                    for target in moves.targets(origin):
                        assert not idle(situation, origin, moves.movers(origin, target)[0])
        RULESET.play(state, RULESET.steward(view, [asked], rng), dice)


def kept_as(situation: Situation, origin: int) -> str:
    ferried, mixed = situation.limits(origin)
    if ferried is not None:
        return "with fleets in use" if ferried else "with fleets in reach"
    if mixed is not None:
        return "escorted"
    return "far from own fleets" if situation.bridges else "plain"


def test_where_pieces_can_go_is_taken_over_only_while_it_holds() -> None:
    rng, dice, looked, used = Random(4), KeyedDice(b"4", [b"seat"] * 4), 0, Counter[str]()
    state = RULESET.start(4, {}, dice).state
    while looked < 150 or len(used) < 5:
        pending = RULESET.pending(state)
        asked = next(decision for decision in pending if decision.blocking)
        view = RULESET.view(state, asked.seat)
        if asked.kind == "movement":
            situation = STEWARD.survey(view, asked.seat)
            kept, fresh = Moves(situation, asked.grammar), Moves(situation, asked.grammar)
            fresh._departures = {
                origin: fresh.ask_departure(origin, situation.limits(origin))
                for origin in fresh.origins
            }
            looked += 1
            for origin in kept.origins:
                used[kept_as(situation, origin)] += 1
                assert kept.targets(origin) == fresh.targets(origin)
                assert kept.departure(origin).occupied == fresh.departure(origin).occupied
                for target in kept.targets(origin):
                    pieces, most = fresh.movers(origin, target)
                    assert kept.movers(origin, target) == (pieces, most)
                    if any(map(is_army, pieces)):
                        # What is left out before ways are asked for is really out of reach.
                        assert target in situation.reach(origin)
        # Chance moves pieces, fleets among them, as no steward would.
        value = asked.grammar.sample(rng)
        choice = Choice(asked.seat, asked.id, value)
        if looked % 3:
            choice = RULESET.steward(view, [asked], rng)
        RULESET.play(state, choice, dice)
