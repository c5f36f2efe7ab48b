"""Headlines and lines of a post: as much as there is room for, and no sentence is cut."""

from __future__ import annotations

import pytest

from bot.discord.posts.summary import fitting, headlines
from engine.core.events import Disclosure
from engine.core.messages import Voice, catalog
from engine.core.messages.digest import Digest, Headline
from engine.world.events import Captured

PLACES = ("gobi", "steppe", "gaul", "nile", "persia", "iberia", "italia")


def a_long_turn() -> Digest:
    """One player takes seven villages from three others."""
    voice = Voice(catalog("standard"), ["Dee-Dee the Magnificent", "Bea", "Cyd", "Ada"])
    taken = [Captured(0, 1 + at % 3, place, 1) for at, place in enumerate(PLACES)]
    return voice.digest([Disclosure(each) for each in taken], None)


@pytest.mark.parametrize("room", [20, 60, 100, 180])
def test_a_headline_is_a_whole_sentence_however_little_room_there_is(room: int) -> None:
    voice = Voice(catalog("standard"))
    (line,) = headlines(a_long_turn(), voice, room)
    assert line.endswith(".") and "…" not in line


def test_where_room_is_scarce_fewer_things_are_named() -> None:
    (headline,) = a_long_turn().headlines
    assert "Gobi, Nile and Italia" in headline.sentences[0]
    assert "Gobi and 2 more" in headline.short[0]


def test_what_fits_is_said_in_full_and_the_rest_is_counted() -> None:
    parts = ("one", "two", "three hundred", "four")
    assert fitting(parts, (), 12, ", ") == ("one, two", 2)
    assert fitting(parts, ("1", "2", "3", "4"), 12, ", ") == ("one, two, 3", 1)
    assert fitting(("much too long",), ("too long",), 4, " ") == ("too long", 0)


def test_headlines_that_find_no_room_are_left_to_the_log() -> None:
    voice = Voice(catalog("standard"))
    long = Headline("battle", "⚔️", ("x" * 380 + ".",), ("x" * 380 + ".",))
    short = Headline("news", "📣", ("y" * 80 + ".",), ("y" * 80 + ".",))
    assert len(headlines(Digest((long, short)), voice, 400)) == 1
