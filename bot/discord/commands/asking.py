"""Shared steps of slash commands: which game is meant, who asks, and an answer in any case."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.discord.interactions.replies import Reply, ReplyWith, answer
from bot.discord.voices import plain_voice
from bot.service import GameInfo, Refused
from bot.service.seats.powers import Power, powers_of, require

if TYPE_CHECKING:
    from bot.discord.client import Bot

log = logging.getLogger("herald.discord")

CHOICES_MOST = 25
NAME_MOST = 100
IN_TIME = 2.5
"""After so many seconds nobody waits for suggestions any more."""

Interaction = discord.Interaction["Bot"]


def say(key: str) -> str:
    """A sentence for a command's description, in the language Discord falls back to."""
    return plain_voice().say(key)


async def respond(
    interaction: Interaction,
    work: Callable[[Reply], Awaitable[None]],
    *,
    private: bool = True,
    slow: bool = False,
    may_ask: bool = False,
) -> None:
    """Answer a command; with `may_ask` it may answer with a modal."""
    name = interaction.command.qualified_name if interaction.command else "?"
    reply = Reply(interaction, private=private, may_ask=may_ask)
    bot = interaction.client
    await answer(reply, bot.voice(), f"command:{name}", work, slow=slow)
    bot.sender.wake()


async def game_meant(
    power: Power, interaction: discord.Interaction[Any], code: str | None = None
) -> GameInfo:
    """The game of a code, else that of the channel, else the only one of the user.

    Raises `ReplyWith` when that leaves it open, `NotAllowed` when the user lacks a power in it. A
    game that the user may not see does not exist for them.
    """
    bot: Bot = interaction.client
    found = await _game_named(bot, interaction, code)
    actor = await bot.membership.actor(interaction, found, power)
    if code and code.strip() and Power.SEE not in powers_of(actor, found):
        raise ReplyWith(bot.voice().say("which.unknown", code=code[:20]))
    require(power, actor, found)
    return found


async def _game_named(
    bot: Bot, interaction: discord.Interaction[Any], code: str | None
) -> GameInfo:
    voice = bot.voice()
    if code and code.strip():
        found = await bot.herald.look.by_code(code.split()[0])
        if found is None:
            raise ReplyWith(voice.say("which.unknown", code=code[:20]))
        return found
    if interaction.channel_id is not None:
        found = await bot.herald.look.in_channel(interaction.channel_id)
        if found is not None:
            return found
    own = await bot.herald.look.inbox(interaction.user.id)
    if len(own) == 1:
        return own[0].info
    raise ReplyWith(voice.say("which.several" if own else "which.none"))


async def suggested(
    work: Awaitable[list[app_commands.Choice[str]]],
) -> list[app_commands.Choice[str]]:
    """Suggestions while typing; none rather than an error, or too late."""
    try:
        async with asyncio.timeout(IN_TIME):
            return (await work)[:CHOICES_MOST]
    except (ReplyWith, Refused):
        return []
    except Exception:
        log.warning("no suggestions", exc_info=True)
        return []


async def own_games(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The user's games, for an option that names one."""

    async def find() -> list[app_commands.Choice[str]]:
        bot = interaction.client
        items = await bot.herald.look.inbox(interaction.user.id)
        return [
            app_commands.Choice(name=item.info.code, value=item.info.code)
            for item in items
            if current.upper() in item.info.code
        ]

    return await suggested(find())


def choice(name: str, value: str) -> app_commands.Choice[str]:
    """A suggestion, its name cut to what Discord takes and without our escapes."""
    plain = name.replace("\\", "").replace("\N{ZERO WIDTH SPACE}", "")
    shown = plain if len(plain) <= NAME_MOST else plain[: NAME_MOST - 1] + "…"
    return app_commands.Choice(name=shown, value=value)
