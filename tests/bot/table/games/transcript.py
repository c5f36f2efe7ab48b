"""What people see of a flow, step by step, wherever it is played.

A flow is written once against `Stage`; its transcript says, after each step, what its maker was
answered and what became new or different for anybody, with ids and times taken out.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from bot.discord.client import Bot

BUTTON, TEXT, SECTION, THUMBNAIL, GALLERY, FILE, CONTAINER = 2, 10, 9, 11, 12, 13, 17
SELECTS = (3, 5, 6, 7, 8)


class Seen(NamedTuple):
    """A message: where it is, who sees it, and what it is made of, as Discord spells it."""

    id: int
    audience: str
    content: str
    components: list[dict[str, Any]]


class Stage(Protocol):
    """A server with Herald, one channel and three people."""

    names: dict[int, str]
    """People and channels by their ids."""

    bot: Bot

    async def slash(self, who: str, line: str, **values: Any) -> None: ...
    async def press(self, who: str, on: Seen, custom_id: str) -> None: ...
    async def choose(self, who: str, on: Seen, custom_id: str, values: Sequence[str]) -> None: ...
    async def fill(self, who: str, **values: str) -> None: ...
    async def suggestions(self, who: str, line: str, option: str, typed: str) -> list[str]: ...
    def everything(self) -> list[Seen]: ...


class Script:
    """Plays a flow on a stage and writes down what can be seen."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.lines: list[str] = []
        self._known: dict[int, str] = {}

    async def slash(self, who: str, line: str, **values: Any) -> None:
        """Run a command."""
        await self.stage.slash(who, line, **values)
        self._note(f"{who} /{line} {values or ''}")

    async def press(self, who: str, label: str) -> None:
        """Press the newest button of that name that somebody sees."""
        # Undo names what it takes back.
        on, found = await self._shown(who, lambda each: _named(each, label))
        await self.stage.press(who, on, found["custom_id"])
        self._note(f"{who} presses {label}")

    async def pick(self, who: str, *labels: str) -> None:
        """Choose in the newest list that offers something."""

        def offers(each: dict[str, Any]) -> bool:
            return set(labels) <= {option["label"] for option in each.get("options", ())}

        on, found = await self._shown(who, offers)
        values = [each["value"] for each in found["options"] if each["label"] in labels]
        await self.stage.choose(who, on, found["custom_id"], values)
        self._note(f"{who} picks {', '.join(labels)}")

    async def fill(self, who: str, **values: str) -> None:
        """Hand in the form that the last step opened."""
        await self.stage.fill(who, **values)
        self._note(f"{who} fills in {values}")

    async def type(self, who: str, line: str, option: str, typed: str) -> None:
        """Type, and note what is suggested."""
        found = await self.stage.suggestions(who, line, option, typed)
        self.lines += [f"== {who} types /{line} {option}:{typed}", *map(self._plain, found)]

    async def awaited(self) -> list[str]:
        """Who is awaited, in the game master's order."""
        games = await self.stage.bot.herald.inbox(next(iter(self.stage.names)))
        status = await self.stage.bot.herald.status(games[0].info.id)
        return [each.seat.name for each in status.awaited]

    async def _shown(self, who: str, fits: Any) -> tuple[Seen, dict[str, Any]]:
        """What somebody sees, once it is there: a slow machine posts later."""
        for _ in range(500):
            try:
                return self._find(who, fits)
            except AssertionError:
                await asyncio.sleep(0.02)
        return self._find(who, fits)

    def _find(self, who: str, fits: Any) -> tuple[Seen, dict[str, Any]]:
        for each in sorted(self.stage.everything(), key=lambda each: -each.id):
            if each.audience in ("all", who, f"{who} in private"):
                for component in walk(each.components):
                    if fits(component) and not component.get("disabled"):
                        return each, component
        raise AssertionError(f"{who} sees nothing like that; the last was\n{self.lines[-1]}")

    def _note(self, step: str) -> None:
        """Write down what became new or different.

        An answer and a post are on their way at once; which comes first is nobody's promise.
        """
        self.lines.append(f"== {step}")
        for each in sorted(self.stage.everything(), key=lambda each: each.audience):
            told = "\n".join([f"-- to {each.audience}", *self._rendered(each)])
            if self._known.get(each.id) != told:
                self._known[each.id] = told
                self.lines.append(told)

    def _rendered(self, seen: Seen) -> Iterator[str]:
        yield self._plain(seen.content)
        for each in walk(seen.components):
            yield self._plain(rendered(each))

    def _plain(self, text: str) -> str:
        """A text without what differs between two servers: ids and times."""
        text = re.sub(r"<t:\d+:(\w)>", r"<time \1>", text)
        text = re.sub(r"channels/\d+/\d+(/\d+)?", "channels/…", text)
        return re.sub(r"<([@#])(\d+)>", lambda it: f"<{it[1]}{self.stage.names[int(it[2])]}>", text)


def walk(components: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """All components, those inside others too, as they are read."""
    for each in components:
        yield each
        yield from walk(each.get("components") or ())
        if each.get("accessory"):
            yield from walk([each["accessory"]])


def rendered(component: dict[str, Any]) -> str:
    """What a component shows."""
    kind = component["type"]
    if kind == TEXT:
        return str(component["content"])
    if kind == BUTTON:
        off = " (off)" if component.get("disabled") else ""
        link = " link" if component.get("url") else ""
        return f"[{component.get('label')}] style {component['style']}{link}{off}"
    if kind in SELECTS:
        options = [
            f"{each['label']}{'*' if each.get('default') else ''} {each.get('description') or ''}"
            for each in component.get("options", ())
        ]
        least, most = component.get("min_values", 1), component.get("max_values", 1)
        return f"<{component.get('placeholder')}> {least}-{most} {options}"
    if kind == GALLERY:
        return f"pictures {[each.get('description') for each in component['items']]}"
    return f"({kind}{' ' + str(component['accent_color']) if kind == CONTAINER else ''})"


def _named(component: dict[str, Any], label: str) -> bool:
    shown = str(component.get("label"))
    return shown == label or shown.startswith(f"{label}: ")
