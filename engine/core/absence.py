"""The careful stand-in: what it answers for a player who is away, and what it leaves to them.

It plays as the steward would, but nothing that a player would resent on coming back: no deals, no
wars, no other government or capital, nothing sold, no last piece at risk.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from engine.core.decision import Choice, Decision
from engine.core.grammar import Form, Value
from engine.core.view import View

if TYPE_CHECKING:
    from engine.core.ruleset import Ruleset

CONSIDERED = 10
"""So many suggestions are looked through for one that may be given."""


class Care(msgspec.Struct, frozen=True):
    """What a rule set leaves to players themselves.

    Both are by kinds of decisions, with answers to the first question of a form, or none for the
    whole kind. What is in neither is left, so that nothing is forgotten to the player's harm; the
    conformance suite finds it.
    """

    answered: Mapping[str, tuple[str, ...]] = {}
    left: Mapping[str, tuple[str, ...]] = {}

    def leaves(self, decision: Decision, value: Value) -> bool:
        """Whether an answer is for the player alone to give."""
        kind, first = decision.kind, first_part(decision, value)
        if kind not in self.answered:
            return True
        among, never = self.answered[kind], self.left.get(kind, ())
        return first in never or bool(among and first not in among)

    def knows(self, kind: str, first: str = "") -> bool:
        """Whether it says what becomes of a kind of decision, and of an action of its form."""
        if kind not in self.answered:
            return kind in self.left
        among = self.answered[kind]
        return not first or not among or first in among or first in self.left.get(kind, ())


def first_part(decision: Decision, value: Value) -> str:
    """The answer to the first question of a form: the action; empty for anything else."""
    if not isinstance(decision.grammar, Form) or not isinstance(value, dict):
        return ""
    return str(value.get(decision.grammar.fields[0].name, ""))


def careful(rules: Ruleset[Any], view: View, decision: Decision, rng: Random) -> Choice:
    """An answer for an absent player: the steward's, or the next best that is not left to them.

    The decision's default where there is none. From the seat's own view only.
    """

    def is_left(value: Value) -> bool:
        return rules.care.leaves(decision, value) or rules.is_grave(view, decision, value)

    default = Choice(decision.seat, decision.id, decision.default)
    if decision.kind not in rules.care.answered:
        return default
    choice = rules.steward(view, (decision,), rng)
    if choice.decision == decision.id and not is_left(choice.value):
        return choice
    for each in rules.suggest(view, (decision,), rng, CONSIDERED):
        if each.decision == decision.id and not is_left(each.value):
            return Choice(decision.seat, decision.id, each.value)
    return default
