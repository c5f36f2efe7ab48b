"""Finds the next press: from what a panel shows and what is wanted.

Nothing but labels is read. What is wanted is looked for in the lists, then behind their menus, then
step by step, as a person would.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from bot.cli.bench.presses.wishes import Goal

BUTTON, SELECT, TEXT = 2, 3, 10
DO = ("Do it", "Do these", "Pay ")
ELSE, MORE = "Step by step", "More of these"
ALL = "What do you want to do?"
Json = dict[str, Any]


class Press(NamedTuple):
    """What to press: a component, and for a select the values to choose."""

    custom_id: str
    values: tuple[str, ...] = ()


class Lost(Exception):
    """Nothing on the panel leads to what is wanted."""


def walk(components: Iterable[Json]) -> Iterable[Json]:
    """Every component, those inside others included."""
    for each in components:
        yield each
        yield from walk(each.get("components", ()))


class Reader:
    """Reads one panel after the other on the way to some goals of one decision."""

    def __init__(self) -> None:
        self.looked: set[tuple[str, str]] = set()

    def begin(self) -> None:
        """Forget which menus were looked into: the panel is another one now."""
        self.looked.clear()

    def press(self, components: Sequence[Json], goals: Sequence[Goal]) -> Press:
        """The next press; raises `Lost`."""
        parts = list(walk(components))
        buttons = [e for e in parts if e["type"] == BUTTON and not e.get("disabled")]
        selects = [e for e in parts if e["type"] == SELECT]
        doing = next((b for b in buttons if str(b.get("label")).startswith(DO)), None)
        wanted = [goal for goal in goals if not goal.is_end]
        marked = self._marked(selects, wanted)
        if marked is not None:
            return marked
        text = "\n".join(str(e.get("content", "")) for e in parts if e["type"] == TEXT)
        rest = [goal for goal in wanted if not any(f"▸ {word}" in text for word in goal.whole)]
        if doing is not None and not rest:
            ends = [goal for goal in goals if goal.is_end]
            both = next((b for b in buttons if ends and ends_too(b, doing, ends[0])), doing)
            return Press(both["custom_id"])
        first = (rest or list(goals))[0]
        found = (
            self._button(buttons, first)
            or self._menu(buttons, selects, first)
            or self._more(buttons)
            or (Press(doing["custom_id"]) if doing is not None else None)
            or self._step(buttons, selects, first)
            or self._else(buttons)
        )
        if found is None:
            raise Lost(f"{first.whole}: {[b.get('label') for b in buttons]}")
        return found

    def _marked(self, selects: Sequence[Json], goals: Sequence[Goal]) -> Press | None:
        """Choose whatever is wanted of a list that says it whole."""
        for each in selects:
            options = each["options"]
            chosen = [option["value"] for option in options if option.get("default")]
            new = []
            for goal in goals:
                for option in options:
                    if says(option["label"], goal) and option["value"] not in chosen:
                        new.append(option["value"])
                        break
            if new:
                most = int(each.get("max_values", 1))
                kept = chosen if most > 1 else []
                return Press(each["custom_id"], tuple(dict.fromkeys([*kept, *new]))[:most])
        return None

    def _button(self, buttons: Sequence[Json], goal: Goal) -> Press | None:
        for each in buttons:
            # What stands behind the dot is a remark on the answer.
            if str(each.get("label")).partition(" · ")[0] in goal.whole:
                return Press(each["custom_id"])
        return None

    def _menu(self, buttons: Sequence[Json], selects: Sequence[Json], goal: Goal) -> Press | None:
        """Look behind the menu that is about the beginning of what is wanted."""
        for step in goal.steps:
            for each in buttons:
                place = (step, str(each.get("label")))
                if step in place[1].split(", ") and place not in self.looked:
                    self.looked.add(place)
                    return Press(each["custom_id"])
            for each in selects:
                if int(each.get("max_values", 1)) > 1 or not is_menu(each):
                    continue
                for option in each["options"]:
                    place = (step, option["value"])
                    if step in option["label"].split(", ") and place not in self.looked:
                        self.looked.add(place)
                        if not option.get("default"):
                            return Press(each["custom_id"], (option["value"],))
        return None

    def _more(self, buttons: Sequence[Json]) -> Press | None:
        for each in buttons:
            if each.get("label") == MORE:
                return Press(each["custom_id"])
        return None

    def _step(self, buttons: Sequence[Json], selects: Sequence[Json], goal: Goal) -> Press | None:
        """One part of the answer, step by step."""
        for step in goal.steps:
            for each in buttons:
                label = str(each.get("label"))
                if label == step or label.startswith(f"{step} · "):
                    return Press(each["custom_id"])
            for select in selects:
                found = self._picked(select, step, goal)
                if found is not None:
                    return found
        done = next((b for b in buttons if is_none(str(b.get("label")))), None)
        return Press(done["custom_id"]) if done is not None else None

    def _picked(self, select: Json, step: str, goal: Goal) -> Press | None:
        """A part of the answer from a list; with it all others that the list takes at once."""
        options = select["options"]
        if not any(each["label"] == step and not each.get("default") for each in options):
            return None
        wanted = goal.steps if int(select.get("max_values", 1)) > 1 else (step,)
        values = [e["value"] for e in options if e["label"] in wanted or e.get("default")]
        return Press(select["custom_id"], tuple(values[: int(select.get("max_values", 1))]))

    def _else(self, buttons: Sequence[Json]) -> Press | None:
        for each in buttons:
            if str(each.get("label")).startswith(ELSE):
                return Press(each["custom_id"])
        return None


def ends_too(button: Json, doing: Json, end: Goal) -> bool:
    """Whether a button does what another does, and ends the phase."""
    wanted = {f"{doing['label']}, {words[:1].lower()}{words[1:]}" for words in end.whole}
    return str(button.get("label")) in wanted


def is_menu(select: Json) -> bool:
    """Whether a list leads to other lists."""
    placeholder = str(select.get("placeholder"))
    return "omething else" in placeholder or placeholder == ALL


def says(label: str, goal: Goal) -> bool:
    """Whether an option of a list is what is wanted, whatever belongs to it."""
    return any(label == words or label.startswith(f"{words}, ") for words in goal.whole)


def is_none(label: str) -> bool:
    """Whether a button takes nothing more of several: "Done", or "No challenge"."""
    return label in ("Done", "Nothing") or label.startswith("No ")
