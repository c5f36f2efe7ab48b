"""Many settings at once: each has a present value, and an answer names only what changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random

import msgspec

from engine.core.grammar.amount import Amount
from engine.core.grammar.keys import OneOf, Ordering, Subset
from engine.core.grammar.node import Grammar, Option, Unfit, Value
from engine.core.text import Text

TRIES = 8
"""How often a random answer that the settings together do not allow is drawn again."""
KEPT = 0.25
"""How often a random answer leaves a setting whose present value could not be chosen again."""


class Setting(msgspec.Struct, frozen=True):
    """A named value that can be changed. `current` is in normal form, None while it has no value.

    `label` is what it is called; without one, its name has to do. An `automatic` one was set by the
    rules and makes way for others: to name the value it has is a change as well, for then it
    stays.
    """

    name: str
    grammar: Grammar
    current: Value = None
    label: Text | None = None
    automatic: bool = False

    @property
    def title(self) -> Text:
        """What it is called."""
        return self.label or Text("option.plain", {"key": self.name})

    @property
    def current_label(self) -> Text | None:
        """The present value in words, None while it has none."""
        if self.current is None:
            return None
        if isinstance(self.grammar, OneOf):
            return self.grammar.describe(self.current).label
        if isinstance(self.grammar, Amount) and self.grammar.describe is not None:
            return self.grammar.describe(self.current).label
        if isinstance(self.grammar, (Ordering, Subset)):
            labels = tuple(self.grammar.describe(key).label for key in self.current)
            return Text("option.listed", {"labels": labels}) if labels else None
        return Text("option.plain", {"key": str(self.current)})

    def can_be_chosen(self) -> bool:
        """Whether the present value is one that could be chosen now."""
        try:
            return bool(self.grammar.validate(self.current) == self.current)
        except Unfit:
            return False

    def others(self) -> Iterator[Value]:
        """What the setting could be changed to."""
        return (value for value in self.grammar.enumerate() if self.changed_by(value))

    def changed_by(self, value: Value) -> bool:
        """Whether to name a value changes anything."""
        return self.automatic or bool(value != self.current)


class Settings(Grammar, frozen=True):
    """Named settings, any of which may be changed.

    The value maps names to new values; in its normal form the names stand in the order of `parts`,
    and what would stay as it is is left out. `{}` changes nothing. Where not all values go
    together, `conflict` is asked about all values as they would be, those aside that are automatic
    and stay so; what is there now has to do.
    Settings that take a while to find out are given as a function, which is asked when someone
    looks.

    >>> from engine.core.grammar import OneOf
    >>> orders = Settings((Setting("trade", OneOf(("ask", "skip")), "ask"),))
    >>> orders.validate({"trade": "skip"}), orders.validate({"trade": "ask"})
    ({'trade': 'skip'}, {})
    """

    found: tuple[Setting, ...] | Callable[[], tuple[Setting, ...]]
    conflict: Callable[[dict[str, Value]], Unfit | None] | None = None

    @property
    def parts(self) -> tuple[Setting, ...]:
        """The settings, in order."""
        return self.found() if callable(self.found) else self.found

    @property
    def keys(self) -> tuple[str, ...]:
        """The names of the settings."""
        return tuple(part.name for part in self.parts)

    def options(self) -> list[Option]:
        """Every setting with its words and, as the detail, its present value."""
        return [Option(part.name, part.title, detail=part.current_label) for part in self.parts]

    def current(self) -> dict[str, Value]:
        """The present values."""
        return {part.name: part.current for part in self.parts}

    def after(self, changes: Mapping[str, Value]) -> dict[str, Value]:
        """All values as they would be."""
        return {part.name: changes.get(part.name, part.current) for part in self.parts}

    def _fixed(self, changes: Mapping[str, Value]) -> dict[str, Value]:
        """All values that would be chosen, not automatic."""
        chosen = (part for part in self.parts if not part.automatic or part.name in changes)
        return {part.name: changes.get(part.name, part.current) for part in chosen}

    def part(self, name: str) -> Setting | None:
        """The setting of that name."""
        return next((part for part in self.parts if part.name == name), None)

    def validate(self, value: Value) -> Value:
        if not isinstance(value, dict):
            raise Unfit("not_a_form", expected="settings")
        changes, known = {}, 0
        for part in self.parts:
            if part.name not in value:
                continue
            known += 1
            try:
                new = part.grammar.validate(value[part.name])
            except Unfit as unfit:
                raise unfit.inside(part.name) from None
            if part.changed_by(new):
                changes[part.name] = new
        if len(value) > known:
            names = {part.name for part in self.parts}
            extra = next(name for name in value if name not in names)
            raise Unfit("unexpected", (str(extra)[:40],))
        if changes and self.conflict is not None:
            conflict = self.conflict(self._fixed(changes))
            if conflict is not None:
                raise conflict
        return changes

    def count(self) -> int:
        """How many values there are; with `conflict` this goes through them one by one."""
        if self.conflict is not None:
            return sum(1 for _ in self.enumerate())
        product = 1
        for part in self.parts:
            product *= part.grammar.count() + (part.automatic or not part.can_be_chosen())
        return product

    def enumerate(self) -> Iterator[Value]:
        conflict = self.conflict
        for changes in self._enumerate(0, {}):
            if conflict is None or not changes or conflict(self._fixed(changes)) is None:
                yield changes

    def _enumerate(self, at: int, changes: dict[str, Value]) -> Iterator[Value]:
        if at == len(self.parts):
            yield changes
            return
        part = self.parts[at]
        yield from self._enumerate(at + 1, changes)
        for value in part.others():
            yield from self._enumerate(at + 1, {**changes, part.name: value})

    def sample(self, rng: Random) -> Value:
        """Any values; with `conflict` those that go together are drawn until some do."""
        changes = self._sample(rng)
        if self.conflict is None:
            return changes
        for _ in range(TRIES):
            if not changes or self.conflict(self._fixed(changes)) is None:
                return changes
            changes = self._sample(rng)
            kept = rng.random()
            changes = {name: value for name, value in changes.items() if rng.random() < kept}
        return {}

    def _sample(self, rng: Random) -> Value:
        changes = {}
        for part in self.parts:
            if (part.automatic or not part.can_be_chosen()) and rng.random() < KEPT:
                continue
            value = part.grammar.sample(rng)
            if part.changed_by(value):
                changes[part.name] = value
        return changes
