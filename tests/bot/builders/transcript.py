"""What people see of a flow, step by step, wherever it is played.

A flow is written once against `Stage`; its transcript says, after each step, what its maker was
answered and what became new or different for anybody. A press is named by what it does, which is
the verb of its id; times count from the beginning.
"""

from __future__ import annotations

import asyncio
import difflib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from bot.discord.client import Bot
from bot.discord.interactions.verbs import Verb
from bot.moment import MINUTE, SECOND, Moment

ROW, BUTTON, TEXT, SECTION, THUMBNAIL, GALLERY, FILE = 1, 2, 10, 9, 11, 12, 13
SEPARATOR, CONTAINER, LABEL = 14, 17, 18
SELECTS = (3, 5, 6, 7, 8)
STYLES = {1: "main", 2: "plain", 3: "good", 4: "danger", 5: "link"}
WIDTH = 110
ALIKE = 0.5
"""How much of a message stays, for the change alone to be told."""
LATEST = 3
"""With how many messages of the same reader a new one is compared."""
LONG = 7
"""A message of fewer lines is told as it is."""
PRIVATE = " in private"
PATIENCE, LOOK = 500, 0.02
"""How often is looked for what a slow machine posts later, and the seconds between two looks."""

SILENT = 1 << 12
"""The flag of a message that arrives without a sound."""

Component = dict[str, Any]


class Seen(NamedTuple):
    """A message: where it is, who sees it, and what it is made of, as Discord spells it."""

    id: int
    audience: str
    content: str
    components: list[Component]
    called: Sequence[int] = ()
    """The users who are notified of it."""
    files: Sequence[str] = ()
    pinned: bool = False
    flags: int = 0


class Stage(Protocol):
    """A server with Herald, one channel and a few people."""

    names: dict[int, str]
    """People and channels by their ids."""

    @property
    def bot(self) -> Bot: ...

    async def slash(self, who: str, line: str, **values: Any) -> None: ...
    async def press(self, who: str, on: Seen, custom_id: str) -> None: ...
    async def choose(self, who: str, on: Seen, custom_id: str, values: Sequence[str]) -> None: ...
    async def fill(self, who: str, **values: str) -> None: ...
    async def suggestions(self, who: str, line: str, option: str, typed: str) -> list[str]: ...
    def form(self) -> Component | None:
        """What the last step opened to be filled in."""

    def everything(self) -> list[Seen]: ...


