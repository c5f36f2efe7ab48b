"""What of a plan still holds when its turn comes, and what can replace the rest (chapter 7).

Only wonders are taken away by the others' actions. Everything else in a plan is broken by the deals
of the player who made it, in the time between choosing an action and carrying it out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.core.grammar import (
    Answers,
    Budget,
    Field,
    Form,
    Grammar,
    OneOf,
    Quota,
    Subset,
    Unfit,
    Value,
)
from engine.core.lazy import lazy
from engine.rulesets.rhye.actions.action import ACTIONS, PARTS, Part
from engine.rulesets.rhye.actions.construction import NO_WONDER
from engine.rulesets.rhye.actions.figures import Figures


class WhatHolds:
    """A plan as it stands now: `kept` holds, `lost` counts by field what has to be replaced.

    `wanted` are the parts of the plan that hold one by one and cannot all be paid: the player
    chooses again among everything that costs gold.
    """

    def __init__(self, figures: Figures, plan: Mapping[str, Value]) -> None:
        self.figures = figures
        self.action = ACTIONS[plan["action"]]
        self.nothing_else: Answers = {"action": plan["action"]}
        self.kept: dict[str, Value] = {"action": plan["action"]}
        self.lost: dict[str, int] = {}
        self.wanted: dict[str, Value] = {}
        for part in self.action.parts:
            self._look_at(part, plan.get(part.name))
        if self.action.price(figures, self.kept) > figures.gold:
            for part in self.action.parts:
                self._give_up(part)

    @lazy
    def form(self) -> Form:
        """The question: what takes the place of what is lost. No fields where nothing can."""
        return Form(tuple(map(self._asking, self._asked())))

    @property
    def broken(self) -> tuple[str, ...]:
        """The fields that are asked."""
        return tuple(field.name for field in self.form.fields) if self.lost else ()

    @lazy
    def default(self) -> Answers:
        """What the clock answers: as much of the plan as can be paid, and nothing new."""
        said: Answers = {}
        for field in self.form.fields:
            grammar = field.given(said)
            if isinstance(grammar, Subset):
                fitting = as_far_as_possible(grammar, self.wanted.get(field.name, []))
                enough = len(fitting) >= grammar.least
                said[field.name] = fitting if enough else next(grammar.enumerate())
            elif isinstance(grammar, OneOf):
                wanted = self.wanted.get(field.name)
                said[field.name] = wanted if wanted in grammar.keys else grammar.keys[0]
        return said

    def with_answer(self, said: Mapping[str, Value]) -> dict[str, Value]:
        """The plan with what was chosen instead."""
        plan = dict(self.kept)
        for name, value in said.items():
            plan[name] = [*plan.get(name, ()), *value] if isinstance(value, list) else value
        return plan

    # Looking through the plan.

    def _look_at(self, part: Part[Any], value: Value) -> None:
        """Keep what can still be had of a part, whatever the rest of the plan costs."""
        name = part.name
        if self.lost and self._hangs_on_what_is_lost(part):
            # What it hangs on is asked first; then the plan is looked through again.
            if name != "site" or self._has_room(value):
                self.kept[name] = value
            return
        grammar = self._offered(part, self.kept)
        if isinstance(grammar, Subset):
            self._look_at_list(name, grammar, value)
        elif isinstance(grammar, OneOf):
            self._look_at_one(part, grammar, value)

    def _hangs_on_what_is_lost(self, part: Part[Any]) -> bool:
        """Whether a part that decides what this one offers has to be asked again."""
        return any(each in self.lost and each not in self.kept for each in part.after)

    def _look_at_list(self, name: str, grammar: Subset, value: Value) -> None:
        planned = value if isinstance(value, list) else []
        if not planned and not grammar.least:
            self.kept[name] = []
            return
        try:
            # Nearly always all of it holds, and nothing else need be asked.
            self.kept[name] = grammar.validate(planned)
        except Unfit:
            self.kept[name] = as_far_as_possible(unpaid(grammar), planned)
        kept = self.kept[name]
        lost = max(len(planned), grammar.least if grammar.least == grammar.most else 0) - len(kept)
        if lost:
            self.lost[name] = lost

    def _look_at_one(self, part: Part[Any], grammar: OneOf, value: Value) -> None:
        first = grammar.keys[0]
        if value in grammar.keys:
            self.kept[part.name] = value
        elif len(grammar.keys) == 1 or (value is None and first == part.sort.none.key):
            # There was nothing to choose when the plan was made; then the plan does without.
            self.kept[part.name] = first
        else:
            self.lost[part.name] = 1

    def _has_room(self, site: Value) -> bool:
        """Whether another wonder can stand where the first one was to stand."""
        return PARTS["site"].is_sound(self.figures, self.kept, site)

    def _give_up(self, part: Part[Any]) -> None:
        """All that costs gold is chosen again: the purse is too small for all of it together."""
        name = part.name
        value = self.kept.get(name)
        if isinstance(value, list):
            grammar = self._offered(part, self.kept)
            assert isinstance(grammar, Budget)
            self.kept[name] = [key for key in value if not grammar.price(key)]
            self.wanted[name] = [key for key in value if grammar.price(key)]
            self.lost[name] = self.lost.get(name, 0) + len(self.wanted[name])
        elif name == "wonder" and value not in (None, NO_WONDER):
            self.wanted[name] = self.kept.pop(name)
            self.lost[name] = 1

    # Asking.

    def _asked(self) -> list[Part[Any]]:
        """The parts where something can take the place of what is lost."""
        parts = self.action.parts
        found = [part for part in parts if self.lost.get(part.name) and self._instead(part, {})]
        if PARTS["wonder"] in found and "site" not in self.kept:
            found.append(PARTS["site"])
        return found

    def _asking(self, part: Part[Any]) -> Field:
        return Field(part.name, lambda said: self._instead(part, said))

    def _instead(self, part: Part[Any], said: Answers) -> Grammar | None:
        """What can be chosen in a part instead, after these answers."""
        name, plan = part.name, self.with_answer(said)
        if name == "wonder":
            return part.grammar(self.figures, plan)
        grammar = self._offered(part, plan)
        if not isinstance(grammar, Subset):
            return grammar
        left = self.figures.gold - self.action.price(self.figures, plan)
        more = beyond(grammar, self.kept.get(name, []), self.lost[name], left)
        return more if more.cap() else None

    def _offered(self, part: Part[Any], plan: Mapping[str, Value]) -> Grammar | None:
        """What a part offers, as if nothing else were paid."""
        before = {name: plan[name] for name in part.after if name in plan} if part.after else {}
        return part.grammar(self.figures, self.nothing_else | before)


def unpaid(grammar: Subset) -> Subset:
    """The same choice for those to whom gold is no object."""
    if not isinstance(grammar, Budget):
        return grammar
    return msgspec.structs.replace(grammar, costs={})


def as_far_as_possible(grammar: Subset, keys: list[str]) -> list[str]:
    """As many of some keys as can be taken together, the first ones first."""
    free: Any = msgspec.structs.replace(grammar, least=0)
    taken: list[str] = []
    for key in keys:
        try:
            taken = free.validate([*taken, key])
        except Unfit:
            continue
    return taken


def beyond(grammar: Subset, held: list[str], most: int, funds: int) -> Subset:
    """What can be taken besides what is held: so many things at most, for so much gold.

    Nothing has to be taken but what a list of a certain length still lacks.
    """
    rooms = {key: grammar.room(key) - held.count(key) for key in grammar.keys}
    fixed = grammar.least == grammar.most
    changes: dict[str, Any] = {"least": most if fixed else 0, "most": most}
    if isinstance(grammar, Budget):
        changes["funds"] = funds
        rooms = {key: room for key, room in rooms.items() if grammar.price(key) <= funds}
    if isinstance(grammar, Quota):
        counts = [group for key in held for group in grammar.groups.get(key, ())]
        quotas = {group: n - counts.count(group) for group, n in grammar.quotas.items()}
        changes["quotas"] = quotas
        rooms = {
            key: min([room, *(quotas[group] for group in grammar.groups.get(key, ()))])
            for key, room in rooms.items()
        }
    copies = {key: room for key, room in rooms.items() if room > 0}
    return msgspec.structs.replace(grammar, keys=list(copies), copies=copies, **changes)
