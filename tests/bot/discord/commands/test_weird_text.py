"""Whatever is typed into whichever command or form is answered in words, and is no fault."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import AppCommandOptionType
from simcord import SetupError

from tests.bot.discord.builders.world import Person, World

WEIRD = {
    "half a sign": "\ud800",
    "halves in the wrong order": "\udc00\ud800x",
    "null": "a\x00b",
    "right to left": "\u202eabc\u202c",
    "nothing to see": "\u200b\u200c\u200d\ufeff",
    "mentions": "@everyone <@&1> <@1> <#1>",
    "markdown": "**[x](http://evil)** `` ``` ~~ || > # \n-# hi",
    "endless": "x" * 6000,
    "digits": "9" * 400,
    "foreign digits": "٣٤²",
    "lines": "\n\r\t\x0b",
    "accents": "e" + "\u0301" * 300,
    "tags": "".join(chr(0xE0000 + at) for at in range(1, 100)),
    "nested": '{"a":[' * 200,
    "an answer": 'trade: {"do":"accept","offer":"1"}',
    "no characters": "\ufffe\uffff",
    "slots": "{0.__class__} %s {who}",
    "sql": "'; DROP TABLE games;--",
}


def commands(world: World) -> list[Any]:
    found = world.bot.tree.walk_commands()
    return [each for each in found if isinstance(each, discord.app_commands.Command)]


def filled_in(command: Any, beside: Any, person: Person) -> dict[str, Any]:
    """Something for all that a command wants besides one option."""
    given: dict[AppCommandOptionType, Any] = {
        AppCommandOptionType.integer: 1,
        AppCommandOptionType.boolean: True,
        AppCommandOptionType.user: person.actor,
    }
    wanted = (each for each in command.parameters if each.required and each is not beside)
    return {
        each.display_name: each.choices[0].value if each.choices else given.get(each.type, "x")
        for each in wanted
    }


@pytest.mark.parametrize("kind", WEIRD)
async def test_every_text_of_every_command_is_answered(world: World, kind: str) -> None:
    ada, bea = await world.running(2)
    typed, answered = WEIRD[kind], 0
    for command in commands(world):
        texts = [each for each in command.parameters if each.type is AppCommandOptionType.string]
        for option in texts:
            if option.choices:
                continue
            options = filled_in(command, option, bea) | {option.display_name: typed}
            result = await ada.actor.slash(world.channel, command.qualified_name, **options)
            assert result.acknowledged, (command.qualified_name, option.name)
            answered += 1
            if option.autocomplete:
                await ada.suggestions(command.qualified_name, option.display_name, typed)
    assert answered > 25
    assert not world.posts()[-1].pings - {ada.id, bea.id}
    # What a fault would have said is found by the world itself, at its end.


async def test_every_form_is_answered(world: World) -> None:
    ada, _ = await world.running(2)
    taken = []
    for command, field in (("orders", "orders"),):
        for kind, typed in WEIRD.items():
            shown = await ada.actor.slash(world.channel, command)
            try:
                result = await ada.actor.submit_modal(shown, {field: typed})
            except SetupError:
                # Discord itself takes no more than a form says.
                continue
            assert result.acknowledged, (command, kind)
            taken.append(kind)
    assert len(taken) > 10
