"""A question on a panel: a decision, how far its answer has come, and the words for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.discord.panels.draft import Leaf, OutdatedDraft, Walk, encoded, walk
from bot.discord.panels.state import PanelIds, PanelState
from engine.core.decision import Decision
from engine.core.grammar import Amount, Form, Option, Settings, Value
from engine.core.messages import Voice
from engine.core.view import Area


class Notice(Exception):
    """What was chosen cannot stand; `key` and `facts` say why, and the panel stays as it is."""

    def __init__(self, key: str, **facts: Any) -> None:
        super().__init__(key)
        self.key = key
        self.facts = facts


class Question:
    """A decision that is being answered. Raises `OutdatedDraft` when the state does not fit it."""

    def __init__(
        self,
        decision: Decision,
        state: PanelState,
        panel_ids: PanelIds,
        voice: Voice,
        areas: Sequence[Area] = (),
    ) -> None:
        self.decision = decision
        self.walk: Walk = walk(decision.grammar, state.codes)
        self.state = state._replace(check=self.walk.check)
        self.panel_ids = panel_ids
        self.voice = voice
        self.areas = areas

    def at(self, state: PanelState) -> Question:
        """The same question with another answer in the making."""
        return Question(self.decision, state, self.panel_ids, self.voice, self.areas)

    @property
    def leaf(self) -> Leaf:
        """What is open."""
        if self.walk.open is None:
            raise OutdatedDraft
        return self.walk.open

    @property
    def is_complete(self) -> bool:
        """Whether everything was said."""
        return self.walk.open is None

    @property
    def is_lone(self) -> bool:
        """Whether there is but one question: no form."""
        return not isinstance(self.decision.grammar, Form | Settings)

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
        kept = self.walk.asked[:-1]
        codes = tuple(code for each in kept for code in each.codes)
        return self.state._replace(codes=codes, work=(), at=())
