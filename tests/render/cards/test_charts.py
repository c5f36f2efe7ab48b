"""Charts of any rule set: nothing runs over, and what is different looks different."""

from __future__ import annotations

import msgspec
import pytest

from engine.core.charts import CityCards, Fees, RealmChart, TechnologyTree
from render.cards.charts import PAINTERS, draw_chart
from render.cards.paper import TALLEST
from render.gallery.examples import EXAMPLES, a_fact_card, a_tree, some_cities, some_realms
from tests.render.cards.pictures import differ, looks_as_it_did, nothing_is_cut_off
from tests.render.cards.test_cards import NAMES, WORST

replace = msgspec.structs.replace


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_chart_looks_as_it_did(name: str) -> None:
    looks_as_it_did(f"chart_{name}", draw_chart(EXAMPLES[name], "standard", NAMES))


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("names", [NAMES, WORST, ()], ids=["names", "worst", "none"])
@pytest.mark.parametrize("name", EXAMPLES)
def test_nothing_runs_over_the_edges(name: str, names: tuple[str, ...], theme: str) -> None:
    picture = draw_chart(EXAMPLES[name], "no.such-rules", names, theme)
    assert picture.width == 1000
    assert nothing_is_cut_off(picture, theme)


def test_every_kind_of_chart_has_an_example() -> None:
    assert {type(chart) for chart in EXAMPLES.values()} == set(PAINTERS)


@pytest.mark.parametrize(
    "empty", [TechnologyTree((), ()), CityCards(0, ()), Fees(()), RealmChart((), ())]
)
def test_an_empty_chart_is_a_picture_too(empty: TechnologyTree) -> None:
    assert draw_chart(empty, "standard", NAMES).height > 100


def test_fifty_technologies_fit_into_one_picture() -> None:
    tree = a_tree(owned=0, more=40)
    picture = draw_chart(tree, "standard", NAMES)
    assert picture.height <= TALLEST
    assert nothing_is_cut_off(picture, "dark")


def test_a_price_within_reach_looks_unlike_one_beyond_it() -> None:
    rich, poor = a_tree(), replace(a_tree(), purse=0)
    assert differ(draw_chart(rich, "standard", NAMES), draw_chart(poor, "standard", NAMES))


def test_a_technology_that_lacks_something_looks_unlike_one_that_does_not() -> None:
    tree = a_tree()
    clear = tuple(replace(technology, missing=()) for technology in tree.technologies)
    free = replace(tree, technologies=clear)
    assert differ(draw_chart(tree, "standard", NAMES), draw_chart(free, "standard", NAMES))


def test_a_settlement_shows_whether_it_is_happy_and_productive() -> None:
    cards = some_cities()
    for change in ({"happy": False}, {"productive": False}, {"resource": None}):
        sad = replace(cards.cities[0], **change)
        other = replace(cards, cities=(sad, *cards.cities[1:]))
        assert differ(draw_chart(cards, "standard", NAMES), draw_chart(other, "standard", NAMES))


def test_realms_show_their_stability() -> None:
    chart = some_realms()
    fallen = replace(chart, realms=tuple(replace(realm, stability=5) for realm in chart.realms))
    assert differ(draw_chart(chart, "rhye", NAMES), draw_chart(fallen, "rhye", NAMES))


def test_charts_wear_the_chosen_colours() -> None:
    plain = draw_chart(a_fact_card(), "standard", NAMES)
    assert differ(plain, draw_chart(a_fact_card(), "standard", NAMES, colours={1: "violet"}))
