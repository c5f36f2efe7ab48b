"""The registry of routes, and which of them a request belongs to."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from bot.local_discord.rest.request import Handler

MAJOR = ("channel", "guild", "token")


class Route(NamedTuple):
    """A method and a path with names in braces; `needs_token` says that only the bot may call."""

    method: str
    template: str
    pattern: re.Pattern[str]
    handler: Handler
    needs_token: bool

    @property
    def key(self) -> str:
        """How the route is called in limits and logs."""
        return f"{self.method} {self.template}"


ROUTES: list[Route] = []


def route(method: str, template: str, *, needs_token: bool = True) -> Callable[[Handler], Handler]:
    """Declare the function that answers a route."""
    pattern = re.compile("^" + re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", template) + "$")

    def declare(handler: Handler) -> Handler:
        ROUTES.append(Route(method, template, pattern, handler, needs_token))
        # Fixed words win over names: /messages/pins is no message.
        ROUTES.sort(key=lambda each: each.template.count("{"))
        return handler

    return declare


def find(method: str, path: str) -> tuple[Route, dict[str, str]] | None:
    """The route of a request, with what stands for the names in its path."""
    for each in ROUTES:
        match = each.pattern.match(path)
        if match and each.method == method:
            return each, match.groupdict()
    return None


def major(args: dict[str, str]) -> str:
    """What separates the rate limits of two requests to one route."""
    return "+".join(args[name] for name in MAJOR if name in args)
