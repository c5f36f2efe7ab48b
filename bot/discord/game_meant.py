"""Which game is meant by who asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from bot.discord.interactions.replies import ReplyWith
from bot.service import Actor, GameInfo
from bot.service.seats.powers import Power, powers_of, require

if TYPE_CHECKING:
    from bot.discord.client import Bot


async def game_meant(
    power: Power, interaction: discord.Interaction[Any], code: str | None = None
) -> tuple[GameInfo, Actor]:
    """The game of a code, else that of the channel, else the only one of the user; and who asks.

    Raises `ReplyWith` when that leaves it open, `NotAllowed` when the user lacks a power in it. A
    game that the user may not see does not exist for them.
    """
    bot: Bot = interaction.client
    found = await _game_named(bot, interaction, code)
    actor = await bot.membership.actor(interaction, found, power)
    if code and code.strip() and Power.SEE not in powers_of(actor, found):
        raise ReplyWith(bot.voice().say("which.unknown", code=code[:20]))
    require(power, actor, found)
    return found, actor


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
