"""A city with its outskirts, drawn from a view and what each square gives."""

from __future__ import annotations

import msgspec
import pytest

from engine.core.charts import Yields
from render.gallery.examples import a_city
from render.tiles.city import city_card
from render.tiles.demo import demo_view
from tests.render.cards.pictures import differ, looks_as_it_did, nothing_is_cut_off

NAMES = ("Ada", "Bo", "Chi", "Dana")
replace = msgspec.structs.replace


def test_the_city_looks_as_it_did() -> None:
    view = demo_view()
    looks_as_it_did("city", city_card(view, a_city(view), NAMES))


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("number", range(len(demo_view().cities)))
def test_every_city_of_a_board_fits_its_card(number: int, theme: str) -> None:
    view = demo_view()
    view = replace(view, cities=(view.cities[number],))
    card = city_card(view, a_city(view), NAMES, theme)
    assert card.width == 1000
    assert nothing_is_cut_off(card, theme)


def test_what_a_city_gives_is_summed_without_what_is_blocked() -> None:
    city = a_city(demo_view())
    assert city.total == Yields(trade=6, production=4, culture=2, coins=1)


def test_a_blockade_is_seen() -> None:
    view = demo_view()
    city = a_city(view)
    free = replace(
        city, outskirts=tuple(replace(square, blocked=False) for square in city.outskirts)
    )
    assert differ(city_card(view, city, NAMES), city_card(view, free, NAMES))


def test_a_city_that_is_not_on_the_board_has_a_card_without_ground() -> None:
    view = demo_view()
    gone = replace(a_city(view), square="ZZ99")
    assert city_card(view, gone, NAMES).height < city_card(view, a_city(view), NAMES).height
