"""Whether the table's answers are held against Discord's own description, and how strictly.

Every test of the table does so at its end, through `conftest.checked`.
"""

from __future__ import annotations

import pytest

from tests.bot.table import openapi

pytestmark = pytest.mark.skipif(
    not openapi.FILE.exists(),
    reason="NOT CHECKED: no answer of the table was held against Discord's description, for there "
    "is no ../shared/data/discord-openapi.json",
)

CHANNEL = ("GET", "/channels/{channel}", 200)


def test_an_answer_unlike_discords_is_found() -> None:
    body = {"id": "1", "type": 0, "name": 7, "guild_id": "2", "flags": 0, "position": 0}
    found = openapi.complaints(*CHANNEL, body)
    assert any("name" in each for each in found)
    with pytest.raises(AssertionError, match="name"):
        openapi.check([(*CHANNEL, body)])


def test_a_route_and_a_status_that_discord_does_not_have_are_found() -> None:
    assert openapi.complaints("GET", "/no/such/route", 200, {}) != []
    assert openapi.complaints("GET", "/channels/{channel}", 302, None) != []


def test_a_component_is_held_against_the_description_of_its_type() -> None:
    names = ("ActionRowComponentResponse", "TextDisplayComponentResponse")
    either = {"oneOf": [{"$ref": f"#/components/schemas/{name}"} for name in names]}
    text = {"type": 10, "id": 1, "content": "Hello"}
    assert openapi.wrong(either, text, "") == []
    assert openapi.wrong(either, {**text, "content": 7}, "") == [".content: 7 is no ['string']"]
    assert openapi.wrong(either, {**text, "type": 99}, "") != []
