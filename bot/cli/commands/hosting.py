"""`herald invite`: how Herald comes onto a server.

The bot is imported by the commands themselves: it takes longer than most others to run.
"""

from __future__ import annotations

import argparse
import asyncio

from bot.cli.commands import OK, Commands


def add(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser("invite", help="print the link that puts Herald on a server")
    parser.set_defaults(run=run_invite)


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


async def application_id(token: str) -> int:
    """The number of the application that a token belongs to, as Discord knows it."""
    from bot.discord.application import logged_in

    async with logged_in(token) as client:
        assert client.application_id is not None
        return client.application_id
