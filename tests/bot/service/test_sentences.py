"""The service's sentences: every refusal is one, and no key is left over."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import bot.service
from bot.service import errors
from bot.service.errors import ChannelBusy, Refused, StalePress, WrongChoice
from bot.service.game.voices import own_voice, refusal
from engine.core.errors import IllegalChoice
from engine.core.messages import read
from engine.core.messages.entries import entries_of

VOICE = own_voice(strict=True)
OWN = list(entries_of(read("bot.service", "en")))
SOURCE = "\n".join(
    file.read_text("utf-8") for file in Path(bot.service.__file__).parent.rglob("*.py")
)
FACTS: dict[str, list[dict[str, Any]]] = {
    "bad_options": [
        {"field": "magic", "code": "unexpected", "value": ""},
        {"field": "turn_limit", "code": "too_high", "value": 900},
    ],
    "bad_pace": [
        {"field": "time_zone", "value": "Nowhere"},
        {"field": "quiet_hours", "most": 16},
        {"field": "phase_minutes", "least": 5, "most": 14},
        {"field": "extension_minutes", "least": 5, "most": 14},
        {"field": "extensions", "most": 10},
        {"field": "away"},
    ],
    "not_playing": [{"status": status} for status in ("lobby", "running", "paused", "finished")],
    "bad_orders": [{"lines": [2], "done": 0}, {"lines": [2], "done": 1}],
    "orders_interrupted": [{"done": 1, "lines": 3}],
    "colour_taken": [{"colour": "", "free": ""}, {"colour": "jade", "free": "amber"}],
}
USUAL = {
    "least": 2,
    "most": 3,
    "seats": 2,
    "seated": 1,
    "longest": 32,
    "kind": "movement",
    "name": "chess",
    "known": "standard",
    "code": "BCDFG",
}


def refusals() -> list[type[Refused]]:
    kinds = [each for each in vars(errors).values() if isinstance(each, type)]
    return [
        kind for kind in kinds if issubclass(kind, Refused) and kind not in (Refused, WrongChoice)
    ]


@pytest.mark.parametrize("kind", refusals(), ids=lambda kind: kind.key)
def test_every_refusal_is_a_sentence(kind: type[Refused]) -> None:
    for facts in FACTS.get(kind.key, [USUAL]):
        refused = Refused.__new__(kind)
        Refused.__init__(refused, **facts)
        sentence = refusal(VOICE, refused)
        assert re.fullmatch(r"[A-Z“0-9].*[.]", sentence), sentence
        assert kind.key in str(refused)


def test_a_wrong_choice_says_what_the_rules_say() -> None:
    wrong = WrongChoice(IllegalChoice("too_far", "movement"), "Gobi is too far away.")
    assert refusal(VOICE, wrong) == "Gobi is too far away."
    assert issubclass(StalePress, Refused)
    assert issubclass(ChannelBusy, Refused)


def test_no_sentence_is_left_over() -> None:
    keys = {kind.key for kind in refusals()}
    named = [key for key in OWN if key.startswith("refused.")]
    assert {key.removeprefix("refused.") for key in named} == keys
    others = [key for key in OWN if key.startswith(("ai.", "typed.", "orders."))]
    assert others
    assert [key for key in others if f'"{key}"' not in SOURCE] == []


def test_another_language_falls_back_to_english() -> None:
    assert own_voice("de").say("ai.another", name="Solon") == "another Solon"
