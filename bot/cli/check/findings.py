"""What a check finds, and the exit status that follows from all of it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from bot.cli.console import DO_NOT_RESTART, FAILED, OK, TRY_AGAIN

GRAVEST_FIRST = (DO_NOT_RESTART, TRY_AGAIN, FAILED, OK)


class Finding(msgspec.Struct, frozen=True):
    """One line: what was looked at, and what was found.

    `status` is 0 where all is right; 1 where Herald serves nevertheless; 75 where it would not, and
    starting it again may help; 78 where somebody has to act first.
    """

    subject: str
    text: str
    status: int = OK

    def __str__(self) -> str:
        verdict = "ok   " if self.status == OK else "WRONG"
        return f"{verdict}  {self.subject}: {' '.join(self.text.split())}"


def status_of(findings: Iterable[Finding]) -> int:
    """The exit status: that of the gravest finding."""
    found = {each.status for each in findings}
    return next(status for status in GRAVEST_FIRST if status in found or status == OK)
