"""A secret action and a good of the shop that nobody has heard of, each written in a few lines.

Nothing else is written for them: what is offered, refused, typed, asked by `/why` and shown by the
panel follows from what could be meant and what keeps a thing from it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

import pytest

from bot.discord import voices
from bot.service.game.voices import game_catalog
from engine.core.flow import Play
from engine.core.grammar import Answers, Value
from engine.core.messages import Voice, catalog
from engine.core.messages.entries import entries_of
from engine.core.question import Fault
from engine.notation.asked_orders import known_words, verbs
from engine.notation.phrases import Phrases
from engine.rulebook.questions import names_of
from engine.rulesets.rhye.actions import action
from engine.rulesets.rhye.actions.action import Action, Part
from engine.rulesets.rhye.actions.figures import Figures
from engine.rulesets.standard.purchase import Shop
from engine.world.describing import PLACE
from engine.world.purchase import PlacedStock
from engine.world.state import BOARD
from render import voice
from tests.bot.discord.builders.world import Person, World
from tests.bot.service.builders import lay_out
from tests.builders import WorldGame
from tests.rhye import builders as rhye
from tests.standard import builders as standard

Speak = Callable[[str, Mapping[str, Any]], None]
NAMES = ("Angela", "Brad", "Chris")


class Host(Part[int]):
    """Where a festival is held: in an own city."""

    name, rule, sort, strange = "host", "actions", PLACE, "not_your_settlement"

    def among(self, figures: Figures, said: Answers) -> Collection[int]:
        return figures.homes

    def fault(self, figures: Figures, said: Answers, thing: int) -> Fault:
        return None if figures.is_city(thing) else "too_small"


class Festival(Action):
    """The people of a city dance, and are content."""

    name, parts = "festival", (Host(),)

    def carry_out(self, play: Play[Any], figures: Figures, plan: Answers) -> None:
        play.state.change_stability(play, figures.seat, 2, "consolidation")


FESTIVAL = {
    "action": {"festival": "festival"},
    "detail": {"action": {"festival": "the people are content"}},
    "field": {"action": {"host": "Host"}},
    "plan": {"host": "in {value:place}"},
    "error": {"too_small": "{place:Place} is too small for that."},
}


class Shrines(PlacedStock[Shop]):
    """A shrine in an own settlement; the larger it is, the more it costs."""

    keys, rule, strange, nowhere = ("shrine",), "purchase", "not_your_settlement", "no_shrine"

    def among(self, shop: Shop, key: str) -> Sequence[int]:
        return shop.homes

    def price_at(self, shop: Shop, key: str, at: int) -> int:
        return 5 * shop.state.size_at(at)

    def fault_at(self, shop: Shop, key: str, at: int) -> Fault:
        return None if BOARD.coasts[at] else "no_shrine"

    def buy(self, play: Play[Any], seat: int, order: dict[str, Value]) -> None:
        play.state.pay(seat, 5 * play.state.size_at(BOARD.index[order["where"]]))


SHRINE = {
    "option": {"buy": {"shrine": "shrine"}},
    "error": {"no_shrine": "A shrine needs a coast."},
}


KEPT = (names_of, known_words, verbs, game_catalog, voices._game_catalog, voice._catalog)
"""What is kept of the words of catalogs, which never change but here."""


@pytest.fixture
def speak(monkeypatch: pytest.MonkeyPatch) -> Iterator[Speak]:
    """The catalogs of a rule set have some words more."""

    def add(ruleset: str, words: Mapping[str, Any]) -> None:
        known = catalog(ruleset)
        monkeypatch.setattr(known, "entries", {**known.entries, **entries_of(words)})

    for each in KEPT:
        each.cache_clear()
    yield add
    for each in KEPT:
        each.cache_clear()


@pytest.fixture
def a_festival(speak: Speak) -> Iterator[rhye.Game]:
    """Angela may hold a festival, in Gaul or Iberia but not in Nile."""
    dicts: tuple[dict[str, Any], ...] = (action.ACTIONS, action.PARTS)
    lists: tuple[list[Any], ...] = (action.ABLE, action.FIELDS)
    known, listed = [each.copy() for each in dicts], [each.copy() for each in lists]
    action.add(Festival())
    speak("rhye", FESTIVAL)
    game = rhye.a_game(3).with_settlement("angela", "gaul", "city")
    game.with_settlement("angela", "nile").with_settlement("angela", "iberia", "city")
    yield game.at("actions")
    for table, before in zip(dicts, known, strict=True):
        table.clear()
        table.update(before)
    for row, begun in zip(lists, listed, strict=True):
        row[:] = begun


@pytest.fixture
def a_shrine(monkeypatch: pytest.MonkeyPatch, speak: Speak) -> Iterator[standard.Game]:
    """Angela has 12 gold, a village in Gaul and one inland in Steppe."""
    monkeypatch.setattr(Shop, "stocks", (*Shop.stocks, Shrines()))
    monkeypatch.setitem(Shop.by_key, "shrine", Shop.stocks[-1])
    speak("standard", SHRINE)
    game = standard.a_game(2).with_settlement("angela", "gaul")
    game.with_settlement("angela", "steppe").with_settlement("angela", "iberia")
    yield game.with_gold("angela", 12).at("purchase")


def asked(game: WorldGame) -> Any:
    """What Angela is asked."""
    (found,) = [each for each in game.rules.pending(game.state) if each.seat == 0 and each.blocking]
    return found


def typed(game: WorldGame, ruleset: str, line: str) -> Any:
    """What Angela's line means."""
    found = Phrases(ruleset, NAMES).read([asked(game)], line)
    return [each.value for each in found]


