"""Whether requests and answers are held against Discord's own description, and how strictly."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.discord_api.description import UnlikeDiscord, discord_api
from tests.discord_api.extract import EXTRACT, OPERATIONS, extract, made_from, written

MESSAGES = "/channels/1/messages"
THREAD: dict[str, Any] = {
    "id": "1",
    "type": 11,
    "name": "den",
    "guild_id": "2",
    "flags": 0,
    "last_message_id": None,
    "owner_id": "3",
    "thread_metadata": {
        "archived": False,
        "archive_timestamp": "2026-10-01T12:00:00+00:00",
        "auto_archive_duration": 60,
        "locked": False,
    },
    "message_count": 0,
    "member_count": 1,
    "total_message_sent": 0,
}
MESSAGE = {
    "content": "Hello",
    "flags": 0,
    "allowed_mentions": {"parse": [], "users": ["1", 2]},
    "components": [
        {
            "type": 17,
            "components": [
                {"type": 10, "content": "Words"},
                {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]},
                {
                    "type": 1,
                    "components": [
                        {"type": 2, "style": 1, "label": "Go", "custom_id": "a", "disabled": False}
                    ],
                },
                {
                    "type": 1,
                    "components": [
                        {
                            "type": 3,
                            "custom_id": "b",
                            "min_values": 1,
                            "options": [{"label": "Rome", "value": "rome"}],
                        }
                    ],
                },
            ],
        }
    ],
}
ODD: tuple[Any, ...] = (None, True, -1, 1.5, 99, "", "x" * 6000, [1, 1], {})


def spoiled(body: Any) -> Iterator[Any]:
    """The body with one thing in it replaced, left out or doubled, in every way."""
    yield from ODD
    if isinstance(body, list):
        for at, each in enumerate(body):
            yield [*body, each]
            yield from ([*body[:at], other, *body[at + 1 :]] for other in spoiled(each))
    elif isinstance(body, dict):
        for name, each in body.items():
            yield {key: value for key, value in body.items() if key != name}
            yield from ({**body, name: other} for other in spoiled(each))


def test_a_request_unlike_discords_is_found() -> None:
    api = discord_api()
    api.request("POST", MESSAGES, {"content": "Hello"})
    with pytest.raises(UnlikeDiscord, match="there is no"):
        api.request("POST", "/channels/1/telegrams", {})
    with pytest.raises(UnlikeDiscord, match="content"):
        api.request("POST", MESSAGES, {"content": 7})
    with pytest.raises(UnlikeDiscord):
        api.request("POST", MESSAGES, {"components": [{"type": 99}]})
    with pytest.raises(UnlikeDiscord, match="takes no body"):
        api.request("GET", "/gateway/bot", {"shards": 2})


def test_what_stands_in_an_address_is_compared_too() -> None:
    api = discord_api()
    api.request("GET", MESSAGES, None, {"limit": "100", "before": "17"})
    api.request("GET", MESSAGES, None, {"limit": 100, "before": 17})
    with pytest.raises(UnlikeDiscord, match="limit cannot be '101'"):
        api.request("GET", MESSAGES, None, {"limit": "101"})
    with pytest.raises(UnlikeDiscord, match="has no pages in its query"):
        api.request("GET", MESSAGES, None, {"pages": "1"})
    with pytest.raises(UnlikeDiscord, match="channel_id cannot be 'den'"):
        api.request("GET", "/channels/den/messages", None)


def test_an_answer_unlike_discords_is_found() -> None:
    api = discord_api()
    api.answer("GET", "/channels/1/thread-members/2", 404, {"message": "Unknown", "code": 10003})
    api.answer("GET", "/channels/1", 200, THREAD)
    late = {**THREAD["thread_metadata"], "archive_timestamp": "noon"}
    with pytest.raises(UnlikeDiscord, match="archive_timestamp"):
        api.answer("GET", "/channels/1", 200, {**THREAD, "thread_metadata": late})
    with pytest.raises(UnlikeDiscord, match="at id"):
        api.answer("GET", "/channels/1", 200, {**THREAD, "id": 1})
    with pytest.raises(UnlikeDiscord, match="name"):
        api.answer("GET", "/channels/1", 200, {**THREAD, "name": 7})
    with pytest.raises(UnlikeDiscord, match="there is no"):
        api.answer("GET", "/no/such/route", 200, {})
    with pytest.raises(UnlikeDiscord, match="never answers 302"):
        api.answer("GET", "/channels/1", 302, None)
    with pytest.raises(UnlikeDiscord, match="without a body"):
        api.answer("PUT", "/channels/1/thread-members/@me", 204, {})


def test_the_quick_look_takes_nothing_that_jsonschema_refuses() -> None:
    api = discord_api()
    schema = api.body_of(api.operation("POST", MESSAGES))
    assert api.asking.fits(schema, MESSAGE) and api.asking.error(schema, MESSAGE) is None
    refused = 0
    for body in spoiled(MESSAGE):
        quick, slow = api.asking.fits(schema, body), api.asking.error(schema, body) is None
        assert quick == slow, body
        refused += not slow
    assert refused > 300


def test_the_extract_has_what_is_demanded_and_no_prose() -> None:
    name = {"type": "string", "maxLength": 9, "description": "What it is called."}
    place = {"type": "object", "properties": {"description": name, "in": {"$ref": "#/c/s/Land"}}}
    full = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1", "license": {"name": "MIT"}, "description": "Long."},
        "paths": {
            "/places/{id}": {
                "parameters": [{"name": "id", "in": "path"}],
                "get": {"responses": {"200": {"$ref": "#/c/s/Place"}}, "security": []},
                "put": {"requestBody": {"$ref": "#/c/s/Other"}},
            }
        },
        "components": {"s": {"Place": place, "Land": {"title": "Land"}, "Other": {}}},
    }
    found = extract(full, ["GET /places/{id}"])
    assert found["paths"]["/places/{id}"] == {
        "get": {
            "responses": {"200": {"$ref": "#/c/s/Place"}},
            "parameters": [{"name": "id", "in": "path"}],
        }
    }
    short = {"type": "string", "maxLength": 9}
    kept = {"description": short, "in": {"$ref": "#/c/s/Land"}}
    assert found["components"]["s"]["Place"]["properties"] == kept
    assert sorted(found["components"]["s"]) == ["Land", "Place"]
    assert json.loads(written(found)) == found


def test_the_extract_holds_what_is_listed_and_no_more() -> None:
    kept = json.loads(EXTRACT.read_text("utf-8"))
    asked = {f"{method.upper()} {path}" for path, each in kept["paths"].items() for method in each}
    assert asked == set(OPERATIONS.read_text("utf-8").splitlines())
    # An extract of the extract is itself: nothing in it is unneeded, nothing needed is missing.
    assert made_from(EXTRACT) == EXTRACT.read_text("utf-8")


@pytest.mark.extra("HERALD_DISCORD_API")
def test_the_extract_says_what_the_full_description_says(original: Path) -> None:
    assert made_from(original) == EXTRACT.read_text("utf-8"), "make it again, read what changed"
