"""Nothing hidden is ever sent to whom it is hidden from, over whatever way."""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from bot.discord import slash
from bot.discord.panels.board import Board
from bot.service.game.snapshot import Snapshot
from bot.service.queries.queries import Looking
from engine.core.registry import rulesets
from tests.bot.discord.builders.playing import desk
from tests.bot.discord.builders.situations import situations
from tests.bot.discord.builders.world import World, a_world
from tests.bot.discord.leaks import (
    Moment,
    Watched,
    compare,
    played_in_twins,
    reopen,
    same,
)
from tests.bot.service.builders import lay_out
from tests.bot.service.random_play import crowded


@pytest.fixture
async def watched(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path, Watched()) as made:
        yield made


async def the_moment(world: World, rng: Random) -> Moment:
    """Somebody who is awaited, about to choose something, and somebody who looks on."""
    game = await world.game()
    person = rng.choice(await world.awaited())
    own = await desk(person)
    decision = own.decisions[0].decision
    return Moment(
        world.config.data_dir.parent,
        game.id,
        game.game.ruleset,
        own.seat.seat,
        person,
        world.people[-1],
        decision,
        crowded(decision.grammar).sample(rng),
    )


async def compare_in(world: World, rules: str, states: list[Any], rng: Random) -> int:
    """Look for leaks in some states; how often a choice could be compared, too."""
    await world.running(3, rules)
    world.person("Onlooker")
    compared = 0
    game = await world.game()
    for state in states:
        await lay_out(world.herald.store, game.id, state, rules)
        await reopen(world, world.database, Watched())
        compared += await compare(world, await the_moment(world, rng))
    return compared


@pytest.mark.parametrize("rules", rulesets())
async def test_what_is_sent_is_the_same_whatever_is_hidden(watched: World, rules: str) -> None:
    found = situations(rules, seed=3)
    states = [found[kind] for kind in ("a secret answer", "movement") if kind in found]
    assert await compare_in(watched, rules, states, Random(3)) > 0


@pytest.mark.soak
@pytest.mark.parametrize("rules", rulesets())
@pytest.mark.parametrize("seed", range(6))
async def test_whole_games_are_the_same_whatever_is_hidden(
    watched: World, rules: str, seed: int
) -> None:
    states = list(situations(rules, seed).values())
    assert await compare_in(watched, rules, states, Random(seed)) > 0


# The detector itself: whatever way a secret takes, it is found.


class Leak:
    """A fault to be found: something of the state that nobody may know gets out."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.patch = patch
        self.secret = ""
        seen = Snapshot.view

        def view(snapshot: Snapshot, seat: int | None) -> Any:
            self.secret = hashlib.sha256(snapshot.rules.encode(snapshot.state)).hexdigest()[:10]
            return seen(snapshot, seat)

        patch.setattr(Snapshot, "view", view)

    def words(self, way: str) -> str:
        """The secret, with the way it takes."""
        return f"({way}: {self.secret})"

    def into_messages(self) -> None:
        plain = Board.title
        self.patch.setattr(Board, "title", lambda board: f"{plain(board)} {self.words('messages')}")

    def into_pictures(self) -> None:
        plain = Board.alt
        self.patch.setattr(
            Board, "alt", lambda board, *rest: f"{plain(board, *rest)} {self.words('pictures')}"
        )

    def into_suggestions(self) -> None:
        plain = slash.choice
        self.patch.setattr(
            "bot.discord.slash.choice",
            lambda name, value: plain(f"{self.words('suggestions')} {name}", value),
        )

    def into_log(self) -> None:
        plain = Looking.status

        async def status(look: Looking, game_id: int) -> Any:
            logging.getLogger("herald.service").info("the state is %s", self.words("log"))
            return await plain(look, game_id)

        self.patch.setattr(Looking, "status", status)

    def into_files(self) -> None:
        plain = Looking.export

        async def export(look: Looking, game_id: int, user_id: int = 0) -> Any:
            made = await plain(look, game_id, user_id)
            content = made.content + self.words("files").encode()
            return msgspec.structs.replace(made, content=content)

        self.patch.setattr(Looking, "export", export)


WAYS = ("messages", "pictures", "suggestions", "log", "files")


def without(ways: Sequence[str], lines: Sequence[str]) -> list[str]:
    """The lines without what leaked these ways."""
    return [re.sub(rf"\((?:{'|'.join(ways)}): \w*\)", "", line) for line in lines]


async def test_a_leak_is_found_whatever_way_it_takes(
    watched: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await watched.running(3)
    watched.person("Onlooker")
    moment = await the_moment(watched, Random(5))
    leak = Leak(monkeypatch)
    for way in WAYS:
        getattr(leak, f"into_{way}")()
    # All at once, for playing twins takes long.
    one, other = await played_in_twins(watched, moment)
    for way in WAYS:
        others = [each for each in WAYS if each != way]
        came_out = [each.looking[way] for each in (one, other)]
        with pytest.raises(AssertionError, match=f"^{way}: "):
            same(*[{way: without(others, lines)} for lines in came_out])
        same(*[{way: without(WAYS, lines)} for lines in came_out])
