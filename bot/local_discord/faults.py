"""Fault injection: what can go wrong between a bot and Discord, on demand."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

FaultKind = Literal["delay", "rate_limit", "status", "drop", "lose_answer", "lose_answer_status"]
"""
- `delay`: the request is handled, after some seconds.
- `rate_limit`: it is refused with 429, to be tried again after some seconds.
- `status`: it is refused with a status such as 503.
- `drop`: the connection closes before anything happens.
- `lose_answer`: it is handled, then the connection closes without an answer.
- `lose_answer_status`: it is handled, then answered with a status such as 502.
"""


class Fault(msgspec.Struct, kw_only=True):
    """A fault that strikes requests whose method and path match, so many times.

    `path` is a regular expression over the path below the version (`/channels/12/messages`);
    `skip` lets so many matching requests through first. With `uploads` it strikes only requests
    that carry files. A rate limit holds `everywhere` or for its route; one that is `bare` comes
    from the proxy before Discord and has none of Discord's headers.

    >>> Fault(kind="status", method="POST", path="/messages$", status=502, times=2).times
    2
    """

    kind: FaultKind
    method: str = "*"
    path: str = ""
    times: int = 1
    skip: int = 0
    seconds: float = 0.0
    status: int = 503
    everywhere: bool = False
    bare: bool = False
    uploads: bool = False


class Faults:
    """The faults waiting to strike, and those that struck."""

    def __init__(self) -> None:
        self._waiting: list[Fault] = []
        self.struck: list[str] = []

    def add(self, fault: Fault) -> None:
        """Let a fault wait for its requests. Raises `re.error` when its path is no pattern."""
        re.compile(fault.path)
        self._waiting.append(fault)

    def clear(self) -> None:
        """Take all faults away."""
        self._waiting.clear()

    @property
    def waiting(self) -> list[Fault]:
        """The faults that have not struck as often as they shall."""
        return list(self._waiting)

    def strike(self, method: str, path: str, *, uploads: bool = False) -> Fault | None:
        """The fault that hits a request, if one does."""
        for fault in self._waiting:
            if fault.method not in ("*", method) or not re.search(fault.path, path):
                continue
            if fault.uploads and not uploads:
                continue
            if fault.skip > 0:
                fault.skip -= 1
                continue
            fault.times -= 1
            if fault.times <= 0:
                self._waiting.remove(fault)
            self.struck.append(f"{fault.kind} {method} {path}")
            return fault
        return None
