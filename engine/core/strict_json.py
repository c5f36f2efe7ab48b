"""Reads JSON from strangers: plain values within bounds, or a `BadRecord`.

Everything a parser may shrug off is refused and located: keys given twice, numbers that are not
whole or too long for 64 bits, text that no encoding can write, nesting deeper and text and lists
longer than a game needs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from engine.core.errors import BadRecord

MOST_BYTES = 32 * 1024 * 1024
DEEPEST = 32
LONGEST_TEXT = 2000
LONGEST_KEY = 200
LONGEST_LIST = 20_000
"""Far more than any game has, except for the lists of the file itself: entries and events."""
LARGEST = 2**63 - 1

Path = list[str | int]
PLURALS = {"entries": "entry", "draws": "draw", "names": "name", "player_seeds": "player seed"}


class _Doubled(dict[str, Any]):
    """An object in which a key stood more than once."""


class _Fault(Exception):
    """Something wrong inside a value; the path is put together on the way out."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem
        self.path: Path = []


def parse(data: bytes) -> Any:
    """The value of a JSON text; raises `BadRecord` saying where and why it is refused."""
    if len(data) > MOST_BYTES:
        raise BadRecord("file", f"larger than {MOST_BYTES // 1024 // 1024} MiB")
    try:
        value = json.loads(data.decode("utf-8"), object_pairs_hook=_object)
    except UnicodeDecodeError as wrong:
        raise BadRecord(f"byte {wrong.start}", "not UTF-8 text") from None
    except json.JSONDecodeError as wrong:
        place = f"line {wrong.lineno}, column {wrong.colno}"
        raise BadRecord(place, f"not JSON: {wrong.msg}") from None
    except RecursionError:
        raise BadRecord("file", "nested too deeply") from None
    except ValueError:
        # The one other complaint of the parser: more digits than it agrees to read.
        raise BadRecord("file", "a number is too long") from None
    try:
        _check(value, 0)
    except _Fault as fault:
        raise BadRecord(place_of(fault.path), fault.problem) from None
    return value


def place_of(path: Path) -> str:
    """A path in words: `["entries", 16, "draws", 1]` is "entry 17, draw 2"."""
    words: list[str] = []
    for step in path:
        if isinstance(step, str):
            words.append(step[:40])
        elif words and words[-1] in PLURALS:
            words[-1] = f"{PLURALS[words[-1]]} {step + 1}"
        else:
            words.append(f"item {step + 1}")
    return ", ".join(words) or "file"


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    return found if len(found) == len(pairs) else _Doubled(found)


def _check(value: Any, depth: int) -> None:
    """Refuse what may not be inside a value."""
    kind = type(value)
    if kind is int:
        if not -LARGEST <= value <= LARGEST:
            raise _Fault("a number is too long")
    elif kind is str:
        _check_text(value)
    elif kind is float:
        raise _Fault(f"{value} is not a whole number")
    elif depth > DEEPEST:
        raise _Fault("nested too deeply")
    elif kind is list:
        if len(value) > LONGEST_LIST and depth > 1:
            raise _Fault(f"a list of {len(value)} is too long")
        _check_items(enumerate(value), depth)
    elif kind is _Doubled:
        raise _Fault("a key stands here twice")
    elif kind is dict:
        if len(value) > LONGEST_LIST:
            raise _Fault(f"{len(value)} keys are too many")
        for key in value:
            _check_text(key, LONGEST_KEY)
        _check_items(value.items(), depth)


def _check_items(items: Iterable[tuple[str | int, Any]], depth: int) -> None:
    for step, value in items:
        try:
            _check(value, depth + 1)
        except _Fault as fault:
            fault.path.insert(0, step)
            raise


def _check_text(text: str, longest: int = LONGEST_TEXT) -> None:
    if len(text) > longest:
        raise _Fault(f"text of {len(text)} characters is too long")
    if not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeEncodeError:
            raise _Fault("text with half a character") from None
