"""What drawing keeps of maps: no more than there is room for, and nothing after a long quiet."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from render.style.theme import theme
from render.world_map import picture
from render.world_map.window import world_window


@pytest.fixture(autouse=True)
def roomy() -> Iterator[None]:
    picture.forget_maps()
    yield
    picture.keep_within(picture.STAGES_BELOW)


@pytest.mark.parametrize(("room", "kept"), [(picture.STAGES_BELOW, True), (1, False)])
def test_a_second_world_is_kept_where_there_is_room(room: int, kept: bool) -> None:
    picture.keep_within(room)
    window = world_window(640)
    first = picture._stages.get(window, theme("dark"))
    picture._stages.get(window, theme("light"))
    assert (picture._stages.get(window, theme("dark")) is first) is kept


def test_what_is_forgotten_is_made_again() -> None:
    window = world_window(640)
    first = picture._stages.get(window, theme("dark"))
    picture.forget_maps()
    assert picture._stages.get(window, theme("dark")) is not first
