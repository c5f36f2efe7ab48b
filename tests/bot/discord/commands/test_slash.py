"""How a function becomes a command or answers presses."""

from __future__ import annotations

import logging

import pytest

from bot.discord.ask import Ask
from bot.discord.interactions.verbs import Verb
from bot.discord.presses import HANDLERS
from bot.discord.screen import Screen
from bot.discord.slash import COMMANDS, command
from tests.bot.discord.builders.world import World


def test_a_command_that_might_show_nothing_is_none() -> None:
    async def nothing(ask: Ask) -> Screen | None:
        return None

    with pytest.raises(TypeError, match="nothing"):
        command("nothing", None)(nothing)  # type: ignore[type-var]  # the types forbid it as well
    assert "nothing" not in COMMANDS


def test_only_what_may_answer_with_a_form_waits_with_asking_for_patience() -> None:
    forms = {verb for verb, each in HANDLERS.items() if each.may_ask}
    asks = {Verb.TYPE_OPTION, Verb.TURN_PARTS, Verb.TABLE_QUIET, Verb.SERVER_ZONE, Verb.DICE_WORD}
    asks |= {Verb.ME_QUIET, Verb.ME_AWAY, Verb.EDIT_ORDERS, Verb.PLAN_FOR}
    assert forms == asks | {Verb.TYPE_NUMBER, Verb.WHY_NOT}


async def test_suggestions_that_fail_are_none_and_a_fault(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(user_id: int) -> None:
        raise RuntimeError("planted")

    ada = world.person("Ada")
    world.expected.append("no suggestions")
    monkeypatch.setattr(world.herald.look, "inbox", broken)
    assert await ada.suggestions("play", "game", "") == {}
    faults = [each for each in caplog.records if each.levelno >= logging.ERROR]
    assert [each.message for each in faults] == ["no suggestions"]


async def test_suggestions_for_someone_who_may_see_nothing_are_no_fault(world: World) -> None:
    zoe = world.person("Zoe")
    assert await zoe.suggestions("map", "region", "eu") == {}
