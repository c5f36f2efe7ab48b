"""What can be wrong with a request to the engine, as types with data."""

from __future__ import annotations

from typing import Any


class HeraldError(Exception):
    """Root of everything the engine raises on purpose."""


class IllegalChoice(HeraldError):
    """A choice the rules do not allow now. The state it was tried on is untouched.

    `code` is stable and names the message (`error.<code>` in the catalog), `rule` is the anchor of
    the rulebook section that forbids it, `data` holds what the sentence needs.
    """

    def __init__(self, code: str, rule: str = "", **data: Any) -> None:
        super().__init__(code, rule, data)
        self.code = code
        self.rule = rule
        self.data = data

    def __str__(self) -> str:
        facts = ", ".join(f"{key}={value!r}" for key, value in self.data.items())
        return f"{self.code}{f' ({facts})' if facts else ''}"


class UnknownRuleset(HeraldError):
    """No rule set of that name is registered."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(name, known)
        self.name = name
        self.known = known

    def __str__(self) -> str:
        return f"no rule set is called {self.name!r}; there are: {', '.join(self.known)}"


class BadTable(HeraldError):
    """A game cannot start like this: wrong number of seats or wrong options."""


class BadRecord(HeraldError):
    """A stored game is malformed or does not prove what it claims.

    `where` names the place ("entry 17, draw 2"), so that a person can find it.
    """

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(where, problem)
        self.where = where
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.where}: {self.problem}"