async def at_the_table(world: World, game: WorldGame, ruleset: str) -> Person:
    """A game on Discord stands as arranged; Ada has Angela's seat."""
    ada, *_ = await world.running(game.state.seats, ruleset)
    await lay_out(world.herald.store, (await world.game()).id, game.state, ruleset)
    await world.restart()
    return ada


def test_an_outsiders_action_is_offered_where_it_has_no_fault(a_festival: rhye.Game) -> None:
    form = asked(a_festival).grammar
    assert "festival" in form.fields[0].given({}, form.source).keys
    hosts = next(each for each in form.fields if each.name == "host")
    assert hosts.given({"action": "festival"}, form.source).keys == ["iberia", "gaul"]


def test_an_outsiders_action_is_refused_by_its_fault(a_festival: rhye.Game) -> None:
    def held_in(place: str) -> Value:
        return rhye.action("festival", host=place)

    a_festival.refuses("angela", held_in("nile"), "too_small", "actions")
    a_festival.refuses("angela", held_in("persia"), "not_your_settlement", "actions")
    error = a_festival.refuses("angela", held_in("atlantis"), "no_such_place", "actions")
    assert "atlantis" in Voice(catalog("rhye"), NAMES).error(error)
    a_festival.play("angela", held_in("gaul"))
    assert "angela" not in a_festival.asked()


def test_an_outsiders_action_is_typed_and_written(a_festival: rhye.Game) -> None:
    value = {"action": "festival", "host": "iberia"}
    assert typed(a_festival, "rhye", "festival iberia")[0] == value
    line = Phrases("rhye", NAMES).notation(asked(a_festival), value)
    assert typed(a_festival, "rhye", line) == [value]


async def test_an_outsiders_action_is_on_the_panel_and_explained(
    world: World, a_festival: rhye.Game
) -> None:
    ada = await at_the_table(world, a_festival, "rhye")
    assert "Nile is too small for that." in await ada.slash("why", about="festival nile")
    panel = await ada.slash("play")
    offered = [label for label in panel.options() if label.startswith("Festival")]
    assert offered == ["Festival: in Iberia", "Festival: in Gaul"]


def test_an_outsiders_good_is_offered_for_its_lowest_price(a_shrine: standard.Game) -> None:
    form = asked(a_shrine).grammar
    assert form.source.goods["shrine"] == 5
    assert form.fields[1].given({"buy": "shrine"}, form.source).keys == ["iberia", "gaul"]


def test_an_outsiders_good_is_refused_by_its_fault(a_shrine: standard.Game) -> None:
    for place, code in (
        ("steppe", "no_shrine"),
        ("nile", "not_your_settlement"),
        ("atlantis", "no_such_place"),
    ):
        a_shrine.refuses("angela", {"buy": "shrine", "where": place}, code, "purchase")
    a_shrine.play("angela", {"buy": "shrine", "where": "gaul"})
    assert a_shrine.gold("angela") == 7


def test_an_outsiders_good_is_typed_and_written(a_shrine: standard.Game) -> None:
    value = {"buy": "shrine", "where": "gaul"}
    assert typed(a_shrine, "standard", "buy shrine gaul") == [value]
    line = Phrases("standard", NAMES).notation(asked(a_shrine), value)
    assert typed(a_shrine, "standard", line) == [value]


async def test_an_outsiders_good_is_on_the_panel_and_explained(
    world: World, a_shrine: standard.Game
) -> None:
    ada = await at_the_table(world, a_shrine, "standard")
    about = await ada.slash("why", about="why can't i buy a shrine in steppe")
    assert "A shrine needs a coast." in about
    panel = await ada.slash("play")
    panel = await ada.pick(await ada.press(panel, "Step by step"), "Shrine")
    places = [*panel.buttons(), *panel.options()]
    named = [
        place for place in ("Gaul", "Iberia", "Steppe") if any(place in each for each in places)
    ]
    assert named == ["Gaul", "Iberia"]
