"""`/catchup`: what happened while one was away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot.discord.colours import HERALD
from bot.discord.commands.asking import Interaction, game_meant, own_games, respond, say
from bot.discord.commands.looking import number_at
from bot.discord.interactions.replies import Reply
from bot.discord.posts.notices import my_move
from bot.discord.screen import Block, Screen, gallery, text
from bot.service import GameInfo
from bot.service.seats.powers import Power

if TYPE_CHECKING:
    from bot.discord.client import Bot


def add(bot: Bot, group: app_commands.Group) -> None:
    """Declare the command."""
    bot.tree.add_command(catch_up_command)


async def catch_up_screen(bot: Bot, info: GameInfo, user: int, since: int | None) -> Screen:
    """What a user has missed, with the part of the board that concerns them."""
    missed = await bot.herald.look.catch_up(info.id, user, since)
    context = bot.context(info)
    if missed is None:
        return Screen([text(context.voice.say("catch_up.none"))], accent=HERALD)
    lines, picture = await bot.sender.composer.caught_up(missed, context)
    blocks: list[Block] = [text(lines)]
    if picture is not None:
        blocks.append(gallery(picture))
    if missed.seat is not None and info.game.is_live:
        await bot.herald.note_seen(info.id, user)
        blocks.append(my_move(info, context.voice, bot.ids))
    return Screen(blocks, pictures=() if picture is None else (picture,), accent=HERALD)


@app_commands.command(name="catchup", description=say("command.catchup"))
@app_commands.describe(since=say("option.since"), game=say("option.game"))
@app_commands.autocomplete(game=own_games)
async def catch_up_command(
    interaction: Interaction,
    since: app_commands.Range[int, 0, 10_000] | None = None,
    game: str | None = None,
) -> None:
    """What happened while one was away, or since the beginning of a turn."""

    async def work(reply: Reply) -> None:
        bot = interaction.client
        info = await game_meant(Power.SEE, interaction, game)
        after = None
        if since is not None:
            after = await number_at(bot, info, since - 1) if since > 0 else -1
        await reply.show(await catch_up_screen(bot, info, interaction.user.id, after))

    await respond(interaction, work, slow=True)
