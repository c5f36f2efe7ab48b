"""How a plan is asked again in games that began before version 3: each broken field as a whole."""

from __future__ import annotations

from engine.core.grammar import Answers, Field, Form, Grammar, OneOf, Subset, Unfit, Value
from engine.rulesets.rhye.actions import construction
from engine.rulesets.rhye.actions.choosing import FIELDS, PLANS
from engine.rulesets.rhye.actions.figures import Figures
from engine.rulesets.rhye.actions.plans import without


def check(figures: Figures, plan: dict[str, Value]) -> tuple[dict[str, Value], tuple[str, ...]]:
    """What of a plan still holds, and the fields that have to be asked again (rule: actions).

    A list keeps what is still possible of it, asked again or not; asking is worth while where
    something else could take the place of what is lost.
    """
    kept: dict[str, Value] = {"action": plan["action"]}
    broken = []
    for field in PLANS[plan["action"]]:
        grammar = field.given(kept, figures)
        if grammar is None:
            continue
        value = plan.get(field.name)
        if value is None and (nothing := without(grammar)) is not None:
            # There was nothing to choose when the plan was made; then the plan does without.
            kept[field.name] = nothing
            continue
        try:
            kept[field.name] = grammar.validate(value)
        except Unfit:
            kept[field.name], instead = repaired(grammar, value)
            if instead:
                broken.append(field.name)
    if broken:
        kept = {n: v for n, v in kept.items() if n not in broken or isinstance(v, list)}
    if "wonder" in broken and "site" in plan:
        # Another wonder can stand where the first one was to stand, if that still has room.
        sites = construction.yard_of(figures).sites(kept.get("upgrade", ()))
        kept |= {"site": plan["site"]} if plan["site"] in sites else {}
    return kept, tuple(broken)


def repaired(grammar: Grammar, value: Value) -> tuple[Value, bool]:
    """As much of a value as still fits, and whether there is something to choose instead."""
    if isinstance(grammar, Subset):
        fitting: list[str] = []
        for key in value if isinstance(value, list) else ():
            try:
                fitting = grammar.validate([*fitting, key])
            except Unfit as unfit:
                if unfit.code == "too_few":
                    fitting = [*fitting, key]
        return fitting, grammar.total() > len(fitting)
    if isinstance(grammar, OneOf):
        return grammar.keys[0], len(grammar.keys) > 1
    raise TypeError(grammar)


def remaining(figures: Figures, kept: dict[str, Value], broken: tuple[str, ...]) -> Form:
    """The form of the broken fields alone: what holds is given."""

    def asking(field: Field) -> Field:
        def ask(said: Answers) -> Grammar | None:
            return field.given({**kept, **said}, figures)

        return Field(field.name, ask)

    names = {*broken, *dependent(kept, broken)}
    return Form(tuple(asking(field) for field in FIELDS if field.name in names))


def dependent(kept: dict[str, Value], broken: tuple[str, ...]) -> tuple[str, ...]:
    """Fields that follow from broken ones and have no answer yet: a wonder's site."""
    return ("site",) if "wonder" in broken and "site" not in kept else ()


def least_changed(form: Form, plan: dict[str, Value]) -> Answers:
    """What the clock answers: what still holds of the plan, else nothing, or the first there is."""
    said: Answers = {}
    for field in form.fields:
        grammar = field.given(said)
        if grammar is None:
            continue
        try:
            said[field.name] = grammar.validate(plan.get(field.name))
        except Unfit:
            said[field.name] = next(grammar.enumerate())
    return said
