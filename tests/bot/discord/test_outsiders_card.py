"""A culture card that nobody has heard of, written in a few lines.

Nothing else is written for it: what is offered, refused, typed, asked by `/why` and shown by the
panel follows from what it asks and what keeps a thing from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bot.service.game.voices import game_catalog
from engine.core.messages import catalog
from engine.core.messages.entries import entries_of
from engine.core.question import Fault
from engine.core.script import Steps, go, one
from engine.notation import asked_orders
from engine.notation.phrases import Phrases
from engine.rulebook import questions
from engine.rulesets.civ2010 import tables
from engine.rulesets.civ2010.abilities.using import OPERATIONS, Use, operation
from engine.rulesets.civ2010.operations.players import targets
from engine.rulesets.civ2010.sorts import RESOURCE
from engine.rulesets.civ2010.tables import RESOURCES, Ability, CultureCard
from tests.bot.discord.builders.world import World
from tests.bot.service.builders import lay_out
from tests.civ2010.builders import VOICE, Game, a_game


def smuggle(use: Use) -> Steps:
    """A resource token of another player becomes one's own."""
    players = use.state.players

    def owners(kind: str) -> list[int]:
        return [seat for seat in targets(use) if players[seat].resources.get(kind)]

    def fault(kind: str) -> Fault:
        return None if owners(kind) else "nobody_has_it"

    kind = yield from one(RESOURCE, RESOURCES, fault)
    robbed = owners(kind)[0]
    yield from go(robbed)
    players[robbed].resources.pop(kind)
    players[use.seat].resources[kind] = 1


CARD = CultureCard(level=1, count=1, abilities=(Ability("trade", "smuggle", "discard"),))
WORDS = {
    "card": {"smuggling": "Smuggling"},
    "effect": {"card": {"smuggling": "trade: take a resource of another player"}},
    "error": {"nobody_has_it": "No other player has that resource."},
}


def forget_words() -> None:
    """What is kept of the words of catalogs, which never change but here, is found again."""
    for module in (asked_orders, questions):
        for each in vars(module).values():
            if hasattr(each, "cache_clear"):
                each.cache_clear()


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """Ada holds the card, Bo iron and nobody silk."""
    listed: tuple[Any, ...] = (
        *(tables.CULTURE, tables.SOURCES["card"], tables.ABILITIES, tables.OF_CARD, OPERATIONS),
        *(tables.IN_PHASE["trade"], tables.OF_CARD_IN["trade"]["card"]),
    )
    before = [each.copy() for each in listed]
    forget_words()
    tables.CULTURE["smuggling"] = CARD
    tables.add_abilities("card", "smuggling", CARD)
    operation("smuggle", on=RESOURCE)(smuggle)
    for known in (catalog("civ2010"), catalog("civ2010", strict=True), game_catalog("civ2010")):
        monkeypatch.setattr(known, "entries", {**known.entries, **entries_of(WORDS)})
    yield a_game(3).has("bo", resources={"iron": 1}).cards("ada", "smuggling").at("trade")
    for each, was in zip(listed, before, strict=True):
        each.clear()
        each.update(was)
    forget_words()


def take(kind: str) -> dict[str, str]:
    return {"do": "use", "use": "card:smuggling", "on": kind}


def test_an_outsiders_card_is_offered_where_it_has_no_fault(game: Game) -> None:
    assert game.uses("ada") == ["card:smuggling"]
    assert game.options("ada", "on", {"do": "use", "use": "card:smuggling"}) == ["iron"]
    game.choose("ada", take("iron"))
    assert [game.player(name).resources for name in ("ada", "bo")] == [{"iron": 1}, {}]
    assert not game.player("ada").cards
    assert VOICE.event(game.told[0].event) == "Ada uses Smuggling on iron."


def test_an_outsiders_card_is_refused_by_its_fault(game: Game) -> None:
    game.refuses("ada", take("silk"), "nobody_has_it", "cards")
    game.refuses("ada", take("gold"), "not_an_option")


def test_an_outsiders_card_that_helps_nobody_is_not_offered(game: Game) -> None:
    game.player("bo").resources.clear()
    assert game.uses("ada") == []
    game.refuses("ada", take("iron"), "nobody_has_it", "cards")


def test_an_outsiders_card_is_typed_and_written(game: Game) -> None:
    phrases, asked = Phrases("civ2010", ("Ada", "Bo", "Cy")), game.decision("ada")
    assert phrases.read([asked], "use smuggling iron")[0].value == take("iron")
    line = phrases.notation(asked, take("iron"))
    assert [each.value for each in phrases.read([asked], line)] == [take("iron")]
    assert phrases.describe(asked, take("iron")) == "Use Smuggling on iron"


async def test_an_outsiders_card_is_on_the_panel_and_explained(world: World, game: Game) -> None:
    ada, *_ = await world.running(3, "civ2010")
    await lay_out(world.herald.store, (await world.game()).id, game.state, "civ2010")
    await world.restart()
    why = await ada.slash("why", about="why can't I use smuggling on iron?")
    assert "Use Smuggling on iron" in why
    panel = await ada.slash("play")
    assert not any("iron" in label for label in panel.buttons())
    # There is one card to use and one resource to take, so one press is enough.
    panel = await ada.press(panel, "Use a card")
    assert any("iron" in label for label in panel.buttons()), "Ada has iron to trade"
