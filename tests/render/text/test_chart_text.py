"""Charts in words: they say what their pictures show."""

from __future__ import annotations

import msgspec
import pytest

from engine.tiles.civ import TechnologySlot
from render.cards.charts import PAINTERS
from render.names import utf16_length
from render.text.charts import WRITERS, chart_alt_text, chart_text
from tests.render.builders.examples import EXAMPLES, a_civ_view, view_for
from tests.render.builders.names import NAMES, WORST

SAID = {
    "tree": (
        "You can buy Code of Laws for 55, Mathematics for 60.",
        "Ada owns",
        "needs Trade/Mapmaking and Code of Laws",
    ),
    "cities": ("Ada's settlements earn 44 gold.", "16, happy, productive", "unhappy", "university"),
    "fees": ("Ada paid Bartholomew the Elder 15: Bronze Working 10, The Wheel 5.",),
    "realms": ("Ada, Babylonia: stable, monarchy, paganism, 5 settlements.",),
    "fact": ("Iron Working, ancient technology, 40 gold.", "Needs Bronze Working", "Owned by Bart"),
    "civilization": ("Carthage, civilization.", "Starting area: Numidia."),
    "fronts": ("Front 2: artillery, dead against infantry 5 with 5 of 5 health.", "nobody yet"),
    "market": ("Great lighthouse for 15/10", "workshop 0"),
    "track": ("Bartholomew the Elder is on step 6 of 21.",),
    "pyramid": ("Level 4: computers", "coin"),
    "city": ("is blockaded.", "J7 gives 2 trade."),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_chart_says_what_it_shows(name: str) -> None:
    said = chart_text(EXAMPLES[name], view_for(name), NAMES)
    for part in SAID[name]:
        assert part.lower() in said.lower(), said


@pytest.mark.parametrize("names", [NAMES, WORST, ()], ids=["names", "worst", "none"])
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_alt_text_fits_where_discord_puts_it(name: str, names: tuple[str, ...]) -> None:
    said = chart_alt_text(EXAMPLES[name], view_for(name), names)
    assert 0 < utf16_length(said) <= 1024


def test_every_chart_that_is_drawn_is_also_written() -> None:
    assert set(WRITERS) == set(PAINTERS)


def test_a_pyramid_says_where_there_is_room() -> None:
    slots = tuple(TechnologySlot(name, 1) for name in ("pottery", "writing", "currency"))
    view = a_civ_view()
    pyramid = (*slots, TechnologySlot("irrigation", 2))
    sheet = msgspec.structs.replace(view.sheets[0], pyramid=pyramid)
    assert sheet.room == {2: 1}
    assert "Room for 1 more of level 2." in chart_text(sheet, view, NAMES)
