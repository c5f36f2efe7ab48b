"""A copy of a game between two choices, for reading outside its lock."""

from __future__ import annotations

import logging
from random import Random
from typing import Any

from engine.core.advice import Suggestion
from engine.core.decision import Choice, Decision
from engine.core.dice import LOOK_AHEAD
from engine.core.grammar import Unfit, Value
from engine.core.lazy import hand_over, lazy
from engine.core.ruleset import Ruleset
from engine.core.view import View
from engine.notation.option_index import Index

log = logging.getLogger("herald.service")

SUGGESTED = 24
"""How many answers to a decision are suggested at most."""


class Snapshot:
    """A copy of a game between two choices. It stays as it is while the game goes on."""

    def __init__(self, rules: Ruleset[Any], state: Any, number: int) -> None:
        self.rules = rules
        self.state = state
        self.number = number
        self._views: dict[int | None, View] = {}
        self.indexes: dict[tuple[int, tuple[str, ...]], Index] = {}
        """What can be chosen, by words: for those who have typed something (see `Orders`)."""
        self._suggested: dict[int, dict[str, tuple[Suggestion, ...]]] = {}

    @lazy
    def pending(self) -> tuple[Decision, ...]:
        """Every open decision."""
        return self.rules.pending_for_good(self.state)

    def open_to(self, seat: int) -> list[Decision]:
        """A seat's open decisions, awaited ones first."""
        own = [decision for decision in self.pending if decision.seat == seat]
        return sorted(own, key=lambda decision: not decision.blocking)

    def view(self, seat: int | None) -> View:
        """What a seat, or a spectator, may know; made once."""
        if seat not in self._views:
            self._views[seat] = self.rules.view(self.state, seat)
        return self._views[seat]

    def suggested(self, seat: int) -> dict[str, tuple[Suggestion, ...]]:
        """What a good player would consider at a seat, by the ids of its decisions; made once.

        The same position gives the same suggestions, so that a press can name one by its place.
        """
        if seat not in self._suggested:
            self._suggested[seat] = {
                decision.id: self._suggest(seat, decision) for decision in self.open_to(seat)
            }
        return self._suggested[seat]

    def has_suggested(self, seat: int) -> bool:
        """Whether `suggested` has been made for a seat, and takes no time."""
        return seat in self._suggested

    def _suggest(self, seat: int, decision: Decision) -> tuple[Suggestion, ...]:
        view = self.view(seat)
        try:
            found = self.rules.suggest(view, (decision,), Random(seat), SUGGESTED)
        except Exception:
            # Advice is a kindness: without it everything can still be chosen.
            log.exception("no suggestions for %s in %s", decision.kind, view.ruleset)
            return ()
        return tuple(each for each in found if each.decision == decision.id)

    def check(self, choice: Choice) -> tuple[Decision, Value]:
        """The open decision that a choice answers, and the value in normal form.

        Raises `IllegalChoice` if the rules do not allow it. What the decision allows was often
        found out for the player's desk already.
        """
        decision = self.decision(choice)
        try:
            return decision, decision.grammar.validate(choice.value)
        except Unfit as unfit:
            raise self.rules.why_not(self.state, decision, choice.value, unfit) from None

    def decision(self, choice: Choice) -> Decision:
        """The open decision that a choice answers; raises `IllegalChoice` when there is none."""
        if type(choice.seat) is int:  # Python takes True for seat 1.
            for decision in self.pending:
                if decision.seat == choice.seat and decision.id == choice.decision:
                    return decision
        return self.rules.decision(self.state, choice)

    def asks_again(self, asked: Decision) -> bool:
        """Whether the same is asked of the seat again even after what the clock would answer.

        Then any answer settles its question, and what is asked next is another one: the second
        placement, the next round of a battle.
        """
        key = asked.seat, asked.id
        state = self.rules.copy(self.state)
        hand_over(self.state, state)
        decision = self.rules.decision(state, Choice(*key))
        self.rules.carry_out(state, decision, decision.default, LOOK_AHEAD)
        # Opportunities, which are awaited never, need not be looked for.
        return any(
            each.blocking and (each.seat, each.id) == key for each in self.rules.asked(state)
        )