class Script:
    """Plays a flow on a stage and writes down what can be seen."""

    def __init__(self, stage: Stage, began: Moment | None = None) -> None:
        """Times count from when it began; where that is not known, none is told."""
        self.stage = stage
        self.began = began
        self.lines: list[str] = []
        self._known: dict[int, list[str]] = {}
        self._readers: dict[int, str] = {}
        self._order: list[int] = []

    # What people do.

    async def slash(self, who: str, line: str, **values: Any) -> None:
        """Run a command."""
        await self.stage.slash(who, line, **values)
        self.note(f"{who} /{line}{_said(values)}")

    async def press(self, who: str, label: str, verb: Verb | None = None) -> None:
        """Press the newest button of that name, or that begins so, that somebody sees."""
        on, found = await self._shown(who, _named(label, verb, self._verb))
        await self._press(who, on, found)

    async def use(self, who: str, verb: Verb) -> None:
        """Press the newest button that does something."""
        on, found = await self._shown(
            who, lambda each: each["type"] == BUTTON and self._verb(each) == verb
        )
        await self._press(who, on, found)

    async def pick(self, who: str, *labels: str, verb: Verb | None = None) -> None:
        """Choose in the newest list that offers something."""

        def offers(each: Component) -> bool:
            shown = [str(option["label"]) for option in each.get("options", ())]
            fits = all(any(one.startswith(label) for one in shown) for label in labels)
            return bool(shown) and fits and verb in (None, self._verb(each))

        on, found = await self._shown(who, offers)
        await self._choose(who, on, found, [_option(found, label) for label in labels])

    async def pick_first(self, who: str, verb: Verb, most: int = 1) -> None:
        """Choose what stands first in the newest list that does something."""
        on, found = await self._shown(
            who, lambda each: each["type"] in SELECTS and self._verb(each) == verb
        )
        await self._choose(who, on, found, found["options"][:most])

    async def act_on(self, who: str, on: Seen, way: Component, values: Sequence[str]) -> None:
        """Press a button, or choose values of a list."""
        if way["type"] == BUTTON:
            await self._press(who, on, way)
        else:
            await self._choose(who, on, way, [e for e in way["options"] if e["value"] in values])

    async def fill(self, who: str, **values: str) -> None:
        """Hand in the form that the last step opened."""
        form = self.stage.form()
        assert form is not None, "nothing is to be filled in"
        await self.stage.fill(who, **values)
        self.note(f"{who} fills in{_said(values)} {self._does(form)}")

    async def type(self, who: str, line: str, option: str, typed: str) -> None:
        """Type, and note what is suggested."""
        found = await self.stage.suggestions(who, line, option, typed)
        self.lines += [f"== {who} types /{line} {option}: {typed}", *map(self._plain, found)]

    async def awaited(self) -> list[str]:
        """Who is awaited, in the game master's order."""
        games = await self.stage.bot.herald.look.inbox(next(iter(self.stage.names)))
        status = await self.stage.bot.herald.look.status(games[0].info.id)
        return [each.seat.name for each in status.awaited]

    # What they see.

    def newest(self, who: str) -> Iterator[Seen]:
        """What somebody sees, the newest first."""
        for each in sorted(self.stage.everything(), key=lambda each: -each.id):
            if each.audience.startswith("all") or each.audience in (who, f"{who}{PRIVATE}"):
                yield each

    async def _press(self, who: str, on: Seen, found: Component) -> None:
        await self.stage.press(who, on, found["custom_id"])
        self.note(f"{who} presses {found.get('label')} {self._does(found)}")

    async def _choose(
        self, who: str, on: Seen, found: Component, options: Sequence[Component]
    ) -> None:
        values = [each["value"] for each in options]
        await self.stage.choose(who, on, found["custom_id"], values)
        chosen = ", ".join(str(each["label"]) for each in options)
        self.note(f"{who} picks {chosen} {self._does(found)}")

    async def _shown(self, who: str, fits: Callable[[Component], bool]) -> tuple[Seen, Component]:
        """What somebody sees, once it is there: a slow machine posts later."""
        for _ in range(PATIENCE):
            found = self._find(who, fits)
            if found is not None:
                return found
            await asyncio.sleep(LOOK)
        raise AssertionError(f"{who} sees nothing like that; the last was\n{self.lines[-1]}")

    def _find(self, who: str, fits: Callable[[Component], bool]) -> tuple[Seen, Component] | None:
        for each in self.newest(who):
            for component in walk(each.components):
                if fits(component) and not component.get("disabled"):
                    return each, component
        return None

    def _verb(self, component: Mapping[str, Any]) -> Verb | None:
        """What a button, a list or a form does."""
        if "custom_id" not in component:
            return None
        return Verb(self.stage.bot.page.ids.read(component["custom_id"]).verb)

    def _does(self, component: Mapping[str, Any]) -> str:
        """The same in a word."""
        verb = self._verb(component)
        return "{link}" if verb is None else f"{{{verb.name.lower()}}}"

    def note(self, step: str) -> None:
        """Write down what became new or different.

        An answer and a post are on their way at once; which comes first is nobody's promise.
        """
        self.lines.append(f"== {self._plain(step)}")
        form = self.stage.form()
        if form is not None:
            self.lines += [f"-- form {self._does(form)}", *self._fields(form)]
        there = sorted(self.stage.everything(), key=lambda each: each.audience)
        self._order = sorted({*self._known, *(each.id for each in there)}, reverse=True)
        self._readers |= {each.id: each.audience for each in there}
        for each in there:
            self._tell(each)
        for gone in sorted(self._known.keys() - {each.id for each in there}):
            self.lines.append(f"-- to {self._which(gone)}: gone")
            del self._known[gone]

    def _which(self, message: int) -> str:
        """A message: who sees it, and how many of the same have come since.

        Counted from the beginning, one message more would change all that follows.
        """
        reader = self._readers[message]
        since = [e for e in self._order if e > message and self._readers[e] == reader]
        return f"{reader}, {len(since)} back" if since else reader

    def _tell(self, seen: Seen) -> None:
        """Write down a message that is new, or what has changed of it."""
        now = list(self._rendered(seen))
        before = self._known.get(seen.id)
        if before == now:
            return
        if before is not None:
            head = f"-- to {self._which(seen.id)}"
            changes = changed(before, now)
            self.lines += [f"{head}: now", *now] if changes is None else [f"{head}:", *changes]
        else:
            self.lines += self._new(seen, now)
        self._known[seen.id] = now

    def _new(self, seen: Seen, now: list[str]) -> Iterator[str]:
        """A new message; what its reader has in another already is not told again."""
        head = f"-- new to {self._which(seen.id)}"
        if seen.called:
            head += f", calls {' and '.join(map(self._name, seen.called))}"
        if seen.flags & SILENT:
            head += ", without a sound"
        who = seen.audience.removesuffix(PRIVATE)
        others = [e for e in self._known if self._readers[e].removesuffix(PRIVATE) == who]
        is_compared = who != "all" and len(now) >= LONG
        for other in sorted(others, reverse=True)[:LATEST] if is_compared else ():
            changes = changed(self._known[other], now)
            if changes is not None:
                yield f"{head}: as to {self._which(other)}{', but' if changes else ''}"
                yield from changes
                return
        yield f"{head}:"
        yield from now

    def _rendered(self, seen: Seen) -> Iterator[str]:
        if seen.content:
            yield from self._plain(seen.content).splitlines()
        yield from self._shown_of(seen.components)
        yield from (f"(file {name})" for name in seen.files)
        if seen.pinned:
            yield "(pinned)"

    def _shown_of(self, components: Sequence[Component]) -> Iterator[str]:
        for each in components:
            if each["type"] == ROW and each["components"][0]["type"] == BUTTON:
                yield " ".join(self._plain(self._button(part)) for part in each["components"])
            elif each["type"] == ROW:
                yield from self._shown_of(each["components"])
            elif each["type"] in (SECTION, CONTAINER):
                inside = [*each["components"], *filter(None, [each.get("accessory")])]
                yield from self._shown_of(inside)
            else:
                yield from self._one(each)

    def _one(self, component: Component) -> Iterator[str]:
        """What a component shows."""
        kind = component["type"]
        if kind == TEXT:
            yield from self._plain(component["content"]).splitlines()
        elif kind == BUTTON:
            yield self._plain(self._button(component))
        elif kind in SELECTS:
            yield from map(self._plain, self._list(component))
        elif kind == GALLERY:
            for each in component["items"]:
                lines = self._plain(each.get("description") or "without words").splitlines()
                yield from (f"| {line}" for line in lines)
        elif kind == SEPARATOR:
            yield "----"
        elif kind not in (FILE, THUMBNAIL):
            raise AssertionError(f"nothing says how a component of type {kind} is told")

    def _button(self, button: Component) -> str:
        marks = [f" {STYLES[button['style']]}"] if button["style"] not in (2, 5) else []
        marks += [" off"] if button.get("disabled") else []
        return f"[{button.get('label')} {self._does(button)}{''.join(marks)}]"

    def _list(self, found: Component) -> Iterator[str]:
        least, most = found.get("min_values", 1), found.get("max_values", 1)
        yield f"<{found.get('placeholder')} {self._does(found)} {least}-{most}>"
        options = []
        for each in found.get("options", ()):
            more = f" ({each['description']})" if each.get("description") else ""
            options.append(f"{'*' if each.get('default') else ''}{each['label']}{more}")
        chosen = [f"*{self._name(int(each['id']))}" for each in found.get("default_values", ())]
        yield from _laid_out([*options, *chosen])

    def _fields(self, form: Component) -> Iterator[str]:
        """A form: its title, and what is to be typed or chosen."""
        yield form["title"]
        for each in form["components"]:
            field = each["component"]
            least, most = field.get("min_length", 0), field.get("max_length", "")
            need = "" if field.get("required", True) else ", may be empty"
            yield f"{each['label']}: {field['custom_id']}, {least}-{most} letters{need}"
            said = {name: field[name] for name in ("value", "placeholder") if field.get(name)}
            yield from (f"    {name}: {value!r}" for name, value in said.items())

    def _plain(self, text: str) -> str:
        """A text without what differs between two servers, ids and times, and without hashes:
        these differ with the form in which a game is kept."""
        text = re.sub(r"<t:(\d+):(\w)>", self._time, text)
        text = re.sub(r"channels/\d+/\d+(/\d+)?", "channels/…", text)
        text = re.sub(r"<([@#])(\d+)>", lambda it: f"<{it[1]}{self._name(int(it[2]))}>", text)
        return re.sub(r"\b[0-9a-f]{16,}\b|\b[0-9a-f]{4}( [0-9a-f]{4})+\b", "…", text)

    def _name(self, number: int) -> str:
        return self.stage.names.get(number, "somewhere")

    def _time(self, stamp: re.Match[str]) -> str:
        if self.began is None:
            return f"<time {stamp[2]}>"
        minutes = (int(stamp[1]) * SECOND - self.began) // MINUTE
        days, rest = divmod(minutes, 24 * 60)
        return f"<day {days} {rest // 60:02}:{rest % 60:02} {stamp[2]}>"


