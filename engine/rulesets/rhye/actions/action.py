"""What a secret action is: the parts of its plan, what keeps a thing out of them, what it does.

    class Hosted(Part[int]):
        name, rule, sort = "host", "festival", PLACE

        def among(self, figures, said): return figures.homes
        def fault(self, figures, said, region): return "too_small" if ... else None

    class Festival(Action):
        name, nothing, parts = "festival", "nobody_to_invite", (Hosted(),)

        def carry_out(self, play, figures, plan): ...

    add(Festival())

What a part offers, whether there is any of it, and why something is refused follow from `among`
and `fault`. Where options are searched for, `grammar` is the search, and `fault` refuses.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

from engine.core.errors import IllegalChoice
from engine.core.flow import Play
from engine.core.grammar import Answers, Field, Grammar, OneOf, Option, Unfit, Value
from engine.core.question import Fault, Question, Sort, refusal
from engine.core.text import Text
from engine.rulesets.rhye.actions.figures import Figures
from engine.rulesets.rhye.state import State

T = TypeVar("T")
Plan = Mapping[str, Value]
LONGEST = 80
WITH_A_KEY = ("not_an_option", "unexpected")
TOO_DEAR = "too_expensive"


class Words(Sort[str]):
    """A few ways to do something, by their words in a table of the catalog."""

    def __init__(self, table: str, *names: str, none: Option = Sort.none) -> None:
        self.table, self.names, self.none = table, names, none

    def find(self, state: Any, key: str, among: Collection[str]) -> str | None:
        return key if key in self.names else None

    def option(self, state: Any, thing: str) -> Option:
        return Option(thing, Text(f"{self.table}.{thing}"))


class Part(Generic[T]):
    """A field of a plan: which of some things, one of them unless `grammar` says otherwise.

    `said` are the answers before it; in refusals, what of them could be had.
    """

    name: ClassVar[str]
    rule: ClassVar[str]
    """The section about it."""
    pricing: ClassVar[str] = ""
    """The section about what its things cost, if they do."""
    sort: Sort[Any]
    strange: ClassVar[Fault] = None
    """Why not something that is not among them; else `fault` knows."""
    needed: ClassVar[str] = ""
    """Why something has to change, where that cannot be chosen."""
    after: ClassVar[tuple[str, ...]] = ()
    """The parts whose answers decide, gold aside, what this one offers."""
    vague: ClassVar[Mapping[str, str]] = {}
    """Codes for that there is nothing in a later part: what is named there says more."""
    sifted: ClassVar[bool] = False
    """Whether what is among them was found by its fault already, gold aside."""
    can_close: ClassVar[bool] = False
    """Whether there may be no such part at all."""
    before: Sequence[Part[Any]] = ()
    """The parts before it in its action."""

    def among(self, figures: Figures, said: Answers) -> Collection[T | None]:
        """What can be meant; `None`, which comes first, for that nothing is to change."""
        raise NotImplementedError

    def fault(self, figures: Figures, said: Answers, thing: T) -> Fault:
        """What keeps a thing from being chosen, gold aside."""
        return None

    def closed(self, figures: Figures, said: Answers) -> Fault:
        """Why there is no such part at all now."""
        return None

    def question(self, figures: Figures, said: Answers) -> Question[Any]:
        """What can be had, gold aside."""
        fault: Callable[[Any], Fault] = partial(self.fault, figures, said)
        return Question(self.sort, self.among(figures, said), fault, strange=self.strange)

    def payable(self, figures: Figures, said: Answers) -> Question[Any]:
        """What can be had and paid."""
        return self.question(figures, said)

    def asks(self, figures: Figures, said: Answers) -> Question[Any]:
        """What is offered exactly if it has no fault."""
        return self.payable(figures, said)

    def grammar(self, figures: Figures, said: Answers) -> Grammar | None:
        """What is asked; `None` where there is nothing to choose."""
        if self.can_close and self.closed(figures, said):
            return None
        keys = self.keys(figures, said)
        # That nothing changes is the first answer: if it is the last as well, it is alone.
        if not keys or keys[-1] == self.sort.none.key:
            return None
        return OneOf(keys, partial(self.describe, figures))

    def keys(self, figures: Figures, said: Answers) -> Sequence[str]:
        """What is offered."""
        state, key, none = figures.state, self.sort.key, self.sort.none.key
        fault = None if self.sifted else self.fault
        return [
            none if each is None else key(state, each)
            for each in self.cheap(figures, said)
            if each is None or not fault or not fault(figures, said, each)
        ]

    def cheap(self, figures: Figures, said: Answers) -> Collection[T | None]:
        """What could be paid, which is quicker to see than other faults."""
        return self.among(figures, said)

    def describe(self, figures: Figures, key: str) -> Option:
        """A thing in words."""
        sort = self.sort
        thing = sort.find(figures.state, key, ())
        return sort.none if thing is None else sort.option(figures.state, thing)

    def is_sound(self, figures: Figures, said: Answers, key: str) -> bool:
        """Whether a thing could be had, gold aside."""
        asked = self.question(figures, said)
        thing = self.sort.find(figures.state, key, asked.among)
        return thing is not None and thing in asked.open

    def heard(self, figures: Figures, plan: Plan) -> Answers:
        """What the plan says before this part, without what of its lists is not to be had."""
        said: Answers = {"action": key_of(plan.get("action"))}
        for part in self.before:
            named = plan.get(part.name)
            if isinstance(named, list):
                keys = dict.fromkeys(keys_of(named))
                said[part.name] = [key for key in keys if part.is_sound(figures, said, key)]
            elif part.sort.find(figures.state, key_of(named), ()) is not None:
                said[part.name] = key_of(named)
        return said

    def refused(self, figures: Figures, plan: Plan, key: str) -> IllegalChoice | None:
        """Why a thing cannot be chosen, as far as the rules can say it."""
        if self.needed and key == self.sort.none.key:
            return IllegalChoice(self.needed, self.rule)
        said = self.heard(figures, plan)
        why = refusal(self.closed(figures, said), self.rule)
        why = why or self.payable(figures, said).why_not(figures.state, key, self.rule)
        if why is None or why.code not in self.vague:
            return why
        later = PARTS[self.vague[why.code]]
        return next(later.all_refused(figures, {**plan, self.name: key}), why)

    def all_refused(self, figures: Figures, plan: Plan) -> Iterator[IllegalChoice]:
        """Why not each of the things that a plan names."""
        if self.name in plan:
            yield from self.refusals(figures, plan, keys_of(plan[self.name]))

    def refusals(self, figures: Figures, plan: Plan, keys: list[str]) -> Iterator[IllegalChoice]:
        """Why not some things, as far as the rules can say it."""
        for key in keys:
            why = self.refused(figures, plan, key)
            if why is not None:
                yield why

    def misshapen(self, plan: Plan, unfit: Unfit) -> IllegalChoice | None:
        """Why an answer is refused whose things could each be had."""
        return None


class Priced(Part[T]):
    """A part whose things each have a price."""

    def price(self, figures: Figures, thing: T) -> int:
        """What a thing costs."""
        raise NotImplementedError

    def funds(self, figures: Figures, said: Answers) -> int:
        """The gold that there is for it."""
        return figures.gold

    def payable(self, figures: Figures, said: Answers) -> Question[Any]:
        fault, price, funds = self.fault, self.price, self.funds(figures, said)

        def unpaid(thing: T) -> Fault:
            return fault(figures, said, thing) or (price(figures, thing) > funds and TOO_DEAR)

        return Question(self.sort, self.among(figures, said), unpaid, strange=self.strange)

    def cheap(self, figures: Figures, said: Answers) -> Collection[T | None]:
        price, funds, among = self.price, self.funds(figures, said), self.among(figures, said)
        return [each for each in among if each is None or price(figures, each) <= funds]

    def refused(self, figures: Figures, plan: Plan, key: str) -> IllegalChoice | None:
        why = super().refused(figures, plan, key)
        if why is None or why.code != TOO_DEAR or "price" in why.data:
            return why
        thing: Any = self.sort.find(figures.state, key, ())
        return too_expensive(
            self.pricing, self.price(figures, thing), self.funds(figures, self.heard(figures, plan))
        )


class Action:
    """One of the secret actions."""

    name: ClassVar[str]
    """Its key, and that of its section of the rulebook."""
    nothing: ClassVar[str] = ""
    """What is lacking when it would do nothing."""
    parts: ClassVar[tuple[Part[Any], ...]] = ()

    def is_possible(self, figures: Figures) -> bool:
        """Whether it would do something."""
        return True

    def facts(self, figures: Figures) -> dict[str, Value]:
        """What it would bring now."""
        return {}

    def price(self, figures: Figures, plan: Answers) -> int:
        """What everything in a plan costs together, if several things are paid from one purse."""
        return 0

    def carry_out(self, play: Play[State], figures: Figures, plan: Answers) -> None:
        """Do what was planned."""
        raise NotImplementedError


ACTIONS: dict[str, Action] = {}
PARTS: dict[str, Part[Any]] = {}
"""The parts of all plans, by name."""


ABLE: list[tuple[str, Callable[[Figures], bool] | None]] = []
"""When each action can be chosen; `None` if always."""


def possible(figures: Figures) -> list[str]:
    """The actions that would do something, found once."""
    found: list[str] | None = figures.found.get("possible")
    if found is None:
        found = [name for name, able in ABLE if able is None or able(figures)]
        figures.found["possible"] = found
    return found


def which(figures: Figures, said: Answers) -> Grammar:
    """The field for the action itself."""
    return OneOf(possible(figures), partial(describe, figures))


def describe(figures: Figures, key: str) -> Option:
    """An action in words, with what it would bring now."""
    facts = ACTIONS[key].facts(figures)
    return Option(key, Text(f"action.{key}"), detail=Text(f"detail.action.{key}", facts))


FIELDS = [Field("action", which)]
"""The form of a plan."""


def add(action: Action) -> None:
    """Let an action be chosen."""
    ACTIONS[action.name] = action
    always = type(action).is_possible is Action.is_possible
    ABLE.append((action.name, None if always else action.is_possible))
    for at, part in enumerate(action.parts):
        part.before = action.parts[:at]
        PARTS[part.name] = part
        FIELDS.append(Field(part.name, part.grammar, (action.name,)))


# Why a plan is refused.


def asks(figures: Figures, plan: Value, path: tuple[str, ...]) -> Question[Any] | None:
    """What a part of a plan asks."""
    part = PARTS.get(path[0]) if len(path) == 1 and isinstance(plan, dict) else None
    return None if part is None else part.asks(figures, part.heard(figures, plan))


def why_refused(figures: Figures, plan: Plan, unfit: Unfit) -> IllegalChoice | None:
    """The rule that a refused plan breaks, None where the grammar says it well enough."""
    name = unfit.path[0] if unfit.path else ""
    if name == "action":
        action = ACTIONS.get(key_of(plan.get("action")))
        if action is None or not action.nothing:
            return None
        return wrong_part(figures, plan) or IllegalChoice(action.nothing, action.name)
    if name not in PARTS:
        return None
    part = PARTS[name]
    if unfit.code == "missing":
        # A later part is missed when an earlier one could not be asked for what it says.
        return wrong_part(figures, plan)
    if unfit.code == "over_budget":
        return too_expensive(part.pricing, unfit.data["price"], unfit.data["funds"])
    if unfit.code == "too_many":
        # There is less to choose from than was named: the first that is not to be had says why.
        named = keys_of(plan[name])[: unfit.data["most"] + 1]
    elif unfit.code in WITH_A_KEY:
        named = [key_of(unfit.data["key"])] if "key" in unfit.data else keys_of(plan.get(name))
    else:
        return part.misshapen(plan, unfit)
    return next(part.refusals(figures, plan, named), None)


def wrong_part(figures: Figures, plan: Plan) -> IllegalChoice | None:
    """What is wrong with the first part of a plan that breaks a rule."""
    wrong = (why for part in PARTS.values() for why in part.all_refused(figures, plan))
    return next(wrong, None)


def key_of(value: Value) -> str:
    """The key that an answer is, or nothing: it may be made of anything, at any depth."""
    return value[:LONGEST] if isinstance(value, str) else ""


def keys_of(value: Value) -> list[str]:
    """The keys that an answer names."""
    return [key_of(key) for key in (value if isinstance(value, list) else [value])]


def too_expensive(rule: str, price: int, gold: int) -> IllegalChoice:
    """Something costs more than there is left for it."""
    return IllegalChoice(TOO_DEAR, rule, price=price, gold=gold)
