"""Counts what Herald posts while people play: messages in the channel, pings, letters."""

from __future__ import annotations

from collections import Counter
from itertools import count
from random import Random
from typing import NamedTuple

from engine.core.policies import Eyes, policy
from engine.core.registry import ruleset
from tests.bot.discord.builders.playing import desk
from tests.bot.discord.builders.world import Person, World

_clicks = count(1)


class At(NamedTuple):
    """A part of a turn."""

    turn: int
    step: str


class Watched:
    """A game whose people choose as stewards would; all that Herald posts is counted by phase."""

    def __init__(self, world: World, seed: int = 1) -> None:
        self.world = world
        self.rng = Random(seed)
        self.messages: Counter[At] = Counter()
        self.pings: Counter[tuple[At, int]] = Counter()
        self.letters: Counter[tuple[At, int]] = Counter()
        self.seen = {world.posts()[0].id}
        """The card of the lobby stands before the game."""
        self.story: list[str] = []
        self.at = At(0, "lobby")

    async def play(self, most: int = 2000) -> None:
        """Play until the game is over."""
        await self.note()
        for _ in range(most):
            if await self.world.herald.look.in_channel(self.world.channel.id) is None:
                return
            await self.choose((await self.world.awaited())[0])
            await self.note()
        raise AssertionError("no end to this game")

    async def choose(self, person: Person) -> None:
        """One choice of one person."""
        found = await desk(person)
        decisions = [each.decision for each in found.decisions]
        rules = ruleset(found.info.game.ruleset)
        eyes = Eyes(rules, found.seat.seat, decisions, lambda _: found.view)
        choice = policy("steward").choose(eyes, self.rng)
        await self.world.herald.play.choose(
            found.info.id,
            person.id,
            choice.decision,
            choice.value,
            interaction=f"watched:{next(_clicks)}",
        )
        await self.world.env.settle()

    async def note(self) -> None:
        """Count what is new, for the phase that the game is in now."""
        game = await self.world.herald.look.in_channel(self.world.channel.id)
        if game is not None:
            view = (await self.world.herald.look.status(game.id)).view
            assert view is not None
            self.at = At(view.turn, view.step)
        else:
            self.at = At(self.at.turn, "result")
        for post in self.world.posts():
            if post.id not in self.seen:
                self.seen.add(post.id)
                self.messages[self.at] += 1
                for user in post.pings:
                    self.pings[self.at, user] += 1
                self.story.append(f"{self.at} pings {len(post.pings)}: {post.text[:150]!r}")
        for person in self.world.people:
            for letter in person.letters():
                if letter.id not in self.seen:
                    self.seen.add(letter.id)
                    self.letters[self.at, person.id] += 1
                    self.story.append(f"{self.at} letter to {person.id}: {letter.text[:150]!r}")

    def __str__(self) -> str:
        most = max(self.messages.values()), max(self.pings.values()), max(self.letters.values())
        return (
            f"{len(self.messages)} parts of turns, {self.messages.total()} messages (most {most[0]}"
            f"), {self.pings.total()} pings (most {most[1]} of a player), {self.letters.total()}"
            f" letters (most {most[2]} to a player)"
        )
