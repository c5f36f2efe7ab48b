"""A question on a panel: a decision, how far its answer has come, and the words for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from bot.discord.interactions.panel_state import STEPS, WHOLES, PanelIds, PanelState
from bot.discord.panels.catalogue import Catalogue, Entry, FollowUp, mark_of, picks_of
from bot.discord.panels.draft import (
    CHECK_BITS,
    Leaf,
    OutdatedDraft,
    Walk,
    codes_of_value,
    encoded,
    walk,
)
from engine.core.advice import Suggestion
from engine.core.decision import Decision
from engine.core.grammar import Amount, Form, OneOf, Option, Settings, Value
from engine.core.messages import Voice
from engine.core.text import Text
from engine.core.view import Area


class Notice(Exception):
    """What was chosen cannot stand; `key` and `facts` say why, and the panel stays as it is."""

    def __init__(self, key: str, **facts: Any) -> None:
        super().__init__(key)
        self.key = key
        self.facts = facts


class Guidance(NamedTuple):
    """What the rules say of answers before they are given.

    `is_ranked` says whether the suggestions stand in order, the best first.
    """

    suggestions: Sequence[Suggestion] = ()
    follow_up: FollowUp | None = None
    outlook: Callable[[Value], Text | None] = lambda value: None
    is_ranked: bool = True


NO_GUIDANCE = Guidance()


class Question:
    """A decision that is being answered. Raises `OutdatedDraft` when the state does not fit it."""

    def __init__(
        self,
        decision: Decision,
        state: PanelState,
        panel_ids: PanelIds,
        voice: Voice,
        areas: Sequence[Area] = (),
        guidance: Guidance = NO_GUIDANCE,
    ) -> None:
        self.decision = decision
        self.walk: Walk = walk(decision.grammar, state.codes)
        self.state = state
        self.panel_ids = panel_ids
        self.voice = voice
        self.areas = areas
        self.guidance = guidance
        self.state = state._replace(check=self.check)

    def at(self, state: PanelState) -> Question:
        """The same question with another answer in the making."""
        return Question(self.decision, state, self.panel_ids, self.voice, self.areas, self.guidance)

    @cached_property
    def catalogue(self) -> Catalogue | None:
        """The whole answers to pick from; None for a question that is answered in one go, and
        where the player has chosen to go step by step."""
        if self.is_lone or self.is_complete or self.state.codes or self.state.mode == STEPS:
            return None
        guidance = self.guidance
        words = None if guidance.is_ranked else self._words
        found = Catalogue(self.decision, guidance.suggestions, guidance.follow_up, words)
        return None if found.is_empty else found

    def _words(self, entry: Entry) -> str:
        """What a list at a table without advice goes by."""
        if isinstance(self.decision.grammar, Settings):
            return self.voice.choice(self.decision, entry.value)
        return self.voice.brief(self.decision, entry.value, follows=bool(entry.then))

    @property
    def check(self) -> int:
        """What tells whether the panel still means what it meant when it was shown."""
        if self.catalogue is None:
            return self.walk.check
        # What follows an answer was shown with it: who changes their mind about that sees it first.
        check = self.walk.check ^ (self.guidance.follow_up is None)
        if not self.state.work:
            return check
        marks = [self.catalogue.entry(pick).mark for pick in picks_of(self.state.work)]
        return (check ^ mark_of(marks)) & ((1 << CHECK_BITS) - 1)

    @property
    def leaf(self) -> Leaf:
        """What is open."""
        if self.walk.open is None:
            raise OutdatedDraft
        return self.walk.open

    @property
    def is_complete(self) -> bool:
        """Whether everything was answered."""
        return self.walk.open is None

    @property
    def is_lone(self) -> bool:
        """Whether there is but one question: no form."""
        return not isinstance(self.decision.grammar, Form | Settings)

    @cached_property
    def first_step(self) -> tuple[int, ...]:
        """What an answer step by step begins with by itself: the only action beside the end of the
        phase, which is a button of its own."""
        grammar, default = self.decision.grammar, self.decision.default
        if not isinstance(grammar, Form) or not isinstance(default, dict):
            return ()
        first = grammar.fields[0]
        actions = first.given({}, grammar.source)
        if not isinstance(actions, OneOf) or len(actions.keys) != 2:
            return ()
        others = [key for key in actions.keys if key != default.get(first.name)]
        if len(others) != 1:
            return ()
        return codes_of_value(grammar, {first.name: others[0]}, begun=True)

    @property
    def chart(self) -> str:
        """The id of the chart that shows what is asked; empty until it is known which."""
        said = {each.leaf.path[-1]: each.value for each in self.walk.said if each.leaf.path}
        try:
            return self.decision.chart.format_map(said)
        except KeyError:
            return ""

    def options(self) -> list[Option]:
        """The options of the open question; none for a number."""
        grammar = self.leaf.grammar
        return [] if isinstance(grammar, Amount) else grammar.options()

    def id(self, verb: str, *more: int, **changes: Any) -> str:
        """The id of an action on this panel."""
        return self.panel_ids.make(verb, self.state._replace(**changes), *more)

    def answered(self, value: Value) -> PanelState:
        """The panel after the open question was answered."""
        codes = (*self.walk.codes, *encoded(self.leaf.grammar, value))
        return self.state._replace(codes=codes, work=(), at=())

    def working(self, work: tuple[int, ...]) -> PanelState:
        """The panel with another part of an answer."""
        return self.state._replace(work=work)

    def back(self) -> PanelState:
        """The panel before the last answer."""
        if self.state.work:
            return self.state._replace(work=(), at=())
        if not self.walk.asked or self.walk.codes == self.first_step:
            return self.state._replace(mode=WHOLES, at=(), codes=())
        kept = self.walk.asked[:-1]
        codes = tuple(code for each in kept for code in each.codes)
        return self.state._replace(codes=codes, work=(), at=(), mode=STEPS)
