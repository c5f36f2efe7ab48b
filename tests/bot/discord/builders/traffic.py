"""What Herald has sent, held against what Discord takes: its limits, and its own description."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from simcord.components import walk_components

from tests.bot.discord.builders import needs
from tests.discord_api.description import discord_api

ROW, BUTTON, SELECT, TEXT = 1, 2, 3, 10
AUTOCOMPLETE, MODAL = 8, 9


def check(requests: Iterable[Any]) -> None:
    """Hold every request against Discord's limits, its description, and Herald's invitation."""
    requests = list(requests)
    for body in messages(requests):
        check_message(body)
    api = discord_api()
    for request in requests:
        api.request(request.method, request.path, request.json, request.params)
    needs.check(requests)


def messages(requests: Iterable[Any]) -> Iterator[dict[str, Any]]:
    """The bodies of all messages and edits."""
    for request in requests:
        body = request.json
        if not isinstance(body, dict):
            continue
        if request.path.endswith("/callback"):
            if body["type"] in (AUTOCOMPLETE, MODAL):
                continue
            body = body.get("data") or {}
        if "components" in body:
            yield body


def check_message(body: dict[str, Any]) -> None:
    """One message: its limits, and that it can notify only whom it names."""
    allowed = body.get("allowed_mentions")
    assert allowed is not None, "every message says whom it may notify"
    assert allowed.get("parse") == [], "nobody is notified but by name"
    assert len(body.get("content") or "") <= 2000
    components = list(walk_components(body["components"]))
    assert len(components) <= 40
    ids = [each["custom_id"] for each in components if "custom_id" in each]
    assert len(set(ids)) == len(ids)
    assert all(len(each) <= 100 for each in ids)
    assert sum(len(e["content"]) for e in components if e["type"] == TEXT) <= 4000
    for each in components:
        if each["type"] == ROW:
            assert 1 <= len(each["components"]) <= 5
        if each["type"] == SELECT:
            assert 1 <= len(each["options"]) <= 25
        for item in each.get("items", ()):
            assert 0 < len(item.get("description") or "") <= 1024, "a picture has words behind it"
