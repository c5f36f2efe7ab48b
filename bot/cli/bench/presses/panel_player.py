"""A game played by the presses of one seat's panel, without Discord around it.

Presses are answered as the bot answers them; only sending and storing are left out. The tests play
the same turns through a simulated Discord.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

from bot.cli.bench.presses.reader import Lost, Press, Reader
from bot.cli.bench.presses.wishes import Goal, goal
from bot.discord.interactions.ids import Ids
from bot.discord.interactions.panel_state import DraftCache, PanelIds, PanelState
from bot.discord.interactions.verbs import Verb
from bot.discord.panels.catalogue import Entry
from bot.discord.panels.draft import codes_of_value
from bot.discord.panels.offers import offers
from bot.discord.panels.panel import CHANGES, panel
from bot.discord.panels.question import Guidance, Question
from bot.discord.panels.suggested import suggestion_of
from bot.discord.panels.wholes import in_order, is_decided
from bot.discord.screen import Screen
from bot.discord.voices import rules_voice
from bot.service.game.snapshot import SUGGESTED
from engine.core.decision import Choice, Decision
from engine.core.dice import Dice
from engine.core.errors import IllegalChoice
from engine.core.grammar import Value
from engine.core.ruleset import Ruleset

NAMES = ("Ada", "Bea", "Cyd", "Dan", "Eve", "Fay")
MOST = 60
"""More presses than this for one decision are a dead end."""


class PanelPlayer:
    """Plays a seat by its panel, and counts."""

    def __init__(self, rules: Ruleset[Any], state: Any, dice: Dice, seat: int) -> None:
        self.rules = rules
        self.state = state
        self.dice = dice
        self.seat = seat
        self.presses = 1
        """The first one opens the panel."""
        self.voice = rules_voice(rules.name, NAMES[: state.seats])
        self.ids = Ids(b"bench")
        self.panel_ids = PanelIds(self.ids, DraftCache())
        self.reader = Reader()
        self.done: list[Value] = []

    def decisions(self) -> list[Decision]:
        """What is open to the seat."""
        return [each for each in self.rules.pending(self.state) if each.seat == self.seat]

    def question(self, decision: Decision, state: PanelState) -> Question:
        """The panel of a decision."""
        view = self.rules.view(self.state, self.seat)
        return Question(
            decision,
            state,
            self.panel_ids,
            self.voice,
            view.areas,
            Guidance(
                self.rules.suggest(view, (decision,), Random(self.seat), SUGGESTED),
                partial(self.rules.follow_up, view, decision),
                partial(self.rules.outlook, view, decision),
            ),
        )

    def goals(self, decision: Decision, values: Sequence[Value]) -> list[Goal]:
        """Wanted answers in words."""
        return [goal(decision, value, self.voice.unescaped) for value in values]

    def reach(self, name: str, goals: Sequence[Goal]) -> list[Goal]:
        """Press until the goals of a decision are reached; gives those that cannot be."""
        self.reader.begin()
        state = PanelState(1, self.seat, "0123abcd")
        left, unreached = list(goals), list[Goal]()
        # The same may have been answered before, to another question of the kind.
        known = len(self.done)
        for _ in range(MOST):
            left = [each for each in left if each.value not in self.done[known:]]
            decision = next((each for each in self.decisions() if each.id == name), None)
            if not left or decision is None:
                return unreached
            question = self.question(decision, state)
            view = self.rules.view(self.state, self.seat)
            blocks = [*offers(question, view), *panel(question, "?", None)]
            components = Screen(blocks).components()
            try:
                press = self.reader.press(components, left)
            except Lost:
                unreached.append(left.pop(0))
                state = PanelState(1, self.seat, "0123abcd")
                continue
            self.presses += 1
            state = self._answer(decision, press)
        return [*unreached, *left]

    def _answer(self, decision: Decision, press: Press) -> PanelState:
        component = self.ids.read(press.custom_id)
        state, more = self.panel_ids.read(component)
        question = self.question(decision, state)
        fresh = PanelState(1, self.seat, "0123abcd")
        if component.verb in CHANGES:
            state = CHANGES[component.verb](question, press.values, more)
            further = self.question(decision, state)
            if further.is_complete:
                return self._choose(decision, further.walk.value, fresh)
            if component.verb != Verb.MARK_WHOLES or not is_decided(further, more):
                return state
            question = further
        if component.verb == Verb.CONFIRM_DRAFT:
            return self._choose(decision, question.walk.value, fresh)
        if component.verb == Verb.CHOOSE_DEFAULT:
            return self._choose(decision, decision.default, fresh)
        if component.verb == Verb.CHOOSE_SUGGESTED:
            value = suggestion_of(question, press.values, more)
            codes_of_value(decision.grammar, value)
            return self._choose(decision, value, fresh)
        assert question.catalogue is not None, component.verb
        ends = component.verb == Verb.DO_AND_END
        last = [Entry(decision.default)] if ends else []
        for entry in (*in_order(question), *last):
            for value in (entry.value, *entry.then):
                if any(each.id == decision.id for each in self.decisions()):
                    self._choose(decision, value, fresh)
        return fresh

    def _choose(self, decision: Decision, value: Value, fresh: PanelState) -> PanelState:
        self.reader.begin()
        try:
            choice = Choice(self.seat, decision.id, value)
            self.state = self.rules.apply(self.state, choice, self.dice).state
        except IllegalChoice:
            return fresh
        self.done.append(value)
        return fresh
