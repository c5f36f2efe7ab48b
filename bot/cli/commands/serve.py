"""`herald` and `herald table`: run the bot on Discord, or at the local table.

The bot is imported by the commands themselves: it takes longer than most others to run.
"""

from __future__ import annotations

import argparse

from bot.cli.commands import Commands


def add(commands: Commands) -> None:
    """Declare the command."""
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
    from bot.config import load

    config = load()
    if not config.discord_token:
        return run_table(args)
    from bot.discord.run import run as run_bot

    return run_bot(config)


def run_table(args: argparse.Namespace) -> int:
    """The local table, always."""
    from bot.config import load
    from bot.table.run import run as open_table

    # `herald` alone has no arguments of its own.
    wanted = getattr(args, "port", None)
    return open_table(load(), port=wanted, browser=not getattr(args, "no_browser", False))
