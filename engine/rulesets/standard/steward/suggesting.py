"""Answers worth considering, with reasons: what a player is offered to pick from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

from engine.core.advice import Suggestion
from engine.core.answering import keys
from engine.core.decision import Decision
from engine.core.grammar import Answers, Value
from engine.core.text import Text
from engine.rulesets.standard.steward import battles, reasons
from engine.rulesets.standard.steward.placement import room
from engine.rulesets.standard.steward.purchase import wares
from engine.rulesets.standard.steward.situation import Situation
from engine.rulesets.standard.steward.trading import (
    good,
    lent_kind,
    loan_gain,
    may_offer,
    proposal,
)
from engine.world.steward import suggesting
from engine.world.steward.offers import answers_to_offers
from engine.world.steward.suggesting import percent
from engine.world.steward.survey import BOARD
from engine.world.steward.wares import Ware

POOR = 0.4
"""What is worth less for its price is not suggested at all."""


def place(s: Situation, decision: Decision, rng: Random) -> Iterator[Suggestion]:
    """Starts by the land they command."""
    rooms = {key: room(s, BOARD.index[key]) for key in keys(decision.grammar)}
    return suggesting.starts(decision, rooms, lambda key: reasons.start(s, BOARD.index[key]))


def move(s: Situation, decision: Decision, rng: Random) -> Iterator[Suggestion]:
    """The best order for every group."""
    return suggesting.moves(s, decision)


def buy(s: Situation, decision: Decision, rng: Random) -> Iterator[Suggestion]:
    """What is worth its price, best first."""
    return ranked(s, decision, wares(s, decision.grammar), reasons.purchase)


def ranked(
    s: Situation,
    decision: Decision,
    found: Sequence[Ware],
    why: Callable[[Any, Answers], Text | None],
) -> Iterator[Suggestion]:
    """Wares that can be paid now, as suggestions, and to buy nothing more."""
    payable = [
        (ware.ratio, ware.order, why(s, ware.order))
        for ware in found
        if ware.order is not None and ware.price <= s.sheet.gold and ware.ratio >= POOR
    ]
    yield from suggesting.wares_in_order(decision, payable)
    yield Suggestion(decision.id, decision.default, reasons.enough(s, found))


def declare(s: Situation, decision: Decision, rng: Random) -> Iterator[Suggestion]:
    """What the steward would declare, each battle alone with its odds, and none."""
    yield Suggestion(decision.id, battles.declare(s, decision, rng))
    for key in keys(decision.grammar):
        name, _, seat = key.partition(":")
        yield Suggestion(decision.id, [key], battle_odds(s, BOARD.index[name], int(seat)))
    yield Suggestion(decision.id, [])


def battle_odds(s: Situation, space: int, other: int) -> Text:
    """The odds of a battle in a space."""
    ours, theirs = battles.forces(s, space, s.me), battles.forces(s, space, other)
    chance = s.fight(ours, theirs, other).win
    return Text("reason.odds", {"win": percent(chance), "free": not theirs})


def declared_odds(s: Situation, decision: Decision, value: Value) -> Text | None:
    """The odds of one battle that could be declared."""
    if len(value) != 1:
        return None
    name, _, seat = value[0].partition(":")
    return battle_odds(s, BOARD.index[name], int(seat))


def trade(s: Situation, decision: Decision, rng: Random) -> Iterator[Suggestion]:
    """Each offer with what it brings both sides: accepted if it is worth it, else declined."""
    for offer, answer in answers_to_offers(s, decision, partial(good, s)):
        yield Suggestion(decision.id, answer, reasons.deal(s, offer))
    made = proposal(s, decision.grammar) if may_offer(s) else None
    if made is not None:
        lent, borrowed = (lent_kind(s, made[side][0]) or "" for side in ("give", "get"))
        gain = round(loan_gain(s, s.me, [borrowed], [lent]))
        facts = {"seat": int(made["to"]), "marker": borrowed, "gold": gain}
        yield Suggestion(decision.id, made, Text("reason.borrow", facts))
    yield Suggestion(decision.id, {"do": "done"}, Text("reason.no_deal"))
