"""What the steward answers to which decision, and what it suggests to people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import ClassVar

from engine.core.advice import Suggestion
from engine.core.answering import keys
from engine.core.decision import Decision
from engine.core.grammar import Settings, Value
from engine.core.text import Text
from engine.rulesets.rhye.steward.actions import (
    act,
    plans,
    replan,
    technology_reason,
    technology_worth,
)
from engine.rulesets.rhye.steward.movement import END, move, moves
from engine.rulesets.rhye.steward.odds import war_odds
from engine.rulesets.rhye.steward.situation import GREY, Situation
from engine.rulesets.rhye.steward.weights import WEIGHTS
from engine.rulesets.rhye.view import RhyeView
from engine.world.steward.deciding import Answer, Consider, Forecast, Steward
from engine.world.steward.survey import BOARD
from engine.world.view import WorldView


def free_technology(s: Situation, decision: Decision, rng: Random) -> Value:
    """The technology that brings most."""
    return max(keys(decision.grammar), key=lambda name: (technology_worth(s, name), name))


def war(s: Situation, decision: Decision, rng: Random) -> Value:
    """Wars that are likely to be won, where there is something to win or to keep."""
    assert isinstance(decision.grammar, Settings)
    declared: dict[str, str] = {}
    for part in decision.grammar.parts:
        space = BOARD.index[part.name]
        power = s.attack(s.army(space, s.me))
        settlement = s.view.spaces[space].settlement
        holder = settlement.owner if settlement is not None else None
        for foe in keys(part.grammar):
            if foe == "peace":
                continue
            owner = GREY if foe == "grey" else int(foe)
            if holder not in (owner, s.me) or (owner == GREY and s.prize(space) < 0):
                continue
            bold = 1.0 if owner in s.leaders else s.w.caution
            if power > s.defence(space, owner) * bold:
                declared[part.name] = foe
                break
    return declared


def spoils(s: Situation, decision: Decision, rng: Random) -> Value:
    """Take what can be had; minor civilizations only while the realm bears it."""
    offered, about = keys(decision.grammar), decision.about
    if about.get("owner") == GREY and about.get("minor") and s.stability_worth(-2) < -20:
        return "leave"
    return next((each for each in ("capture", "take", "destroy") if each in offered), None)


def room_around(s: Situation, key: str) -> float:
    """How much free land lies around a region, and whether it has a coast."""
    region = BOARD.index[key]
    free = sum(s.is_free(near) for near in s.ground.beside[region])
    return free + 0.3 * len(s.ground.coasts[region])


def place(s: Situation, decision: Decision, rng: Random) -> Value:
    """Much free land around, and a coast."""
    return max(keys(decision.grammar), key=lambda key: (room_around(s, key), key))


def consider_places(s: Situation, decision: Decision, rng: Random) -> list[Suggestion]:
    """Regions to begin in, those with most room first."""
    order = sorted(keys(decision.grammar), key=lambda key: (room_around(s, key), key), reverse=True)
    return [
        Suggestion(decision.id, key, Text("reason.room", {"n": int(room_around(s, key))}))
        for key in order
    ]


def consider_moves(s: Situation, decision: Decision, rng: Random) -> list[Suggestion]:
    """The best move of each party, best first; to stay where no move is worth it."""
    found = moves(s, decision)
    if not found:
        return [Suggestion(decision.id, END, Text("reason.stay"))]
    return [Suggestion(decision.id, order.value, order.reason) for order in found]


def consider_actions(s: Situation, decision: Decision, rng: Random) -> list[Suggestion]:
    """A plan for each action that would do some good, best first."""
    return [
        Suggestion(decision.id, plan.value, plan.reason)
        for plan in plans(s, decision)
        if plan.worth > 0
    ]


def consider_technologies(s: Situation, decision: Decision, rng: Random) -> list[Suggestion]:
    """Technologies, those that bring most first."""
    order = sorted(keys(decision.grammar), key=lambda n: (technology_worth(s, n), n), reverse=True)
    return [Suggestion(decision.id, name, technology_reason(s, name)) for name in order]


def consider_wars(s: Situation, decision: Decision, rng: Random) -> list[Suggestion]:
    """The wars that are likely to be won, or peace."""
    declared = war(s, decision, rng)
    reason = Text("reason.likely" if declared else "reason.peace")
    return [Suggestion(decision.id, declared, reason)]


def consider_spoils(s: Situation, decision: Decision, rng: Random) -> list[Suggestion]:
    """What is to be had for nothing, or why it is better left."""
    choice = spoils(s, decision, rng)
    if choice is None:
        return []
    reason = "unrest" if choice == "leave" else "spoils"
    return [Suggestion(decision.id, choice, Text(f"reason.{reason}"))]


def consider_default(reason: str) -> Consider:
    """What the clock would answer is what a careful player answers, and why."""

    def consider(s: Situation, decision: Decision, rng: Random) -> list[Suggestion]:
        if decision.default is None:
            return []
        return [Suggestion(decision.id, decision.default, Text(f"reason.{reason}"))]

    return consider


class RhyeSteward(Steward[Situation]):
    """A competent player of Rhye's and Fall."""

    answers: ClassVar[Mapping[str, Answer]] = {
        "placement": place,
        "movement": move,
        "free_technology": free_technology,
        "war": war,
        "spoils": spoils,
        "action": act,
        "replan": replan,
    }

    forecasts: ClassVar[Mapping[str, Forecast]] = {"war": war_odds}
    considers: ClassVar[Mapping[str, Consider]] = {
        "placement": consider_places,
        "movement": consider_moves,
        "action": consider_actions,
        "free_technology": consider_technologies,
        "war": consider_wars,
        "spoils": consider_spoils,
        "revolt": consider_default("least_lost"),
        "displaced": consider_default("homeward"),
        "capital": consider_default("largest"),
        "wonder_fate": consider_default("kept"),
        "fight": consider_default("most_dice"),
        "join": consider_default("not_ours"),
    }

    def survey(self, view: WorldView, seat: int) -> Situation:
        assert isinstance(view, RhyeView)
        return Situation(view, seat, self.weights)

    def pick(
        self, s: Situation, decisions: Sequence[Decision], rng: Random
    ) -> tuple[Decision, Value]:
        awaited = [each for each in decisions if each.blocking]
        return super().pick(s, awaited or decisions, rng)


STEWARD: RhyeSteward = RhyeSteward(WEIGHTS)
