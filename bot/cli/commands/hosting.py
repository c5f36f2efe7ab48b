"""`herald invite` and `herald check`: how Herald comes onto a server, and what it lacks there.

The bot is imported by the commands themselves: it takes longer than most others to run.
"""

from __future__ import annotations

import argparse
import asyncio

from bot.cli.console import OK, Commands


def add(commands: Commands) -> None:
    """Declare the commands."""
    parser = commands.add_parser("invite", help="print the link that puts Herald on a server")
    parser.set_defaults(run=run_invite)
    parser = commands.add_parser(
        "check",
        help="say what is right and wrong with this installation",
        description="Say in a line each what is right and wrong. Ends with 0 when all is right, "
        "with 1 when Herald serves nevertheless, with 75 when it would not and starting it again "
        "may help, with 78 when somebody has to mend something first.",
    )
    parser.set_defaults(run=run_check)


def run_invite(args: argparse.Namespace) -> int:
    """Print the link, and what each permission in it is for."""
    from bot.config import load
    from bot.discord.permissions import PERMISSIONS, invitation
    from bot.discord.voices import plain_voice

    print(invitation(asyncio.run(application_id(load().discord_token))))
    voice = plain_voice()
    for name in PERMISSIONS:
        print(f"  {voice.say(f'permission.{name}')}: {voice.say(f'permission_for.{name}')}")
    return OK


def run_check(args: argparse.Namespace) -> int:
    """Print what is found, and end with the status of the gravest."""
    from bot.cli.check.checking import run

    return run()


async def application_id(token: str) -> int:
    """The number of the application that a token belongs to, as Discord knows it."""
    from bot.discord.application import logged_in

    async with logged_in(token) as client:
        assert client.application_id is not None
        return client.application_id
