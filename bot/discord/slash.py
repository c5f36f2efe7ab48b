"""Slash commands: a function answers each, and its keyword-only arguments are the options.

@command("map", Power.SEE, slow=True, suggest={"region": parts_of_map})
async def map_(ask: Ask, *, region: str | None = None) -> Screen: ...
"""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from types import NoneType
from typing import Any, Concatenate, NamedTuple, TypeAlias, TypeVar

import discord
from discord import app_commands

from bot.discord.ask import Answer, Ask, Parts, asked_by, give, gives, signature
from bot.discord.interactions.replies import Reply, ReplyWith, answer
from bot.discord.page import Form
from bot.discord.voices import plain_voice
from bot.service import Refused
from bot.service.seats.powers import Power
from engine.core.messages import ENGLISH
from engine.core.messages.catalogs import read

log = logging.getLogger("herald.discord")

GROUP = "game"
CHOICES_MOST = 25
NAME_MOST = 100
IN_TIME = 2.5
"""After so many seconds nobody waits for suggestions any more."""

Interaction: TypeAlias = "discord.Interaction[Any]"
CommandHandler: TypeAlias = Callable[Concatenate[Ask, ...], Awaitable[Answer]]
"""Gives an answer always: without one, Discord would go on saying that Herald is thinking."""
C = TypeVar("C", bound=CommandHandler)
Suggestions: TypeAlias = Callable[[Ask, str], Awaitable[Sequence[tuple[str, str]]]]
"""What an option can be, as it is shown and as it is sent, by what was typed of it."""


class Command(NamedTuple):
    """A slash command to be declared."""

    name: str
    handler: CommandHandler
    power: Power | None
    slow: bool | Callable[..., bool]
    own: bool
    suggest: Mapping[str, Suggestions]
    choices: Mapping[str, Sequence[tuple[str, str]]]
    server_only: bool
    managers_only: bool


COMMANDS: dict[str, Command] = {}


def command(
    name: str,
    power: Power | None,
    *,
    slow: bool | Callable[..., bool] = False,
    own: bool = True,
    suggest: Mapping[str, Suggestions] | None = None,
    choices: Mapping[str, Sequence[tuple[str, str]]] | None = None,
    server_only: bool = False,
    managers_only: bool = False,
) -> Callable[[C], C]:
    """Let a function answer a slash command; its keyword-only arguments are the options.

    With a power, the option `game` is added, and the user must have the power in the game that is
    meant. Their own games are suggested for it, if it is to be one of their `own`. Whether it is
    `slow` may depend on the options. What is `managers_only` Discord shows to the managers of a
    server alone, unless they decide otherwise. The catalog has the descriptions: `command.<name>`,
    and `option.<command>_<option>` or `option.<option>`.
    """

    def register(handler: C) -> C:
        assert name not in COMMANDS, name
        if gives(handler, NoneType):
            raise TypeError(f"/{name} might show nothing, and Discord would wait for ever")
        COMMANDS[name] = Command(
            name,
            handler,
            power,
            slow,
            own,
            suggest or {},
            choices or {},
            server_only,
            managers_only,
        )
        return handler

    return register


def declare(tree: app_commands.CommandTree[Any]) -> None:
    """Put the commands into a tree, those of `/game` in a group, in the catalog's order."""
    group = app_commands.Group(name=GROUP, description=plain_voice().say(f"command.{GROUP}"))
    order = list(read("bot.discord", ENGLISH)["command"])
    for each in sorted(COMMANDS.values(), key=lambda each: order.index(each.name.split()[-1])):
        if each.name.startswith(f"{GROUP} "):
            group.add_command(made_of(each))
        else:
            tree.add_command(made_of(each))
    tree.add_command(group)


