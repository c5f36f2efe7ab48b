"""Advice: complete answers that a good player would consider, with the reason for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from engine.core.decision import Decision
from engine.core.grammar import Form, Settings, Unfit, Value
from engine.core.text import Text
from engine.core.wholes import sensible

FEW = 12
"""A question with no more answers than this has all of them listed behind the best one."""


class Suggestion(msgspec.Struct, frozen=True):
    """An answer worth giving to an open decision, and why.

    >>> Suggestion("movement", {"do": "move", "from": "gobi", "to": "steppe"}).decision
    'movement'
    """

    decision: str
    """The id of the decision that it answers."""
    value: Value
    reason: Text | None = None
    """Why, as a message of the rule set's catalog; None where the answer speaks for itself."""
    then: tuple[Value, ...] = ()
    """Further answers to the same decision that belong to it, as far as they fit by then: a settler
    looks where it has arrived."""
    towards: Text | None = None
    """What it works towards, for a player who asks why; None where no plan is behind it."""


def legal(
    decision: Decision, found: Iterable[Suggestion], known: Value = None
) -> Iterator[Suggestion]:
    """Those that the decision's grammar accepts, in normal form, each answer once.

    `known` is an answer that it has accepted already, in normal form.
    """
    seen: list[Value] = []
    for each in found:
        if each.value is known and known is not None:
            value = known
        else:
            try:
                value = decision.grammar.validate(each.value)
            except Unfit:
                continue
        if value not in seen:
            seen.append(value)
            yield msgspec.structs.replace(each, value=value)


def with_the_rest(
    decision: Decision, found: Iterable[Suggestion], most: int, known: Value = None
) -> tuple[Suggestion, ...]:
    """Legal suggestions; behind them, of a question with few answers, all the others.

    Forms and settings without an opinion have none: their answers are
    listed by their groups (see `wholes`). Nor has an opportunity that is better left alone.
    `known` is an answer that the decision has accepted already.
    """
    best = list(legal(decision, found, known))
    if not best and not decision.blocking:
        return ()
    if not isinstance(decision.grammar, Form | Settings):
        known = [each.value for each in best]
        rest = [value for value in sensible(decision.grammar, FEW + 1) if value not in known]
        if len(rest) + len(known) <= FEW:
            best += (Suggestion(decision.id, value) for value in rest)
    return tuple(best[:most])
