"""Nothing that a user types or is called works as markup, mention or link where it is shown."""

from __future__ import annotations

import re

import pytest

from bot.discord.voices import escape
from bot.service import Actor, NewLobby
from bot.service import Person as ServicePerson
from tests.bot.discord.builders.world import TEXT, Panel, Person, World

MARKUP = {
    "bold in a link": "https://**p**",
    "code in a link": "steam://`p`",
    "a spoiler in a link": "http://||p||",
    "markup in an angle link": "<a:/**p**>",
    "a masked link": "[p](https://p.example)",
    "a masked link in a link": "http://[p](http://p.example)",
    "an emoji of a server": "<:p:123456789012345678>",
    "a moving emoji": "<a:p:123456789012345678>",
    "a channel of the server": "<id:customize>",
    "a mention": "<@1> <@&1> <#1>",
    "everybody": "@everyone @here",
    "a time": "<t:0:R>",
    "a command": "</p:1>",
    "a heading": "# p",
    "small print": "-# p",
    "a quote": ">>> p",
}

WORKS = re.compile(
    r"(?<!\\)(\*\*|`|\|\||__|~~)"  # markup
    r"|(?<!\\)\[[^\]]*\]\(https?://"  # a masked link
    r"|<a?:\w+:\d+>|<id:\w+>|<t:-?\d|</\w|<@[&!]?1>|<#1>|@everyone|@here"
    r"|\w://\w"
)
"""What Discord would not show as it stands."""


@pytest.mark.parametrize("kind", MARKUP)
def test_text_of_players_can_do_nothing_but_be_read(kind: str) -> None:
    shown = escape(MARKUP[kind])
    assert not WORKS.search(shown), shown
    assert not re.match(r"(#|-#|>)\s?\w", shown), shown


POISON = "**P** [p](https://p.io) <@1>`"
EVERYBODY = "@everyone||Q|| https://**q**"


def texts(world: World) -> list[str]:
    """Everything that was ever shown to anybody, without blocks that show text as it is."""
    return [
        re.sub(r"```.*?```", "", str(part["content"]), flags=re.DOTALL)
        for channel, messages in world.env.backend.messages.items()
        for message in messages
        for part in Panel(world.env, channel, message).components
        if part["type"] == TEXT
    ]


def must_be_harmless(world: World) -> None:
    """Neither of the two says anything but their name."""
    everything = texts(world)
    assert any("P" in each for each in everything)
    for each in everything:
        for bad in ("**P", "](https://p.io", "<@1>", "@everyone", "||Q", "//**q", "1>`"):
            assert bad not in each, each


async def two_with_names(world: World) -> tuple[Person, Person]:
    one, two = world.person(POISON), world.person(EVERYBODY)
    await one.slash("game new", rules="standard", seats=2)
    await two.press(world.posts()[0], "Join")
    for each in (one, two):
        shown = await each.raw_press(world.posts()[0], "My word for the dice")
        await each.fill(shown, word=POISON[:30])
    return one, two


async def test_names_words_and_questions_are_harmless_in_every_answer_and_post(
    world: World,
) -> None:
    one, two = await two_with_names(world)
    await one.press(world.posts()[0], "Start")
    for command, options in (
        ("game status", {}),
        ("board", {}),
        ("log", {}),
        ("play", {}),
        ("inbox", {}),
        ("trade", {}),
        ("standing", {}),
        ("act", {"what": POISON}),
        ("rules", {"about": EVERYBODY}),
        ("rules", {"about": POISON}),
        ("card", {"name": POISON}),
        ("why", {"about": POISON}),
        ("why", {"about": EVERYBODY}),
        ("map", {"region": EVERYBODY}),
        ("board", {"game": POISON}),
        ("game extend", {}),
        ("game pause", {}),
    ):
        await one.slash(command, **options)
        await two.slash(command, **options)
    shown = await one.actor.slash(world.channel, "orders")
    await one.fill(shown, orders=f"{POISON}\n{EVERYBODY}")
    must_be_harmless(world)


async def test_votes_passed_seats_and_invitations_are_harmless(world: World) -> None:
    one, two = await two_with_names(world)
    await one.press(world.posts()[0], "Start")
    await one.slash("game away")
    for command in ("game extend", "game undo", "game end", "game status"):
        await two.slash(command)
    game = await world.game()
    await world.herald.votes.end(game.id, Actor(one.id))
    await world.env.settle()
    before = await world.herald.look.game(game.id)
    again = await world.herald.lobby.open(
        NewLobby(
            ruleset="standard",
            host=ServicePerson(two.id, EVERYBODY),
            guild_id=game.game.guild_id,
            channel_id=world.channel.id,
        )
    )
    await world.herald.lobby.invite(again.id, Actor(two.id), before)
    world.bot.sender.wake()
    await world.env.settle()
    must_be_harmless(world)
