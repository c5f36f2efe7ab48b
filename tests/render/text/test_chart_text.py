"""Charts in words: they say what their pictures show."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
import pytest

from engine.tiles.civ import TechnologySlot
from render import Look
from render.cards.charts import chart_card
from render.flow.canvas import Node
from render.flow.leaves import Text
from render.names import utf16_length
from render.text.charts import chart_alt_text
from tests.render.builders.examples import EXAMPLES, a_civ_view, view_for
from tests.render.builders.names import NAMES, WORST
from tests.render.builders.pictures import chart_text

SAID = {
    "tree": (
        "You can buy Code of Laws for 55, Mathematics for 60.",
        "Masonry: Ada",
        "Banking 75, Trade/Mapmaking, Code of Laws (missing)",
    ),
    "cities": ("44 gold", "Gaul, a city, happy, productive", "unhappy", "University"),
    "fees": ("Ada paid Bartholomew the Elder 15: Bronze Working 10, The Wheel 5.", "paid 15"),
    "realms": ("Ada, Babylonia, 5 settlements, Stable, Monarchy, Paganism.",),
    "fact": ("Iron Working, ancient technology, 40 gold.", "Pottery/Specialization (missing)"),
    "civilization": ("Carthage, civilization.", "Starting area: Numidia"),
    "fronts": ("Front 2: artillery, dead against infantry 5 with 5 of 5 health.", "nobody yet"),
    "market": ("15 production", "Workshop (costs 7, gives 3 production) 0"),
    "track": ("Bartholomew the Elder is on step 6 of 21.", "1: 3 culture"),
    "pyramid": ("Level 4: computers", "coin"),
    "city": ("is blockaded.", "J7, by a scout: 2 trade"),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_chart_says_what_it_shows(name: str) -> None:
    said = chart_text(EXAMPLES[name], view_for(name), NAMES)
    for part in SAID[name]:
        assert part.lower() in said.lower(), said


@pytest.mark.parametrize("names", [NAMES, WORST, ()], ids=["names", "worst", "none"])
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_alt_text_fits_where_discord_puts_it(name: str, names: tuple[str, ...]) -> None:
    said = chart_alt_text(EXAMPLES[name], view_for(name), Look.of(names))
    assert 0 < utf16_length(said) <= 1024


def numbers_on(card: Node) -> set[str]:
    """The numbers that a card shows."""
    found, open_nodes = set(), [card]
    while open_nodes:
        node = open_nodes.pop()
        if isinstance(node, Text) and node.role == "number" and node.words.isdecimal():
            found.add(node.words)
        inside = [getattr(node, field, ()) for field in ("parts", "rows")]
        open_nodes += [part for each in inside for part in flat(each)]
        open_nodes += [part] if (part := getattr(node, "part", None)) else []
    return found


def flat(parts: Iterable[Any]) -> Iterator[Node]:
    for part in parts:
        yield from (part,) if isinstance(part, Node) else part


@pytest.mark.parametrize("name", sorted(set(EXAMPLES) - {"tree"}))
def test_every_number_on_a_chart_is_in_its_words(name: str) -> None:
    view = view_for(name)
    card = chart_card(EXAMPLES[name], view, Look.of(NAMES).voice(view.ruleset, view.seats))
    said = set(re.findall(r"\d+", card.said()))
    assert numbers_on(card) <= said


def test_a_pyramid_says_where_there_is_room() -> None:
    slots = tuple(TechnologySlot(name, 1) for name in ("pottery", "writing", "currency"))
    view = a_civ_view()
    pyramid = (*slots, TechnologySlot("irrigation", 2))
    sheet = msgspec.structs.replace(view.sheets[0], pyramid=pyramid)
    assert sheet.room == {2: 1}
    assert "Level 2: Irrigation, room for 1 more." in chart_text(sheet, view, NAMES)