def made_of(wanted: Command) -> app_commands.Command[Any, ..., Any]:
    """A command as the library wants it."""
    voice, name = plain_voice(), wanted.name.split()[-1]
    callback, options = callback_of(wanted), options_of(wanted)
    first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_ONLY)
    callback.__signature__ = inspect.Signature([first, *options])  # type: ignore[attr-defined]  # the library reads it, mypy does not know it

    def described(option: str) -> str:
        special = f"option.{name}_{option}"
        return voice.say(special if voice.has(special) else f"option.{option}")

    names = [each.name for each in options]
    choices = {
        option: [app_commands.Choice(name=shown, value=value) for shown, value in some]
        for option, some in wanted.choices.items()
    }
    suggest = dict(wanted.suggest)
    if wanted.own and "game" in names:
        suggest["game"] = own_games
    app_commands.describe(**{each: described(each.rstrip("_")) for each in names})(callback)
    app_commands.rename(**{each: each.rstrip("_") for each in names if each[-1] == "_"})(callback)
    app_commands.choices(**choices)(callback)
    app_commands.autocomplete(**{each: suggesting(by) for each, by in suggest.items()})(callback)
    if wanted.server_only:
        app_commands.guild_only()(callback)
    if wanted.managers_only:
        app_commands.default_permissions(manage_guild=True)(callback)
    description = voice.say(f"command.{name}")
    return app_commands.Command(name=name, description=description, callback=callback)


def options_of(wanted: Command) -> list[inspect.Parameter]:
    """The options of a command: the keyword-only arguments of its function, and its game."""
    kind = inspect.Parameter.KEYWORD_ONLY
    given = signature(wanted.handler).parameters.values()
    options = [each for each in given if each.kind is kind]
    if wanted.power is not None:
        options.append(inspect.Parameter("game", kind, default=None, annotation=str | None))
    return options


def callback_of(wanted: Command) -> Callable[..., Coroutine[Any, Any, None]]:
    """What the library calls: finds the game, checks the power, shows what the function returns."""
    power, may_ask = wanted.power, gives(wanted.handler, Form)

    async def callback(interaction: Interaction, **options: Any) -> None:
        async def work(reply: Reply) -> None:
            ask = asked_by(parts, reply)
            if power is not None:
                ask = await ask.in_game(power, options.pop("game"))
            await give(ask, await wanted.handler(ask, **options))

        parts: Parts = interaction.client.parts
        reply = Reply(interaction, may_ask=may_ask)
        slow = wanted.slow if isinstance(wanted.slow, bool) else wanted.slow(**options)
        await answer(reply, parts.page.voice, f"command:{wanted.name}", work, slow=slow)
        parts.wake()

    return callback


def suggesting(work: Suggestions) -> Any:
    """Suggestions as the library wants them. They are about no game before they ask for one."""

    async def suggest(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        async def find() -> list[app_commands.Choice[str]]:
            # Not `dict(namespace)`: it gives None for any attribute, `keys` too.
            typed = dict(iter(interaction.namespace))
            ask = asked_by(interaction.client.parts, Reply(interaction), typed=typed)
            found = await work(ask, current)
            return [choice(shown, value) for shown, value in found]

        return await suggested(find())

    return suggest


async def suggested(
    work: Awaitable[list[app_commands.Choice[str]]],
) -> list[app_commands.Choice[str]]:
    """Suggestions while typing; none rather than an error, or too late."""
    try:
        async with asyncio.timeout(IN_TIME):
            return (await work)[:CHOICES_MOST]
    except (ReplyWith, Refused):
        return []
    except TimeoutError:
        log.warning("suggestions took too long")
        return []
    except Exception:
        log.exception("no suggestions")
        return []


async def own_games(ask: Ask, typed: str) -> list[tuple[str, str]]:
    """The user's games, for the option that names one."""
    codes = [item.info.code for item in await ask.herald.look.inbox(ask.user.id)]
    return [(code, code) for code in codes if typed.upper() in code]


def choice(name: str, value: str) -> app_commands.Choice[str]:
    """A suggestion, its name cut to what Discord takes and without our escapes."""
    plain = name.replace("\\", "").replace("\N{ZERO WIDTH SPACE}", "")
    shown = plain if len(plain) <= NAME_MOST else plain[: NAME_MOST - 1] + "…"
    return app_commands.Choice(name=shown, value=value)
