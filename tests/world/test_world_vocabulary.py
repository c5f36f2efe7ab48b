"""How the board is spoken of."""

from __future__ import annotations

from engine.core.messages import Voice, catalog
from engine.world import world
from engine.world.vocabulary import FORMATS, NAMES

VOICE = Voice(catalog("standard", strict=True))


def test_every_space_has_a_name() -> None:
    named = [key for key in NAMES if key.startswith("space.")]
    assert len(named) == len(world().spaces)
    assert NAMES["space.gobi"] == "Gobi"


def test_a_sea_has_an_article_and_a_region_has_none() -> None:
    assert FORMATS["place"](VOICE, "gobi") == "Gobi"
    assert FORMATS["place"](VOICE, "north_sea") == "the North Sea"


def test_what_is_no_space_is_quoted() -> None:
    assert FORMATS["place"](VOICE, "atlantis") == "“atlantis”"


def test_several_spaces_stand_in_a_row() -> None:
    row = FORMATS["places"](VOICE, ["gobi", "steppe", "north_sea"])
    assert row == "Gobi, Steppe and the North Sea"
