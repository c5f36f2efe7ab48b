"""A game as a file: anything else than a game is refused, saying where."""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.errors import BadRecord
from engine.core.game import Game
from engine.core.record import (
    Record,
    encode,
    export,
    load,
    record_of,
    replay,
    verify,
)
from engine.core.registry import ruleset, rulesets
from engine.core.strict_json import MOST_BYTES
from tests.core.recorded import (
    a_game,
    dumped,
    raw,
)

HOSTILE: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "line 1"),
    "not JSON": (b"hello", "line 1"),
    "cut off": (b'{"format": "herald-game', "line 1"),
    "invalid UTF-8": (b'{"format": "\xff\xfe"}', "byte 12"),
    "byte order mark": (b"\xef\xbb\xbf{}", "line 1"),
    "deep lists": (b"[" * 100_000, "file"),
    "deep lists, closed": (b"[" * 100_000 + b"]" * 100_000, "file"),
    "deep objects": (b'{"a":' * 100_000, "file"),
    "deep enough to parse": (b'{"a":' + b"[" * 60 + b"]" * 60 + b"}", "a, item 1"),
    "long number": (b'{"format": %s}' % (b"9" * 10_000), "file"),
    "large number": (b'{"version": 99999999999999999999}', "version"),
    "NaN": (b'{"version": NaN}', "version"),
    "Infinity": (b'{"version": -Infinity}', "version"),
    "exponent": (b'{"version": 1e999}', "version"),
    "half a character": (b'{"format": "\\ud800"}', "format"),
    "half a character in a key": (b'{"\\udfff": 1}', "file"),
    "key twice": (b'{"entries": [{"seat": 1, "seat": 2}]}', "entry 1"),
    "no object": (b"[]", "format"),
    "null": (b"null", "format"),
    "another format": (b'{"format": "chess"}', "format"),
    "no running": (b'{"format": "herald-game", "version": 1}', "running"),
    "running is a number": (b'{"format": "herald-game", "version": 1, "running": 0}', "running"),
    "too large": (b" " * (MOST_BYTES + 1), "file"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_bytes_are_refused_saying_where(name: str) -> None:
    data, where = HOSTILE[name]
    with pytest.raises(BadRecord) as refused:
        load(data)
    assert refused.value.where.startswith(where)
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        (("version",), 0, "version"),
        (("version",), True, "version"),
        (("table", "names"), "Angela", "table, names"),
        (("table", "names", 1), 7, "table, name 2"),
        (("table", "commitment"), "abc", "table, commitment"),
        (("table", "player_seeds", 0), "xy", "table, player seed 1"),
        (("table", "player_seeds", 0), "00" * 65, "table, player seed 1"),
        (("table", "ruleset_version"), -1, "table, ruleset_version"),
        (("server_seed",), "", "server_seed"),
        (("entries",), {}, "entries"),
        (("entries", 2), [], "entry 3"),
        (("entries", 2, "seat"), "0", "entry 3, seat"),
        (("entries", 2, "seat"), True, "entry 3, seat"),
        (("entries", 2, "seat"), -1, "entry 3, seat"),
        (("entries", 2, "seat"), 0.5, "entry 3, seat"),
        (("entries", 2, "by"), "magic", "entry 3, by"),
        (("entries", 2, "draws"), [[6]], "entry 3, draw 1"),
        (("entries", 2, "draws"), [[6, "1"]], "entry 3, draw 1"),
        (("entries", 2, "prev_hash"), "0" * 64 + "\n", "entry 3, prev_hash"),
        (("entries", 2, "comment"), "hello", "entry 3"),
        (("outcome", "standings", 0, "parts"), None, "outcome, standings, item 1, parts"),
        (("more",), 1, "file"),
        (("table", "more"), 1, "table"),
        (("setup", "more"), 1, "setup"),
        (("outcome", "more"), 1, "outcome"),
        (("outcome", "standings", 0, "more"), 1, "outcome, standings, item 1"),
        (("table", "names", 0), "A" * 201, "table, name 1"),
        (("table", "names"), ["A"] * 65, "table, names"),
        (("table", "player_seeds"), ["00"] * 65, "table, player_seeds"),
        (("table", "options"), {str(n): 1 for n in range(201)}, "table, options"),
        (("table", "options", "k" * 201), 1, "table, options"),
        (("entries", 2, "decision"), "d" * 201, "entry 3, decision"),
        (("entries", 2, "value"), "v" * 2001, "entry 3, value"),
        (("entries", 2, "value"), {"deep": ["v" * 2001]}, "entry 3, value, deep, item 1"),
        (("entries", 2, "value"), [1] * 20_001, "entry 3, value"),
        (("entries", 2, "draws"), [[6, 1]] * 20_001, "entry 3, draws"),
        (("outcome", "reason"), "r" * 2001, "outcome, reason"),
    ],
)
def test_what_has_the_wrong_shape_is_refused_saying_where(
    path: tuple[str | int, ...], value: Any, where: str
) -> None:
    wrong = place = raw()
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(BadRecord) as refused:
        load(dumped(wrong))
    assert refused.value.where.startswith(where)


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        (("more",), 1, "file"),
        (("view", "more"), 1, "view"),
        (("view", "players", 0, "more"), 1, "view, players, item 1"),
        (("view", "phase"), "p" * 2001, "view, phase"),
        (("events", 0, "more"), 1, "event 1"),
        (("events", 0, "type"), "Nothing", "event 1"),
        (("events", 0, "type"), "t" * 2001, "events, item 1, type"),
    ],
)
def test_what_does_not_belong_into_a_running_games_file_is_refused(
    path: tuple[str | int, ...], value: Any, where: str
) -> None:
    wrong = place = json.loads(export(a_game()))
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(BadRecord) as refused:
        load(dumped(wrong))
    assert refused.value.where.startswith(where)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


def paths(value: Any, above: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every place in a JSON value."""
    items: Any = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    return [above, *(path for key, inner in items for path in paths(inner, (*above, key)))]


@cache
def short() -> Any:
    """The file with its first entries only: quick to check, refused at the latest at the end."""
    found = raw()
    del found["entries"][12:]
    return found


@settings(max_examples=80, deadline=None)
@given(data=st.data())
def test_nothing_but_a_refusal_comes_of_a_mutated_file(data: st.DataObject) -> None:
    mutated = copy.deepcopy(short())
    for _ in range(data.draw(st.integers(1, 3))):
        *above, last = data.draw(st.sampled_from(paths(mutated)[1:]))
        place = mutated
        for step in above:
            place = place[step]
        if data.draw(st.booleans()):
            place[last] = data.draw(JSON)
        else:
            del place[last]
    try:
        record = load(dumped(mutated))
        assert isinstance(record, Record)
        for _ in replay(record):
            pass
        verify(record)
        pytest.fail("a game without its end was proved")
    except BadRecord as refused:
        assert refused.where


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(BadRecord):
        load(data)


@pytest.mark.parametrize("name", rulesets())
@pytest.mark.parametrize("event", [{}, {"type": 7}, {"type": []}, {"kind": "BattleFought"}])
def test_what_is_no_event_is_refused_in_every_rule_set(name: str, event: dict[str, Any]) -> None:
    players = next(iter(ruleset(name).seats))
    seeds = [bytes([seat + 1]) * 16 for seat in range(players)]
    game = Game.new(name, ["Ada"] * players, {}, b"the server's seed", seeds)
    running = json.loads(encode(record_of(game)))
    running["events"] = [event]
    with pytest.raises(BadRecord, match="event 1"):
        load(dumped(running))
