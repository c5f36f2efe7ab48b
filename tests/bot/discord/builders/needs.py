"""Which permissions Discord's documentation asks of a bot for each of its requests."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from bot.discord.permissions import PERMISSIONS

VIEW = frozenset({"view_channel"})
READ = VIEW | {"read_message_history"}
WRITE = VIEW | {"send_messages", "send_messages_in_threads"}
NONE: frozenset[str] = frozenset()

NEEDS: dict[str, frozenset[str]] = {
    r"\w+ /(gateway|users|oauth2|applications|interactions|webhooks)/.*": NONE,
    r"GET /gateway": NONE,
    r"GET /channels/\d+": VIEW,
    # Waking a thread asks for no more than writing in it, unless it is locked.
    r"PATCH /channels/\d+": WRITE,
    r"GET /channels/\d+/messages(/\d+)?": READ,
    r"POST /channels/\d+/messages": WRITE,
    # Its own: other people's messages can only be deleted with Manage Messages, and not edited.
    r"(PATCH|DELETE) /channels/\d+/messages/\d+": VIEW,
    r"\w+ /channels/\d+/(messages/)?pins/\d+": VIEW | {"pin_messages"},
    r"POST /channels/\d+/messages/\d+/threads": VIEW | {"create_public_threads"},
    r"GET /channels/\d+/thread-members.*": VIEW,
    r"GET /guilds/\d+(/channels|/roles|/members/\d+|/threads/active)?": NONE,
}


def needs(requests: Iterable[Any]) -> set[str]:
    """All permissions that some requests need; fails for one that nobody has looked up yet."""
    found: set[str] = set()
    for request in requests:
        asked = f"{request.method} {request.path}"
        known = [each for pattern, each in NEEDS.items() if re.fullmatch(pattern, asked)]
        assert len(known) == 1, f"look up which permissions Discord wants for {asked}"
        found |= known[0]
        body = request.json if isinstance(request.json, dict) else {}
        if known[0]:
            found |= {"attach_files"} if body.get("attachments") else set()
            found |= {"embed_links"} if body.get("embeds") else set()
            found |= READ if body.get("message_reference") else set()
    return found


def check(requests: Iterable[Any]) -> None:
    """Hold requests against what Herald's invitation asks for."""
    beyond = needs(requests) - set(PERMISSIONS)
    assert not beyond, f"needs what the invitation does not ask for: {beyond}"
