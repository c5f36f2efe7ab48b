"""Charts of any rule set: nothing runs over, and what is different looks different."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from PIL import Image

from engine.core.charts import CityCards, Fees, RealmChart, SeatSheet, TechnologyTree
from engine.core.game import Game
from engine.core.messages import catalog
from engine.core.policies import play_out, policy
from engine.core.registry import rulesets
from engine.core.text import Text
from engine.world.view import TechnologiesByEra
from render.cards.charts import MAKERS
from render.flow.canvas import TALLEST
from tests.render.builders.examples import (
    EXAMPLES,
    a_civ_view,
    a_fact_card,
    a_tree,
    some_cities,
    some_realms,
    view_for,
)
from tests.render.builders.golden import looks_as_it_did
from tests.render.builders.names import NAMES, WORST
from tests.render.builders.pictures import chart_text, draw_card, draw_chart
from tests.render.cards.builders import differ, nothing_is_cut_off

replace = msgspec.structs.replace
CIV = a_civ_view()
WORLD = view_for("tree")


def drawn(chart: msgspec.Struct, colours: dict[int, str] | None = None) -> Image.Image:
    return draw_chart(chart, WORLD, NAMES, colours=colours)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_chart_looks_as_it_did(name: str) -> None:
    looks_as_it_did(f"chart_{name}", draw_chart(EXAMPLES[name], view_for(name), NAMES))


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("names", [NAMES, WORST, ()], ids=["names", "worst", "none"])
@pytest.mark.parametrize("name", EXAMPLES)
def test_nothing_runs_over_the_edges(name: str, names: tuple[str, ...], theme: str) -> None:
    view = replace(view_for(name), ruleset="no.such-rules")
    picture = draw_chart(EXAMPLES[name], view, names, theme)
    assert picture.width == 1000
    assert nothing_is_cut_off(picture, theme)


def test_every_kind_of_chart_has_an_example() -> None:
    shown_as_cards = {SeatSheet, TechnologiesByEra}
    assert {type(chart) for chart in EXAMPLES.values()} == set(MAKERS) - shown_as_cards


@pytest.mark.parametrize(
    "empty", [TechnologyTree((), ()), CityCards(0, ()), Fees(()), RealmChart((), ())]
)
def test_an_empty_chart_is_a_picture_too(empty: TechnologyTree) -> None:
    assert drawn(empty).height > 100


def test_fifty_technologies_fit_into_one_picture() -> None:
    tree = a_tree(owned=0, more=40)
    picture = drawn(tree)
    assert picture.height <= TALLEST
    assert nothing_is_cut_off(picture, "dark")


def test_an_era_by_itself_has_room_for_what_its_technologies_bring_and_lead_to() -> None:
    whole = a_tree(owned=3)
    ancient = tuple(each for each in whole.technologies if not each.tier)
    era = replace(whole, tiers=whole.tiers[:1], technologies=ancient)
    more = tuple(
        replace(each, brings=(Text("wonder.colossus"),), leads_to=("flight", "physics") * 4)
        for each in ancient
    )
    full = drawn(replace(era, technologies=more))
    assert full.height > drawn(era).height
    assert nothing_is_cut_off(full, "dark")
    said = chart_text(replace(era, technologies=more), WORLD, NAMES)
    assert said.lower().count("colossus") == len(ancient) - 3


def test_a_brief_tree_is_names_owners_and_prices() -> None:
    whole = a_tree(owned=0, more=40)
    brief = drawn(replace(whole, brief=True))
    assert brief.height < drawn(whole).height * 0.75
    assert differ(brief, drawn(replace(a_tree(owned=7, more=40), brief=True)))


def test_a_price_within_reach_looks_unlike_one_beyond_it() -> None:
    rich, poor = a_tree(), replace(a_tree(), purse=0)
    assert differ(drawn(rich), drawn(poor))


def test_a_technology_that_lacks_something_looks_unlike_one_that_does_not() -> None:
    tree = a_tree()
    clear = tuple(replace(technology, missing=()) for technology in tree.technologies)
    free = replace(tree, technologies=clear)
    assert differ(drawn(tree), drawn(free))


def test_a_settlement_shows_whether_it_is_happy_and_productive() -> None:
    cards = some_cities()
    for change in ({"happy": False}, {"productive": False}, {"resource": None}):
        sad = replace(cards.cities[0], **change)
        other = replace(cards, cities=(sad, *cards.cities[1:]))
        assert differ(drawn(cards), drawn(other))


def test_realms_show_their_stability() -> None:
    chart = some_realms()
    fallen = replace(chart, realms=tuple(replace(realm, stability=5) for realm in chart.realms))
    assert differ(drawn(chart), drawn(fallen))


def test_charts_wear_the_chosen_colours() -> None:
    plain = drawn(a_fact_card())
    assert differ(plain, drawn(a_fact_card(), colours={1: "violet"}))


def test_a_fact_card_needs_no_game() -> None:
    card = replace(a_fact_card(), owners=())
    assert nothing_is_cut_off(draw_card(card, "standard"), "dark")


def test_a_hand_is_drawn_for_those_who_hold_it() -> None:
    battle = CIV.battle
    assert battle is not None
    hidden = replace(battle, sides=tuple(replace(side, hand=None) for side in battle.sides))
    seen, unseen = (draw_chart(each, CIV, NAMES) for each in (battle, hidden))
    assert seen.height > unseen.height


@pytest.mark.parametrize("most", [20, 200])
@pytest.mark.parametrize("name", rulesets())
def test_every_chart_that_a_view_offers_can_be_drawn_written_and_named(
    name: str, most: int
) -> None:
    game = Game.new(name, NAMES[:3], {}, b"charts", [b"1", b"2", b"3"])
    play_out(game, [policy("steward")] * 3, Random(1), most)
    view = game.view(0)
    words, charts = catalog(name), view.charts
    assert charts
    assert len({chart.id for chart in charts}) == len(charts)
    for chart in charts:
        assert words.has(chart.title.key)
        assert draw_chart(chart.content, view, NAMES).width
        assert chart_text(chart.content, view, NAMES)


def test_wonders_show_each_players_price_to_those_who_only_watch() -> None:
    assert CIV.market is not None
    own = draw_chart(CIV.market, CIV, NAMES)
    assert differ(own, draw_chart(CIV.market, replace(CIV, seat=None), NAMES))
