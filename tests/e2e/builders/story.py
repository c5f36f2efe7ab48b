"""One evening at the table in which Herald makes every kind of call that it ever makes."""

from __future__ import annotations

import pytest

from bot.discord.interactions import replies
from bot.local_discord.faults import Fault
from bot.local_discord.world.models import Kind
from tests.e2e.builders.club import Club, labels, words

CALLS: dict[str, tuple[str, str, bool]] = {
    "declaring commands": ("PUT", r"/applications/\d+/commands$", False),
    "answering": ("POST", r"/callback$", False),
    "editing an answer": ("PATCH", r"/webhooks/\d+/[^/]+/messages/", False),
    "removing an older panel": ("DELETE", r"/webhooks/\d+/[^/]+/messages/", False),
    "following up": ("POST", r"/webhooks/\d+/[^/]+$", False),
    "posting": ("POST", r"/channels/\d+/messages$", False),
    "uploading": ("POST", r"/channels/\d+/messages$", True),
    "editing a post": ("PATCH", r"/channels/\d+/messages/\d+$", False),
    "fetching a post": ("GET", r"/channels/\d+/messages/\d+$", False),
    "searching for a post": ("GET", r"/channels/\d+/messages$", False),
    "pinning a post": ("PUT", r"/channels/\d+/messages/pins/\d+$", False),
    "removing the notice of a pin": ("DELETE", r"/channels/\d+/messages/\d+$", False),
    "opening a conversation": ("POST", r"/users/@me/channels$", False),
    "opening a thread": ("POST", r"/threads$", False),
    "waking a thread": ("PATCH", r"/channels/\d+$", False),
    "looking up a thread": ("GET", r"/channels/\d+$", False),
}
"""Every kind of call, as method, path, and whether it carries a file."""

LOGGING_IN = {"GET /gateway/bot", "GET /users/@me", "GET /oauth2/applications/@me"}
"""What is asked for before there is anything to lose."""

AT_LEISURE = 2.0
"""Answers are announced so late, in seconds, that the calls of an evening are the same on a slow
machine."""
ALL_EVENING = 60.0
"""So long, in seconds, the table waits for an answer: there is no hurry here."""


async def evening(club: Club) -> None:
    """Two people begin a game, place, and trade; Herald restarts; another game is in a thread."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(replies, "PATIENCE", AT_LEISURE)
        patch.setattr(club.table.discord.interactions, "seconds", ALL_EVENING)
        await _evening(club)


async def _evening(club: Club) -> None:
    await club.begun()
    await club.settle(1)
    await club.place("gobi", "patagonia")
    await an_outage_of_posting(club)
    await club.choose("movement", {"do": "end"})
    await club.choose("movement", {"do": "end"})
    await a_question_that_takes_long(club)
    await club.restart()
    await club.choose("trade", {"do": "done"})
    await a_thread_that_fell_asleep(club)


async def an_outage_of_posting(club: Club) -> None:
    """A post cannot be sent for a while, and is looked for before it is sent again."""
    outage = Fault(kind="status", method="POST", path=r"/channels/\d+/messages$")
    club.table.faults.add(outage)
    await club.settle(1)


async def a_question_that_takes_long(club: Club) -> None:
    """An answer is announced, and then turns out to be a sentence for one person."""
    name = (await club.awaited())[0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(replies, "PATIENCE", 0.0)
        panel = await club.run(name, "play")
        assert panel is not None
        if "Why not …?" not in labels(panel):
            # The first panel lists whole answers; the question is asked where one is put together.
            panel = await club.press(name, panel, "Step by step")
            assert panel is not None
        begun = club.client(name).press(panel, club.label_id(panel, "Why not …?"))
        await club.rest()
        await club.shown(club.client(name).submit(begun, {"wish": "the moon"}))


async def a_thread_that_fell_asleep(club: Club) -> None:
    """A lobby in a thread, which Discord archives before somebody joins by their own channel."""
    await club.run("cyn", "game new", rules="standard", seats=2, thread=True)
    world = club.table.world
    (thread,) = (each for each in world.channels.values() if each.kind == Kind.THREAD)
    assert thread.thread is not None
    (card,) = (each for each in world.messages(thread) if "taken." in words(each))
    thread.thread.archived = True
    world.change_channel(thread)
    game = await club.bot.herald.look.in_channel(thread.id)
    assert game is not None
    await club.run("dan", "game join", game=game.code)
    assert "2 of 2 seats are taken" in words(card)
    assert not thread.thread.archived
