"""How many lines texts take on a phone, and posts that say less where names take the room."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from bot.discord.panels.board import Board
from bot.discord.posts.phone_lines import lines_of
from bot.discord.posts.summary import summary_within
from bot.discord.voices import game_voice
from engine.core.messages.digest import Digest, Headline
from tests.bot.discord.builders.world import World

LONG = "Maximiliane von Hohenzollern-Mum"
PLACES = ("Gobi", "Gaul", "Nile", "Persia")
ROOM = 11
"""Lines of a phone."""


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", 1),
        ("A short line.", 1),
        ("n" * 39, 1),
        ("n" * 40, 2),
        ("i" * 60, 1),
        ("W" * 32, 2),
        ("word " * 16, 3),
        ("one\ntwo", 2),
        ("**bold** " * 7, 1),
        ("<@123456789012345678> until <t:1789000000:R>", 1),
        ("北京" * 12, 2),
    ],
)
def test_lines_are_counted_as_a_phone_shows_them(text: str, lines: int) -> None:
    assert lines_of([text]) == lines


def a_busy_turn(names: Sequence[str]) -> Digest:
    """Everybody does much, and much happens between the first two."""
    taken = tuple(f"{names[0]} takes {place} from {names[1]}." for place in PLACES)
    done = ("settles in Gobi", "builds a city in Gaul", "gets 12 gold")
    headlines = (Headline("battle", "⚔️", taken, taken),)
    return Digest(headlines, dict.fromkeys(range(len(names)), done))


async def told(world: World, *names: str) -> list[str]:
    """What a post has room for when the players are called so."""
    info = await world.game()
    seats = zip(info.seats, names, strict=True)
    renamed = tuple(msgspec.structs.replace(seat, name=name) for seat, name in seats)
    info = msgspec.structs.replace(info, seats=renamed)
    board = Board(await world.herald.look.view(info.id), info, game_voice(info))
    said = summary_within(ROOM, a_busy_turn(names), board, board.voice, 0)
    return [line for part in said for line in part]


async def test_less_is_said_where_names_are_long_and_it_fits(world: World) -> None:
    await world.running(3)
    short, long = await told(world, "Ada", "Bea", "Cyd"), await told(world, *[LONG] * 3)
    assert lines_of(short) <= ROOM and lines_of(long) <= ROOM
    assert sum("12 gold" in line for line in short) == 3
    assert sum("12 gold" in line for line in long) < 3


async def test_a_long_name_at_the_head_of_a_line_is_shortened(world: World) -> None:
    await world.running(3)
    lines = await told(world, LONG, "Bea", "Cyd")
    (line,) = (each for each in lines if "Maximiliane von …" in each)
    assert LONG not in line
