"""What players are called and type is shown without what nobody sees or what covers other lines."""

from __future__ import annotations

import logging
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.discord.voices import escape, in_code
from bot.service.seats.names import readable
from tests.bot.discord.builders.world import World, a_world
from tests.bot.discord.leaks import LogLines, Watched

UNSEEN = "\x07\x1b\x7f\x85\u061c\u200e\u200f\u202a\u202d\u202e\u2066\u2069\ufeff\u115f\u3164\u2800"
ZALGO = "Z" + "\u0336\u0321\u0489" * 12
LONG = "w" * 4000
NASTY = f"A\u202edA{UNSEEN}{ZALGO}"
PILE = re.compile("[\u0300-\u036f\u0483-\u0489]{6}")
"""More marks on one letter than any spelling has."""


def is_forbidden(sign: str) -> bool:
    """Whether a sign may stand in nothing that is shown; mentions are broken by U+200B."""
    return sign in UNSEEN or (sign not in "\n\u200b" and unicodedata.category(sign) in ("Cc", "Cf"))


def strings(value: Any) -> Iterator[str]:
    """All text in the body of a request."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            # What is kept for a press is read by Herald alone.
            yield from () if key in ("custom_id", "nonce") else strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from strings(each)


def must_be_readable(text: str) -> None:
    odd = sorted({f"U+{ord(each):04X}" for each in text if is_forbidden(each)})
    assert not odd, f"{odd} in {text[:300]!r}"
    assert not PILE.search(text), repr(text[:300])


@pytest.mark.parametrize("show", [escape, in_code, readable])
@pytest.mark.parametrize("sign", "\x00" + UNSEEN)
def test_unseen_signs_are_left_out(show: Any, sign: str) -> None:
    assert show(f"ab{sign}cd").replace(" ", "") == "abcd"


def test_what_is_spelled_stays_as_it_is() -> None:
    for text in ("Zoë", "नमस्ते", "می‌خواهم", "שלום", "👩‍🚀", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "Việt Nam", "한국어"):
        assert readable(text) == text


async def test_everything_that_is_sent_can_be_read(tmp_path: Path) -> None:
    pictures, log = Watched(), LogLines()
    async with a_world(tmp_path, pictures) as world:
        logging.getLogger("herald").addHandler(log)
        one, two = world.person(NASTY), world.person("Bea")
        await one.slash("game new", rules="standard", seats=2)
        await two.press(world.posts()[0], "Join")
        for word in (NASTY, LONG[:40], f"{ZALGO}"[:20], "@everyone **x**"):
            shown = await one.raw_press(world.posts()[0], "My word for the dice")
            await one.fill(shown, word=word[:40])
        await one.press(world.posts()[0], "Start")
        for command, option in (
            ("act", "what"),
            ("rules", "about"),
            ("card", "name"),
            ("why", "about"),
            ("map", "region"),
            ("board", "game"),
        ):
            for typed in (NASTY, LONG):
                await two.slash(command, **{option: typed})
                await two.suggestions(command, option, typed[:90])
        shown = await two.actor.slash(world.channel, "orders")
        await two.fill(shown, orders=f"{NASTY}\nend {NASTY}\n{LONG[:500]}")
        await one.slash("game status")
        await one.slash("game extend")
        await one.slash("log")
        panel = await two.press_further(await two.slash("play"), "Plan ahead")
        await plan(world, two, panel)
        game = await world.game()
        exported = (await world.herald.look.export(game.id, one.id)).content.decode()
        logging.getLogger("herald").removeHandler(log)
        for request in world.env.http_requests:
            for text in strings(request.json):
                must_be_readable(text)
    for text in (*pictures.noted, *log.lines, exported):
        must_be_readable(text)


async def plan(world: World, person: Any, panel: Any) -> None:
    """Prepare orders that mean nothing, and read what is prepared."""
    custom_id, value = panel.options()["Movement"]
    shown = await person._who(panel).select(panel.handle, [value], custom_id=custom_id)
    assert "Movement" in await person.fill(shown, orders=NASTY)
