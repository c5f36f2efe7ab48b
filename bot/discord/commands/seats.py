"""`/game replace` and `/game away`: hand a seat over, take one, let a stand-in play."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.discord.client import person
from bot.discord.colours import style_of
from bot.discord.commands.asking import (
    Interaction,
    choice,
    game_meant,
    own_games,
    respond,
    say,
    suggested,
)
from bot.discord.interactions.components import Press, on_press
from bot.discord.interactions.packing import unpack
from bot.discord.interactions.replies import Reply, ReplyWith
from bot.discord.interactions.verbs import Verb
from bot.discord.posts.notices import notice
from bot.service.errors import NotHost
from bot.service.seats.powers import Power

if TYPE_CHECKING:
    from bot.discord.client import Bot


def add(bot: Bot, group: app_commands.Group) -> None:
    """Declare the commands."""
    group.add_command(replace_command)
    group.add_command(away_command)


async def seats_here(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The seats of the game that is meant."""

    async def find() -> list[app_commands.Choice[str]]:
        code = getattr(interaction.namespace, "game", None)
        info = await game_meant(Power.SEE, interaction, code)
        named = [(f"{style_of(seat).sign} {seat.name}", seat) for seat in info.seats]
        return [
            choice(name, str(seat.seat))
            for name, seat in named
            if current.casefold() in name.casefold()
        ]

    return await suggested(find())


@app_commands.command(name="replace", description=say("command.replace"))
@app_commands.describe(
    seat=say("option.seat"), newcomer=say("option.newcomer"), game=say("option.game")
)
@app_commands.autocomplete(seat=seats_here, game=own_games)
async def replace_command(
    interaction: Interaction,
    seat: str,
    newcomer: discord.User | None = None,
    game: str | None = None,
) -> None:
    """Give a seat to another user, or ask the table for it."""

    async def work(reply: Reply) -> None:
        bot = interaction.client
        info = await game_meant(Power.SEE, interaction, game)
        voice = bot.voice(info)
        number = next((each.seat for each in info.seats if str(each.seat) == seat.strip()), None)
        if number is None:
            raise ReplyWith(voice.say("seat.unknown"))
        named = newcomer or interaction.user
        if named.bot:
            raise ReplyWith(voice.say("seat.no_bots"))
        by = await bot.membership.actor(interaction, info, Power.GIVE_SEAT)
        own = named.id == by.user_id
        who = person(named, by.rights if own else await bot.membership.rights_now(named.id, info))
        try:
            await bot.herald.seats.replace(info.id, number, who, by)
        except NotHost:
            if not own:
                raise
            await bot.herald.votes.volunteer(info.id, number, who)
            await reply.show(notice(voice.say("vote.asked")))
            return
        await reply.show(notice(voice.say("seat.done")))

    await respond(interaction, work)


@on_press(Verb.TAKE_SEAT, Power.ASK_FOR_SEAT, new_message=True)
async def on_take_seat(press: Press) -> None:
    """Volunteer for the seat of a player who does not answer: the table votes."""
    bot = press.bot
    (seat,) = unpack(press.id.rest[0])
    await bot.herald.votes.volunteer(press.game, seat, person(press.user, press.actor.rights))
    info = await bot.herald.look.game(press.game)
    await press.reply.show(notice(bot.voice(info).say("vote.asked")))


@on_press(Verb.RETURN, Power.ASK_FOR_SEAT, new_message=True)
async def on_return(press: Press) -> None:
    """Take a seat back that one has left or lost, unless a turn was played there since."""
    bot = press.bot
    info = await bot.herald.seats.come_back(press.game, press.user.id)
    await press.reply.show(notice(bot.voice(info).say("desk.back")))


@app_commands.command(name="away", description=say("command.away"))
@app_commands.describe(game=say("option.game"))
@app_commands.autocomplete(game=own_games)
async def away_command(interaction: Interaction, game: str | None = None) -> None:
    """Let a stand-in play until one comes back."""

    async def work(reply: Reply) -> None:
        bot = interaction.client
        info = await game_meant(Power.GO_AWAY, interaction, game)
        await bot.herald.seats.stand_in(info.id, interaction.user.id)
        others = [seat for seat in info.humans if seat.user_id != interaction.user.id]
        voice = bot.voice(info)
        # A table that everybody has left waits for them.
        words = voice.say("seat.away") if others else voice.say("seat.away_alone")
        await reply.show(notice(words))

    await respond(interaction, work)
