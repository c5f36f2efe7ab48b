"""Commands and presses, by journey: lobby, play, orders, table, desk, rules, me, inbox.

Each module declares its commands with `add(bot, group)`, the group being `/game`, and answers its
presses by their verbs. They are thin: read what was asked, call the service, show what it says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot.discord.cogs import (
    desk,
    inbox,
    lobby,
    me,
    options,
    orders,
    play,
    rules,
    seats,
    table,
)
from bot.discord.words import words

if TYPE_CHECKING:
    from bot.discord.client import Bot


def add_all(bot: Bot) -> None:
    """Declare every command."""
    game = app_commands.Group(name="game", description=words()("command.game"))
    for module in (lobby, options, table, seats, play, orders, desk, rules, inbox, me):
        module.add(bot, game)
    bot.tree.add_command(game)