def changed(before: list[str], now: list[str]) -> list[str] | None:
    """The lines that differ; None where most do."""
    compared = list(difflib.unified_diff(before, now, n=0, lineterm=""))[2:]
    changes = [f"{each[0]} {each[1:]}" for each in compared if each[0] in "+-"]
    return None if len(changes) > ALIKE * (len(before) + len(now)) else changes


def walk(components: Sequence[Component]) -> Iterator[Component]:
    """All components, those inside others too, as they are read."""
    for each in components:
        yield each
        yield from walk(each.get("components") or ())
        if each.get("accessory"):
            yield from walk([each["accessory"]])


def _laid_out(options: Sequence[str]) -> list[str]:
    """Options in lines, as many as fit on each."""
    lines: list[str] = []
    for each in options:
        if lines and len(lines[-1]) + len(each) < WIDTH:
            lines[-1] += f" · {each}"
        else:
            lines.append(each)
    return [f"    {line}" for line in lines]


def _said(values: Mapping[str, Any]) -> str:
    return "".join(f" {name}={value!r}" for name, value in values.items())


def _option(found: Component, label: str) -> Component:
    """The option of a list that is meant: of that name, or the first that begins so."""
    options: list[Component] = found["options"]
    exact = [each for each in options if each["label"] == label]
    return next(iter([*exact, *(e for e in options if e["label"].startswith(label))]))


def _named(
    label: str, verb: Verb | None, verb_of: Callable[[Component], Verb | None]
) -> Callable[[Component], bool]:
    """Whether a component is a button of that name, or begins so: Undo says what it undoes."""

    def fits(component: Component) -> bool:
        if component["type"] != BUTTON or verb not in (None, verb_of(component)):
            return False
        return str(component.get("label")).startswith(label)

    return fits
