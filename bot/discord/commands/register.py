"""All that Herald answers: importing a module registers its commands and presses."""

from __future__ import annotations

from bot.discord.commands import (  # noqa: F401
    cards,
    catch_up,
    dice_word,
    hosting,
    inbox,
    learn,
    lobby,
    looking,
    me,
    my_data,
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
