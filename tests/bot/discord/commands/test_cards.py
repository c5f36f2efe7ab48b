"""`/card`: things of the rules, looked up in a game and outside of any."""

from __future__ import annotations

import pytest

from engine.core.messages import catalog
from engine.core.registry import ruleset, rulesets
from tests.bot.discord.builders.world import World


async def test_a_card_says_what_it_costs_the_one_who_asks_now(world: World) -> None:
    ada, _ = await world.running(2, "standard")
    answer = await ada.slash("card", name="wheel")
    assert "The Wheel" in answer
    assert "10 gold" in answer


async def test_names_nicknames_and_slips_are_suggested(world: World) -> None:
    ada, _ = await world.running(2, "standard")
    assert next(iter(await ada.suggestions("card", "name", "boat"))).startswith("Galley")
    assert next(iter(await ada.suggestions("card", "name", "howizer"))).startswith("Howitzer")


async def test_other_cards_that_may_be_meant_are_offered(world: World) -> None:
    ada, _ = await world.running(2, "standard")
    shown = await ada.slash("card", name="ship")
    assert "Frigate" in await ada.pick(shown, "Frigate")


async def test_a_shared_card_shows_everybody_what_everybody_may_see(world: World) -> None:
    ada, _ = await world.running(2, "standard")
    await ada.press(await ada.slash("card", name="unit.settler"), "Share")
    assert "Settler" in world.posts()[-1].text
    assert "Yours" not in world.posts()[-1].text


async def test_the_rule_behind_a_card_is_a_press_away(world: World) -> None:
    ada, _ = await world.running(2, "standard")
    shown = await ada.slash("card", name="marker.plague")
    assert "Plague" in await ada.press(shown, "Rule 3.6: Plague")


async def test_an_unknown_name_is_answered_with_a_sentence(world: World) -> None:
    ada, _ = await world.running(2, "standard")
    assert "Nothing here is called" in await ada.slash("card", name="xqzzy")


async def test_outside_a_game_cards_are_those_of_the_rules_named(world: World) -> None:
    zoe = world.person("Zoe")
    assert "Flight" in await zoe.slash("card", name="flight", rules="civ2010")


@pytest.mark.parametrize("rules", rulesets())
def test_everything_on_every_card_has_words(rules: str) -> None:
    """Nothing is shown by its key for want of a sentence."""
    known = catalog(rules)
    for name in ruleset(rules).cards():
        card = ruleset(rules).card(name)
        needed = (each.title for each in card.requires)
        lines = (text for fact in card.facts for text in (fact.label, fact.value))
        texts = [card.title, card.kind, *card.effects, *card.unlocks, *needed, *lines]
        assert [text.key for text in texts if not known.has(text.key)] == [], name
