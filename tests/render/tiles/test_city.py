"""A city with its outskirts, drawn from a view and what each square gives."""

from __future__ import annotations

import msgspec
import pytest

from tests.render.builders.examples import a_civ_view
from tests.render.builders.pictures import draw_chart
from tests.render.cards.builders import differ, nothing_is_cut_off

NAMES = ("Ada", "Bo", "Chi", "Dana")
VIEW = a_civ_view()
replace = msgspec.structs.replace


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("number", range(len(VIEW.city_sheets)))
def test_every_city_of_a_board_fits_its_card(number: int, theme: str) -> None:
    card = draw_chart(VIEW.city_sheets[number], VIEW, NAMES, theme)
    assert card.width == 1000
    assert nothing_is_cut_off(card, theme)


def test_a_blockade_is_seen() -> None:
    city = VIEW.city_sheets[0]
    free = replace(city, squares=tuple(replace(each, blockaded=False) for each in city.squares))
    assert differ(draw_chart(city, VIEW, NAMES), draw_chart(free, VIEW, NAMES))


def test_a_city_that_is_not_on_the_board_has_a_card_without_ground() -> None:
    city = replace(VIEW.city_sheets[0], place="ZZ99", squares=())
    whole = draw_chart(VIEW.city_sheets[0], VIEW, NAMES)
    assert draw_chart(city, VIEW, NAMES).height < whole.height / 2
