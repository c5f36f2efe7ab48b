"""Registers every slash command: `/game` with its subcommands, and the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot.discord.commands import (
    cards,
    catch_up,
    dice_word,
    hosting,
    inbox,
    learn,
    lobby,
    looking,
    me,
    options,
    orders,
    play,
    preferences,
    prepared,
    rules,
    seats,
    server,
    table,
    turn_ends,
    why,
)
from bot.discord.voices import plain_voice

if TYPE_CHECKING:
    from bot.discord.client import Bot


def add_all(bot: Bot) -> None:
    """Declare every command."""
    game = app_commands.Group(name="game", description=plain_voice().say("command.game"))
    for module in (
        lobby,
        options,
        hosting,
        dice_word,
        preferences,
        table,
        seats,
        play,
        turn_ends,
        orders,
        prepared,
        looking,
        catch_up,
        rules,
        cards,
        why,
        learn,
        inbox,
        me,
        server,
    ):
        module.add(bot, game)
    bot.tree.add_command(game)
