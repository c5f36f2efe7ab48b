"""How many answers there are to what is asked, at every entry of the kept games.

As chess programs are compared by the number of legal moves: a rule that allows one more or one less
anywhere changes a figure. Some questions have millions of answers, since each part of a form
depends on those before it. Of these only so many are looked at (`BRANCHES`, fairly shared), and the
figure has a `+`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from engine.core.grammar import Form, Grammar, Settings
from tests.proof.games import SHORT, Case, cases, names

FILE = Path(__file__).parent / "perft.txt"
BRANCHES = 300
ROW = 15
"""So many figures stand in a row."""


class Counting:
    """Counts values, with so much room for turnings, which the values of a part share."""

    def __init__(self) -> None:
        self.is_cut = False

    def count(self, grammar: Grammar, room: int = BRANCHES) -> int:
        if isinstance(grammar, Form):
            return self._fields(grammar, 0, {}, room)
        if isinstance(grammar, Settings):
            # Which settings do not go together would be found out one by one.
            grammar = msgspec.structs.replace(grammar, conflict=None)
        return grammar.count()

    def _fields(self, form: Form, at: int, said: dict[str, Any], room: int) -> int:
        if at == len(form.fields):
            return 1
        field = form.fields[at]
        grammar = field.given(said, form.source)
        if grammar is None:
            return self._fields(form, at + 1, said, room)
        if not any(callable(later.grammar) for later in form.fields[at + 1 :]):
            return self.count(grammar, room) * self._fields(form, at + 1, said, room)
        values = list(islice(grammar.enumerate(), room + 1))
        if len(values) > room:
            self.is_cut = True
            del values[room:]
        share = max(room // len(values), 1)
        return sum(self._fields(form, at + 1, {**said, field.name: one}, share) for one in values)


def figures(case: Case) -> Iterator[str]:
    """The figure of each entry: how many values all that is awaited has."""
    rules = case.rules
    state = rules.start(case.seats, case.options, case.dice).state
    for number in range(1, case.entries(SHORT) + 1):
        pending = rules.pending(state)
        counting = Counting()
        total = sum(counting.count(each.grammar) for each in pending if each.blocking)
        yield f"{total}{'+' if counting.is_cut else ''}"
        choice = case.choice(number, state, pending)
        state = rules.play(state, choice, case.dice).state


def kept_games() -> list[Case]:
    """The games that are counted through."""
    return [case for name in names() for case in cases(name, SHORT) if case.record is not None]


def lines(case: Case) -> list[str]:
    """The figures of a game in rows, each with the number of its first entry."""
    found = list(figures(case))
    rows = range(0, len(found), ROW)
    return [f"{case} {at + 1:5}: {' '.join(found[at : at + ROW])}" for at in rows]


def kept_lines(case: Case) -> list[str]:
    """Those that were accepted."""
    return [line for line in FILE.read_text("utf-8").splitlines() if line.startswith(f"{case} ")]


def accept() -> None:
    """Write the figures as they are now."""
    text = [line for case in kept_games() for line in lines(case)]
    FILE.write_text("\n".join(text) + "\n", encoding="utf-8")
