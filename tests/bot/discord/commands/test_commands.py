"""The commands as Discord is told of them, and the words they and everything else use."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.discord.presses import HANDLERS
from bot.discord.voices import plain_voice
from engine.core.messages import MissingText
from engine.core.messages.catalogs import read
from engine.core.messages.template import parse, slots
from engine.core.registry import rulesets
from engine.rulebook import rulebook
from tests.bot.discord.builders.world import World

TEXT_OPTION = 3
NAME = re.compile(r"[-_a-z0-9]{1,32}")
SOURCES = Path("bot/discord")
WANTED = {
    "game": {
        *("new", "join", "leave", "start", "options", "status", "pause", "resume", "extend"),
        *("replace", "undo", "end", "export"),
    },
    "play": set(),
    "act": {"what"},
    "orders": set(),
    "trade": {"with"},
    "board": set(),
    "map": {"region", "turn"},
    "log": {"since"},
    "standing": set(),
    "rules": {"about"},
    "card": {"name"},
    "why": {"about"},
    "learn": {"rules"},
    "inbox": set(),
    "settings": set(),
    "help": set(),
}


def declared(world: World) -> list[dict[str, Any]]:
    (request,) = (r for r in world.env.http_requests if r.method == "PUT")
    assert isinstance(request.json, list)
    return request.json


def every(commands: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for each in commands:
        yield each
        yield from every(each.get("options", []))


async def test_every_command_players_were_promised_is_there(world: World) -> None:
    known = {
        each["name"]: {option["name"] for option in each.get("options", [])}
        for each in declared(world)
    }
    for name, options in WANTED.items():
        assert options <= known[name], name


async def test_every_description_of_a_command_or_an_option_is_used(world: World) -> None:
    described = {each["description"] for each in every(declared(world))}
    english = read("bot.discord", "en")
    assert {*english["command"].values(), *english["option"].values()} <= described


async def test_commands_and_options_are_named_and_described_as_discord_wants(
    world: World,
) -> None:
    assert len(declared(world)) <= 100
    for each in every(declared(world)):
        assert NAME.fullmatch(each["name"])
        assert 1 <= len(each["description"]) <= 100
        assert "." not in each["description"], "it is no key of the catalog"
        assert len(each.get("options", [])) <= 25


async def test_sets_to_choose_from_are_suggested_or_listed(world: World) -> None:
    for each in every(declared(world)):
        if each["type"] == TEXT_OPTION and each["name"] not in ("game", "name"):
            assert each.get("autocomplete") or each.get("choices"), each["name"]


async def test_a_new_game_is_for_servers_only(world: World) -> None:
    user = world.person("Ada").actor.user
    assert "play" in user.available_commands()
    answer = world.answer(await user.slash("game new", rules="standard"))
    assert "needs a channel of a server" in answer


def test_every_sentence_that_is_said_is_in_the_catalog() -> None:
    voice = plain_voice()
    said = set()
    for path in SOURCES.rglob("*.py"):
        text = path.read_text("utf-8")
        said |= set(re.findall(r'(?:say)\(\s*"([a-z_]+\.[a-z_]+)"', text))
        said |= set(re.findall(r'say\(\s*"([a-z_.]+)" if ', text))
        said |= set(re.findall(r'"((?:trouble|panel)\.[a-z_]+)"', text))
        said |= set(
            re.findall(
                r'(?:button|menu|form|field|notice|refuse)\(\s*(?:[\w.]+,\s*)?"([a-z_]+\.[a-z_]+)"',
                text,
            )
        )
    assert len(said) > 150
    assert {key for key in said if not voice.has(key)} == set()


def test_no_sentence_of_the_catalog_is_left_over() -> None:
    code = "\n".join(path.read_text("utf-8") for path in SOURCES.rglob("*.py"))
    made = (
        *(
            "ended.",
            "command.",
            "option.",
            "pace.",
            "permission.",
            "permission_for.",
            "help.",
            "me.",
            "part.",
            "board.",
            "desk.no_",
            "desk.undo_",
        ),
        *(
            "catch_up.by_",
            "offer.",
            "times.",
            "options.watching_",
            "options.advice_",
            "duration.",
            "server.opened_by_",
            "server.pace_",
        ),
        *("explain_title.", "explain_topic.", "explain_turn."),
    )
    for table, entries in read("bot.discord", "en").items():
        for name in entries:
            key = f"{table}.{name}"
            assert f'"{key}"' in code or key.startswith(made), f"nobody says {key}"


def test_sentences_are_filled_without_anything_missing() -> None:
    with pytest.raises(MissingText):
        plain_voice(strict=True).say("no.such")
    for entries in read("bot.discord", "en").values():
        for entry in entries.values():
            for wording in entry if isinstance(entry, list) else [{"text": entry}]:
                for slot in slots(parse(wording["text"])):
                    assert slot.path, wording


async def test_every_verb_is_short_and_answered(world: World) -> None:
    assert HANDLERS
    assert all(re.fullmatch(r"[a-z]{2}", name) for name in HANDLERS)
    code = "\n".join(path.read_text("utf-8") for path in SOURCES.rglob("*.py"))
    named = set(re.findall(r'^[A-Z_]+ = "([a-z]{2})"$', code, re.MULTILINE)) - {"en"}
    assert named <= set(HANDLERS) | {"pk"}
    assert world.bot.user is not None


async def test_the_rulebooks_name_no_command_that_is_not_there(world: World) -> None:
    there = {
        name
        for command in declared(world)
        for name in (
            command["name"],
            *(f"{command['name']} {each['name']}" for each in command.get("options", [])),
        )
    }
    named = {
        found[1]
        for name in rulesets()
        for section in rulebook(name).sections
        for found in re.finditer(r"`/([a-z]+(?: [a-z]+)?)`", section.body)
    }
    assert {"play", "game extend", "settings"} <= named <= there
