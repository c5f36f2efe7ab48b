"""Posts on a phone: whatever happened in a turn, it is told on one and a half screens.

With HERALD_SHOTS set to a folder, every post is kept there as a picture.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
import pytest_asyncio

from bot.discord.client import Bot
from bot.discord.colours import look_of
from bot.discord.panels.board import Board
from bot.discord.pictures.pictures import MAP_FILE
from bot.discord.posts.battles import battles_fought
from bot.discord.posts.composing import CROWDED
from bot.discord.posts.content import PostContent
from bot.discord.posts.phase import PostNews, phase_post
from bot.discord.posts.result import result_post
from bot.discord.screen import Picture, Screen
from bot.moment import HOUR, now
from bot.service import Actor, Awaited, GameInfo, NewLobby, Person, Result, Status
from bot.service.requests import LONGEST_NAME
from engine.core.events import Event
from engine.core.game import Game
from engine.core.policies import play_out, policy
from engine.core.record import Record, load, record_of, replay
from engine.core.registry import ruleset, rulesets
from engine.core.view import Outcome, View
from render import Happened, drawn, marks_of
from render import Result as Standings
from tests.bot.local_discord.builders.visiting import Sitting, Visitor, sitting
from tests.browser import Browser

pytestmark = pytest.mark.asyncio(loop_scope="module")

WIDE, HIGH = 390, 844
MOST = 1.5 * HIGH
TURNS = (1, 8, 16)
KEPT = Path(__file__).parents[3] / "games"
READY = "document.body.classList.contains('ready')"
LAST = "[...document.querySelectorAll('#log .message')].at(-1)"


class Turn(NamedTuple):
    """The end of a turn, and all that everybody was told in it."""

    view: View
    events: list[Event]


class Played(NamedTuple):
    """A game that is over, turn by turn."""

    record: Record
    turns: dict[int, Turn]
    outcome: Outcome


def played(record: Record) -> Played:
    """A game turn by turn, played again."""
    rules = ruleset(record.table.ruleset)
    turns: dict[int, Turn] = {}
    for _, step in replay(record, trusted=True):
        view = rules.view(step.state, None)
        told = turns[view.turn].events if view.turn in turns else []
        turns[view.turn] = Turn(
            view, [*told, *(each.event for each in step.events if each.audience is None)]
        )
    assert record.outcome is not None
    return Played(record, turns, record.outcome)


def a_long_game(name: str) -> Record:
    """A full table of stand-ins plays sixteen turns."""
    seats = ruleset(name).seats.stop - 1
    names = ["Ada Lovelace", "bob42", "Cyd", "Dee-Dee the Magnificent", "Eve", "Finn"][:seats]
    game = Game.new(name, names, {"turn_limit": 16}, b"s" * 32, [b"x"] * seats)
    play_out(game, [policy("steward")] * seats, Random(1))
    record = record_of(game)
    assert isinstance(record, Record)
    return record


def a_kept_game(file: Path) -> Record:
    """A game of three from beginning to end."""
    record = load(file.read_bytes())
    assert isinstance(record, Record)
    return record


def games() -> Iterator[Any]:
    # Three play in the kept games: a full table has more to tell.
    for file in sorted(KEPT.glob("*.json")):
        yield pytest.param(partial(a_kept_game, file), id=file.stem, marks=pytest.mark.soak)
    for name in rulesets():
        yield pytest.param(lambda name=name: a_long_game(name), id=name)


class Phone(NamedTuple):
    """The page on a phone, and a bot that posts on it."""

    visitor: Visitor
    bot: Bot
    place: Sitting

    async def height(self, screen: Screen, name: str) -> float:
        """How high a post is."""
        mark = await self.visitor.mark()
        channel = next(each for each in self.place.table.world.channels.values() if each.guild_id)
        sent = await self.bot.get_partial_messageable(channel.id).send(
            view=screen.view(), files=screen.files(), allowed_mentions=screen.allowed_mentions()
        )
        tab = self.visitor.tab
        await tab.until(f"{LAST}?.dataset.id === '{sent.id}' && '{mark}' !== '{sent.id}'")
        await tab.until(f"[...{LAST}.querySelectorAll('img')].every((e) => e.naturalWidth)")
        high = float(await tab.run(f"{LAST}.getBoundingClientRect().height"))
        folder = os.environ.get("HERALD_SHOTS")
        if folder:
            await tab.size(WIDE, max(HIGH, int(high) + 260), phone=True)
            await tab.run(f"{LAST}.scrollIntoView()")
            await tab.until(f"[...{LAST}.querySelectorAll('img')].every((e) => e.naturalWidth)")
            await tab.picture(Path(folder) / f"{name}.png")
            await tab.size(WIDE, HIGH, phone=True)
        return high


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def phone(
    chromium: Browser, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Phone]:
    """Herald at a table that is looked at on a phone."""
    async with sitting(tmp_path_factory.mktemp("table"), seed=1) as place:
        tab = await chromium.tab()
        await tab.size(WIDE, HIGH, phone=True)
        await tab.open(place.table.address)
        await tab.until(READY)
        assert place.bot is not None
        yield Phone(Visitor(tab), place.bot, place)
        await tab.close()


async def at_the_table(bot: Bot, record: Record) -> GameInfo:
    """The players of a game at a table of Herald's, the first of them a person.

    AI players have the names of the game, too: Herald would name them by what it has named before.
    """
    names = record.table.names
    lobby = NewLobby(
        ruleset=record.table.ruleset, host=Person(1, names[0]), seats=len(names), theme="dark"
    )
    info = await bot.herald.lobby.open(lobby)
    for _ in names[1:]:
        info = await bot.herald.lobby.add_ai(info.id, Actor(1))
    return named(info, names)


def named(info: GameInfo, names: Sequence[str]) -> GameInfo:
    """The same game of players with other names."""
    seats = zip(info.seats, names, strict=True)
    renamed = tuple(msgspec.structs.replace(seat, name=name) for seat, name in seats)
    return msgspec.structs.replace(info, seats=renamed)


def with_long_names(info: GameInfo) -> GameInfo:
    """The same game of players whose names are as long and as wide as Discord lets them be."""
    return named(info, [f"{'W' * (LONGEST_NAME - 1)}{seat.seat}" for seat in info.seats])


async def the_post(bot: Bot, info: GameInfo, turn: Turn) -> Screen:
    """The post that tells of a whole turn, with everything on it that can be."""
    page = bot.page.of(info)
    board = Board(turn.view, info, page.voice)
    content = PostContent(info, turn.view, board, (), turn.events)
    crops = 2 if turn.view.seats <= CROWDED else 1
    wish = Happened(turn.view, marks_of(turn.events), crops)
    picture_of_it = await asyncio.to_thread(drawn, wish, look_of(info))
    due = now() + 5 * HOUR
    waiting = [Awaited(seat, ("x",), due) for seat in info.seats]
    status = Status(
        info=info,
        number=9,
        view=turn.view,
        phase="",
        awaited=tuple(waiting[: len(waiting) // 2]),
        answered=info.seats[len(waiting) // 2 :],
        votes=(),
    )
    told = PostNews(
        content.digest(),
        content.losses(range(len(info.seats))),
        len(battles_fought(info, (), turn.events)),
        mark="0123456789abcdef",
    )
    return phase_post(
        page,
        status,
        told,
        board,
        picture=Picture(MAP_FILE, picture_of_it, content.alt()),
    )


async def the_result(bot: Bot, info: GameInfo, game: Played) -> Screen:
    """The post of a game's end."""
    page = bot.page.of(info)
    scores = [(number, turn.view.scores) for number, turn in sorted(game.turns.items())]
    last = game.turns[max(game.turns)]
    result = Result(info, game.outcome, "", "s" * 64, "c" * 64, "l" * 64, tuple(scores))
    wish = Standings(game.outcome, info.game.ruleset, tuple(scores))
    picture_of_it = await asyncio.to_thread(drawn, wish, look_of(info))
    board = Board(last.view, info, page.voice)
    digest = PostContent(info, last.view, board, (), last.events).digest()
    picture = Picture("result.png", picture_of_it, "The result.")
    return result_post(page, result, digest, picture=picture)


@pytest.mark.parametrize("record", list(games()))
async def test_a_turn_is_told_on_a_screen_and_a_half(
    phone: Phone, record: Any, request: pytest.FixtureRequest
) -> None:
    game = played(await asyncio.to_thread(record))
    info = await at_the_table(phone.bot, game.record)
    name = request.node.callspec.id
    heights = {}
    for turn in sorted({*TURNS, max(game.turns)} & set(game.turns)):
        post = await the_post(phone.bot, info, game.turns[turn])
        heights[f"turn {turn}"] = await phone.height(post, f"{name}-turn-{turn}")
    result = await the_result(phone.bot, info, game)
    heights["result"] = await phone.height(result, f"{name}-result")
    long = with_long_names(info)
    post = await the_post(phone.bot, long, game.turns[max(game.turns)])
    heights["last turn, long names"] = await phone.height(post, f"{name}-long")
    result = await the_result(phone.bot, long, game)
    heights["result, long names"] = await phone.height(result, f"{name}-long-result")
    assert len(heights) > 2
    assert {at: high for at, high in heights.items() if high > MOST} == {}
    print(name, {at: round(high) for at, high in heights.items()})
