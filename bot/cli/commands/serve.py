"""`herald`, `herald serve` and `herald table`: run the bot on Discord, or at the local table.

The bot is imported by the commands themselves: it takes longer than most others to run.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from bot.cli.console import DO_NOT_RESTART, TRY_AGAIN, Commands, complain

if TYPE_CHECKING:
    from bot.config import Config


def add(commands: Commands) -> None:
    """Declare the commands."""
    parser = commands.add_parser(
        "serve",
        help="run the bot, on a server; never the local table",
        description="Run the bot until it is stopped. Ends with 78 when somebody has to mend "
        "something first, and with 75 when starting again may help.",
    )
    parser.set_defaults(run=run_serve)
    parser = commands.add_parser("table", help="play in a browser, without Discord")
    parser.add_argument(
        "--port",
        type=port,
        help="the port of the page; 0 takes any free one (default: 8707, another if that is taken)",
    )
    parser.add_argument(
        "--no-browser", action="store_true", help="do not open the page in a browser"
    )
    parser.set_defaults(run=run_table)


def port(text: str) -> int:
    """A port number; argparse turns `ValueError` into its own complaint."""
    number = int(text)
    if not 0 <= number <= 65535:
        raise ValueError(text)
    return number


def run(args: argparse.Namespace) -> int:
    """With a token: the bot. Without one: the local table."""
    from bot import memory
    from bot.config import load
    from bot.discord.logs import log_everything

    config = load()
    if not config.discord_token:
        return run_table(args)
    memory.begin_to_load()
    from bot.discord.run import run as run_bot

    log_everything(config)
    return run_bot(config)


def run_serve(args: argparse.Namespace) -> int:
    """The bot, or one line that says why not and the status for who restarts services."""
    from bot.config import BadConfig, load, log_settings, misspelt
    from bot.discord.logs import log_everything

    log_everything(log_settings())
    try:
        config = load()
        if wrong := misspelt():
            raise wrong
        return _served(config)
    except BadConfig as error:
        complain(str(error))
        return DO_NOT_RESTART


def _served(config: Config) -> int:
    from bot import memory

    memory.begin_to_load()
    from bot.discord.application import CannotRun
    from bot.discord.run import run as run_bot

    try:
        return run_bot(config)
    except CannotRun as error:
        complain(str(error))
        return TRY_AGAIN if error.passes else DO_NOT_RESTART


def run_table(args: argparse.Namespace) -> int:
    """The local table, always."""
    from bot.config import load
    from bot.local_discord.run import run as open_table

    # `herald` alone has no arguments of its own.
    wanted = getattr(args, "port", None)
    return open_table(load(), port=wanted, browser=not getattr(args, "no_browser", False))
