"""The quick reference of every rule set: one picture of what players ask most, from the tables."""

from __future__ import annotations

import pytest

from engine.core.charts import QuickReference
from engine.core.registry import ruleset, rulesets
from engine.rulesets.civ2010 import tables as civ2010
from engine.rulesets.rhye.tables import UNITS
from engine.rulesets.standard.tables import TABLES
from render import Look
from render.cards.reference import reference_card
from render.flow.canvas import TALLEST, WIDTH, Canvas
from render.text.charts import reference_text
from render.voice import GameVoice, game_voice

NONE = "\N{EN DASH}"


def spoken(name: str) -> tuple[QuickReference, GameVoice]:
    return ruleset(name).quick_reference(), game_voice(name, 0, (), strict=True)


def rows(name: str, title: str) -> dict[str, list[str]]:
    """The lines of a group, by their labels."""
    reference, voice = spoken(name)
    group = next(each for each in reference.groups if voice.label(each.title) == title)
    return {
        voice.text(line.label): [voice.text(value) for value in line.values] for line in group.lines
    }


@pytest.mark.parametrize("name", rulesets())
def test_it_is_one_picture_that_is_not_cut_off(name: str) -> None:
    reference, voice = spoken(name)
    card = reference_card(reference, voice)
    assert card.high(WIDTH) < TALLEST
    assert Canvas(card).image.width == WIDTH


@pytest.mark.parametrize("name", rulesets())
def test_it_begins_with_the_phases_and_its_lines_fit_their_columns(name: str) -> None:
    reference, voice = spoken(name)
    order = reference.groups[0]
    assert order.steps
    assert len(order.lines) == len(ruleset(name).turn_phases)
    for group in reference.groups[1:]:
        assert group.lines, voice.label(group.title)
        assert all(len(line.values) in (1, len(group.columns)) for line in group.lines)


@pytest.mark.parametrize("name", rulesets())
def test_its_words_hold_every_line(name: str) -> None:
    reference, voice = spoken(name)
    words = reference_text(reference, name, Look())
    for group in reference.groups:
        assert voice.label(group.title) in words
        assert all(voice.text(line.label) in words for line in group.lines)


def test_8_1_prices_are_those_of_the_purchase_table() -> None:
    prices = rows("standard", "Prices in gold")
    assert prices["fleet"] == [str(price) for price in TABLES.prices.fleet]
    assert prices["aircraft"] == [NONE] * 3 + [str(TABLES.prices.aircraft[-1])]


def test_11_2_units_have_the_dice_of_their_table() -> None:
    listed = rows("rhye", "Units: dice, moves, price")
    assert len(listed) == len(UNITS)
    tank = next(unit for unit in UNITS if unit.id == "tank")
    assert listed["tank"][:4] == [
        str(n) for n in (tank.attack, tank.defence, tank.moves, tank.cost)
    ]


def test_7_6_research_costs_what_the_engine_takes() -> None:
    assert rows("civ2010", "Research")["trade"] == [str(n) for n in civ2010.TECHNOLOGY_COST[1:]]


def test_7_5_less_is_shown_with_its_sign() -> None:
    assert rows("fast_play", "Dice in battle")["artillery in the open"] == ["\N{MINUS SIGN}1"]


def test_9_3_milestones_are_those_that_earn_wonders() -> None:
    listed = rows("standard", "A wonder for who announces first")
    assert listed["medieval"] == ["2 medieval technologies, 2 medieval fleets and 60 gold"]


def test_3_5_settlements_grow_to_the_size_of_the_era() -> None:
    assert rows("fast_play", "Growth")["at most to a"] == ["village", "town", "city", "metropolis"]


def test_8_2_governments_say_what_they_need_and_do() -> None:
    (republic,) = rows("rhye", "Governments")["republic"]
    assert republic.startswith("Writing: Taxation pays double")
