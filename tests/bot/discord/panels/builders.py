"""A hand that presses: what a panel shows for a grammar, and what each press makes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.discord.interactions.ids import LONGEST, Ids
from bot.discord.interactions.panel_state import STEPS, DraftCache, PanelIds, PanelState
from bot.discord.panels.panel import CHANGES, panel
from bot.discord.panels.question import Question
from bot.discord.screen import COMPONENTS_MOST, OPTIONS_MOST, ROW_MOST, Screen
from bot.discord.voices import rules_voice
from engine.core.decision import Decision
from engine.core.grammar import (
    Grammar,
    OneOf,
    Option,
    Value,
)
from engine.core.messages import Voice
from engine.core.text import Text
from engine.world.view import AREAS

IDS = Ids(b"key")
TIMES = "\N{MULTIPLICATION SIGN}"
VOICE = rules_voice("standard", ["Ada", "*Bea*", "Cyd"])


class Hand:
    """Presses a panel as a person would, and sees what it shows."""

    def __init__(self, grammar: Grammar, kind: str = "made_up", voice: Voice = VOICE) -> None:
        self.panel_ids = PanelIds(IDS, DraftCache())
        self.voice = voice
        self.decision = Decision(0, kind, grammar, default=None)
        self.state = PanelState(7, 0, "0123abcd", mode=STEPS)
        self._asked: tuple[Decision, PanelState, Question] | None = None
        self._components: list[dict[str, Any]] = []

    @property
    def question(self) -> Question:
        """What is asked now; the same until something is pressed, which saves half the time."""
        known = self._asked
        if known is None or known[0] is not self.decision or known[1] != self.state:
            question = Question(self.decision, self.state, self.panel_ids, self.voice, AREAS)
            self._asked = known = (self.decision, self.state, question)
            self._components = []
        return known[2]

    def components(self) -> list[dict[str, Any]]:
        question = self.question
        if not self._components:
            view: Any = Screen(panel(question, "What?", None)).view()
            self._components = list(_walk(view.to_components()))
        return self._components

    def actions(self) -> list[dict[str, Any]]:
        return [each for each in self.components() if each["type"] in (2, 3)]

    def shown_labels(self) -> list[str]:
        return [each.get("label", "") for each in self.actions()]

    def text(self) -> str:
        return "\n".join(each["content"] for each in self.components() if each["type"] == 10)

    def offered(self) -> list[str]:
        """What can be chosen now, whichever way."""
        found = []
        for each in self.actions():
            verb = IDS.read(each["custom_id"]).verb
            if each["type"] == 3 and verb != "pg":
                found += [option["label"] for option in each["options"]]
            elif verb in ("pk", "pv"):
                found.append(each["label"])
        return found

    def use(self, action: dict[str, Any], values: Sequence[str] = ()) -> str:
        """Press a component; gives its verb."""
        press = IDS.read(action["custom_id"])
        state, more = self.panel_ids.read(press)
        question = self.question
        if state != self.state:
            question = Question(self.decision, state, self.panel_ids, self.voice, AREAS)
        assert question.check == state.check
        if press.verb in CHANGES:
            self.state = CHANGES[press.verb](question, values, more)
        return press.verb

    def press(self, label: str) -> str:
        (action,) = (each for each in self.actions() if each.get("label") == label)
        return self.use(action)

    def pick(self, *labels: str) -> None:
        for action in self.actions():
            if action["type"] == 3:
                known = {option["label"]: option["value"] for option in action["options"]}
                if set(labels) <= known.keys():
                    self.use(action, [known[label] for label in labels])
                    return
        raise AssertionError(f"none of the selects has {labels}")

    @property
    def value(self) -> Value:
        assert self.question.is_complete
        return self.question.walk.value


def _walk(components: Any) -> Iterator[dict[str, Any]]:
    for each in components:
        yield each
        yield from _walk(each.get("components", ()))


def named(key: str) -> Option:
    return Option(key, Text("option.plain", {"key": key.capitalize()}))


def plain(*keys: str) -> OneOf:
    return OneOf(keys, named)


def check_limits(hand: Hand) -> None:
    """What Discord allows in one message."""
    components = hand.components()
    assert len(components) <= COMPONENTS_MOST - 6, "a panel leaves room for what is around it"
    ids = [each["custom_id"] for each in components if "custom_id" in each]
    assert len(set(ids)) == len(ids)
    assert all(len(each) <= LONGEST for each in ids)
    for each in components:
        if each["type"] == 1:
            assert 1 <= len(each["components"]) <= ROW_MOST
        if each["type"] == 2:
            assert 1 <= len(each["label"]) <= 80
        if each["type"] == 3:
            assert 1 <= len(each["options"]) <= OPTIONS_MOST
            assert len({option["value"] for option in each["options"]}) == len(each["options"])
            assert each["min_values"] <= each["max_values"] <= len(each["options"])
            assert all(len(option["label"]) <= 100 for option in each["options"])
