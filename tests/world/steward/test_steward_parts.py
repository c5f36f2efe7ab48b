"""The parts that stewards are built from: reading forms, the survey, wares, starts, dispatch."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from engine.core.decision import Decision
from engine.core.grammar import Field, OneOf, Subset, form
from engine.rulesets.standard import RULESET
from engine.rulesets.standard.steward import STEWARD
from engine.rulesets.standard.steward.situation import Situation
from engine.world.steward.forms import goods, kind_of, march, places, rooms, spaces
from engine.world.steward.placement import best_start
from engine.world.steward.survey import BOARD, FAR, walk, ways_to
from engine.world.steward.wares import Ware, choose
from engine.world.view import WorldView
from tests.standard.builders import Arrangement, Game, a_game

GOBI, STEPPE = BOARD.index["gobi"], BOARD.index["steppe"]


def test_pieces_in_orders_are_read_by_their_type() -> None:
    assert [kind_of(key) for key in ("settler", "settler+1", "galley#12")] == [
        "settler",
        "settler",
        "galley",
    ]
    assert march("gobi", ("settler+1",), "steppe") == {
        "do": "move",
        "from": "gobi",
        "units": ["settler+1"],
        "to": "steppe",
    }


def test_a_form_is_read_field_by_field() -> None:
    shop = form(
        Field("buy", OneOf(("settler", "done"))),
        Field("where", lambda said: OneOf(("gobi", "steppe")) if said["buy"] != "done" else None),
    )
    assert goods(shop) == ["settler", "done"]
    assert places(shop, "settler") == ["gobi", "steppe"]
    assert places(shop, "done") == []
    assert spaces(OneOf(("gobi", "steppe"))) == [GOBI, STEPPE]
    assert rooms(Subset(("settler",), copies={"settler": 2})) == {"settler": 2}
    assert rooms(None) == {}


def look(game: Game) -> Situation:
    view = RULESET.view(game.state, 0)
    assert isinstance(view, WorldView)
    return STEWARD.survey(view, 0)


def a_border() -> Arrangement:
    """Angela's village and army in Gobi; Brad's metropolis and army beside it, his settler too."""
    return (
        a_game()
        .with_settlement("angela", "gobi")
        .with_units("angela", "gobi", swordsman=2, settler=1)
        .with_settlement("brad", "steppe", "metropolis")
        .with_units("brad", "steppe", horseman=1)
        .with_units("brad", "siberia", settler=1)
        .with_fleet("angela", "arafura_sea", "galley")
    )


def test_the_survey_says_who_stands_where() -> None:
    s = look(a_border().at("movement"))
    assert list(s.homes) == [GOBI]
    assert list(s.foreign) == [STEPPE]
    assert s.army(GOBI, 0) == ("swordsman", "swordsman")
    assert s.army(STEPPE, 1) == ("horseman",)
    assert s.army(STEPPE, 0) == ()
    assert s.settlers == {GOBI: 1}
    assert s.foreign_settlers == {BOARD.index["siberia"]: {1: 1}}
    assert [ship.kind for ship in s.own_ships] == ["galley"]
    assert (s.ways_home[STEPPE], s.to_foreign(GOBI)) == (1, 1)
    assert s.foes(STEPPE)
    assert not s.foes(GOBI)


def test_an_army_beside_a_settlement_is_a_threat_to_it() -> None:
    s = look(a_border().at("movement"))
    assert s.menace(GOBI) == {1: ("horseman",)}
    assert s.in_danger == [GOBI]
    assert 0 < s.present_risk(GOBI) < s.risk(GOBI, ())
    lonely = a_game().with_settlement("angela", "patagonia")
    lonely = lonely.with_units("angela", "patagonia", swordsman=1)
    far = look(lonely.at("movement"))
    assert far.in_danger == []


def test_ways_by_land_end_at_the_coast() -> None:
    assert walk(GOBI, STEPPE) == 1
    assert walk(GOBI, BOARD.index["patagonia"]) == FAR
    assert ways_to(())[GOBI] == FAR
    ways = ways_to((GOBI, BOARD.index["patagonia"]))
    for region in BOARD.land:
        assert ways[region] == min(walk(region, GOBI), walk(region, BOARD.index["patagonia"]))
    assert (ways[GOBI], ways[STEPPE]) == (0, 1)


def test_of_starts_about_equally_good_any_may_be_chosen() -> None:
    worth = {GOBI: 5.0, STEPPE: 4.5, BOARD.index["siberia"]: 2.0}
    found = {
        best_start(["gobi", "steppe", "siberia"], worth.__getitem__, Random(seed))
        for seed in range(20)
    }
    assert found == {"gobi", "steppe"}


CHEAP, DEAR = Ware(6, 3, {"buy": "cheap"}), Ware(50, 10, {"buy": "dear"})


@pytest.mark.parametrize(
    ("gold", "income", "bought"),
    [
        (13, 0, {"buy": "dear"}),
        (5, 0, {"buy": "cheap"}),  # The better one is out of reach for long.
        (5, 6, None),  # Next turn it can be had, if nothing else is bought now.
        (8, 6, {"buy": "cheap"}),  # Then there is enough for both.
        (2, 0, None),
    ],
)
def test_the_best_for_its_price_is_bought_or_saved_for(
    gold: int, income: float, bought: dict[str, str] | None
) -> None:
    assert choose([CHEAP, DEAR], gold, income, kept=0) == bought


def test_nothing_is_bought_for_more_than_it_is_worth() -> None:
    assert choose([Ware(2, 3, {"buy": "bad"})], 10, 0, kept=0) is None


def test_savings_are_touched_for_what_is_urgent_only() -> None:
    assert choose([CHEAP], 5, 0, kept=4) is None
    assert choose([replace(CHEAP, urgent=True)], 5, 0, kept=4) == {"buy": "cheap"}


def test_a_kind_of_decision_without_an_answer_gets_the_default() -> None:
    view = RULESET.view(a_border().at("movement").state, 0)
    assert isinstance(view, WorldView)
    asked = Decision(0, "riddle", OneOf(("yes", "no")), default="no")
    assert STEWARD.decide(view, [asked], Random(1)).value == "no"
