"""People who play a whole game on Discord, each choice by an interaction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from bot.service import Asked
from tests.bot.discord.builders.playing import desk
from tests.bot.discord.builders.world import (
    BUTTON,
    SELECT,
    Panel,
    Person,
    World,
    assert_fresh,
    finish,
    is_aside,
    is_closed,
)

ENOUGH = 2
"""After so many choices of one kind in a row, people are content and end what they can end."""
DO = ("Do it", "Do these", "Pay ")
ASKING = 0.3
"""How often an advised player asks what is best, and does it."""
TOP = 3
"""Of a list that goes best first, an advised player takes so many at most at once."""
MAIN = 1
"""The style of the button that a panel recommends."""


class Players:
    """People who play at random, each choice in one of the ways there are."""

    def __init__(self, world: World, seed: int, advised: float = 0.0) -> None:
        self.world = world
        self.rng = Random(seed)
        self.advised = advised
        """How many of the choices follow what the panel puts first; the others are random."""
        self.made: Counter[str] = Counter()
        self.ways: Counter[str] = Counter()
        self.row: Counter[tuple[int, str]] = Counter()

    async def play(self, most: int = 400) -> None:
        """Play until the game is over."""
        for _ in range(most):
            if await self.world.herald.look.in_channel(self.world.channel.id) is None:
                return
            await self.choose(self.rng.choice(await self.world.awaited()))
        raise AssertionError("no end to this game")

    async def choose(self, person: Person) -> None:
        """One choice of one person."""
        (asked, *_) = (await desk(person)).decisions
        kind = asked.decision.kind
        self.made[kind] += 1
        self.row[person.id, kind] += 1
        if self.advised and self.rng.random() < self.advised:
            await self.by_advice(person)
            return
        enough = self.row[person.id, kind] > ENOUGH
        # However a game goes, one player ends something by an order, even in the shortest.
        enough |= not self.ways["orders"] and self.made[kind] > ENOUGH
        if asked.decision.secret and await self.by_letter(person, asked):
            return
        if enough and asked.decision.default is not None:
            self.row[person.id, kind] = 0
            await self.by_orders(person)
            return
        ways = (self.by_panel, self.by_panel, self.by_words)
        # Offers are made of so much that nobody would spell one out for a suggestion.
        await (self.by_panel if kind == "trade" else self.rng.choice(ways))(person)

    async def by_letter(self, person: Person, asked: Asked) -> bool:
        """Answer a secret question where it was asked."""
        letter = person.letters()[-1]
        # A letter whose question was settled is closed; the next round may have none of its own.
        ways = [each for each in letter.components if each["type"] in (BUTTON, SELECT)]
        if asked.prompt not in letter or all(map(is_aside, ways)):
            return False
        self.ways["letter"] += 1
        await finish(person, letter, self.rng)
        return True

    async def by_panel(self, person: Person) -> None:
        """Press through the panel."""
        self.ways["panel"] += 1
        open_by = [post for post in self.world.posts() if "My move" in post.buttons()][-1]
        await finish(person, await person.press(open_by, "My move"), self.rng)

    async def by_advice(self, person: Person) -> None:
        """Press through the panel, always what it puts first."""
        self.ways["advice"] += 1
        open_by = [post for post in self.world.posts() if "My move" in post.buttons()][-1]
        panel = await person.press(open_by, "My move")
        if "Suggest" in panel.buttons() and self.rng.random() < ASKING:
            advice = await person.press(panel, "Suggest")
            if "Do it" in advice.buttons():
                assert_fresh(await person.press(advice, "Do it"))
                return
        for _ in range(60):
            panel = await follow(person, panel)
            assert_fresh(panel)
            if "✅" in panel or is_closed(panel):
                return
        raise AssertionError(f"no end to this panel:\n{panel.text}")

    async def by_words(self, person: Person) -> None:
        """Type a few letters and take a suggestion."""
        self.ways["words"] += 1
        game = await self.world.game()
        awaited = (await desk(person)).decisions[0].decision.id
        found = await self.world.herald.orders.search(game.id, person.id, "")
        fitting = [each.notation for each in found if each.decision.id == awaited]
        typed = self.rng.choice(fitting) if fitting else await self.ending(person)
        suggested = await person.suggestions("act", "what", typed[:100])
        assert suggested, f"nothing is suggested for {typed!r}"
        value = next(iter(suggested.values()))
        await person.slash("act", what=value)

    async def by_orders(self, person: Person) -> None:
        """Write down the order that ends what one does."""
        self.ways["orders"] += 1
        shown = await person.actor.slash(self.world.channel, "orders")
        sheet = await person.fill(shown, orders=await self.ending(person))
        assert "All of this can be done" in sheet, sheet.text
        await person.press(sheet, "Do it")

    async def ending(self, person: Person) -> str:
        """The order that ends what a person does."""
        game = await self.world.game()
        (asked, *_) = (await desk(person)).decisions
        phrases = await self.world.herald.orders.phrases(game.id)
        return phrases.notation(asked.decision, asked.decision.default)

    def __str__(self) -> str:
        ways = ", ".join(f"{many} by {way}" for way, many in self.ways.most_common())
        return f"{self.made.total()} choices ({ways}), {self.world.answers} answers by Herald"


async def follow(person: Person, panel: Panel) -> Panel:
    """Press what a panel puts first; gives what it leads to."""
    way = first_way(panel.components)
    if way["type"] == BUTTON:
        return await person.press_id(panel, way["custom_id"])
    several = TOP if "pick as many" in way.get("placeholder", "") else max(1, way["min_values"])
    values = [each["value"] for each in way["options"][:several]]
    return await person.select(panel, way["custom_id"], values)


def first_way(components: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What a panel puts first: to do what is picked, else what it recommends."""
    ways = [each for each in components if each["type"] in (BUTTON, SELECT)]
    ways = [each for each in ways if not each.get("disabled")]
    doing = (each for each in ways if each.get("label", "").startswith(DO))
    recommended = (each for each in ways if each["type"] == BUTTON and each["style"] == MAIN)
    ahead = (each for each in ways if not is_aside(each))
    nothing = (each for each in ways if each.get("label") == "Nothing")
    return next(iter((*doing, *recommended, *ahead, *nothing)))
