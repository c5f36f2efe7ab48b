"""A game as a file: round trips, its proof, and everything that is refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.decision import Choice
from engine.core.errors import BadRecord, BadTable
from engine.core.game import Game
from engine.core.policies import play_out, policy
from engine.core.record import (
    PublicRecord,
    Record,
    encode,
    export,
    load,
    record_of,
    replay,
    told_to_all,
    verify,
)
from engine.core.registry import ruleset
from engine.core.strict_json import MOST_BYTES

NAMES = ("Angela", "Brad", "Chloë")


def a_game(turns: int = 2) -> Game:
    seeds = [f"seed of {name}".encode() for name in NAMES]
    return Game.new("standard", NAMES, {"turn_limit": turns}, b"the server's seed", seeds)


def play_default(game: Game) -> int:
    decision = next(decision for decision in game.pending() if decision.blocking)
    game.play(Choice(decision.seat, decision.id, decision.default))
    return decision.seat


@cache
def finished() -> Game:
    """A short game with a choice taken back, dice in battle or exploration, and an end."""
    game = a_game()
    game.take_back(play_default(game))
    play_out(game, [policy("random")] * 3, Random(11))
    return game


@cache
def file() -> bytes:
    return export(finished())


def raw() -> Any:
    return json.loads(file())


def the_record(data: bytes | None = None) -> Record:
    record = load(file() if data is None else data)
    assert isinstance(record, Record)
    return record


def dumped(value: Any) -> bytes:
    return json.dumps(value).encode()


def placed() -> int:
    """The index of the last entry that chose a starting region and drew nothing."""
    entries = enumerate(raw()["entries"])
    return [at for at, e in entries if e.get("decision") == "placement" and "draws" not in e][-1]


def with_draws() -> int:
    """The index of an entry in the middle that drew something."""
    entries = raw()["entries"]
    drew = [at for at, entry in enumerate(entries) if len(entry.get("draws", [])) > 1]
    return drew[len(drew) // 2]


def test_a_finished_game_is_proved() -> None:
    verdict = verify(the_record())
    assert verdict.outcome == finished().outcome()
    assert verdict.choices == len(raw()["entries"]) - 1
    assert verdict.draws == finished().state.draws


def test_a_file_reads_back_as_it_was_written() -> None:
    assert the_record() == record_of(finished())
    assert encode(the_record()) == file()


def test_a_file_of_another_layout_is_the_same_game() -> None:
    assert the_record(json.dumps(raw(), indent=3, sort_keys=True).encode()) == the_record()


def test_a_file_holds_what_is_needed_to_prove_it() -> None:
    found = raw()
    assert (found["format"], found["version"], found["running"]) == ("herald-game", 1, False)
    assert bytes.fromhex(found["server_seed"]) == b"the server's seed"
    assert found["table"]["names"] == list(NAMES)
    assert found["table"]["ruleset_version"] == ruleset("standard").version
    assert len(found["setup"]["draws"]) > 90


@pytest.mark.parametrize("trusted", [False, True])
def test_a_replay_plays_the_same_game_from_its_draws_alone(trusted: bool) -> None:
    record = the_record()
    steps = list(replay(record, trusted=trusted))
    assert [entry for entry, _ in steps] == [None, *record.entries]
    rules = ruleset("standard")
    assert rules.hash(steps[-1][1].state) == record.entries[-1].state_hash
    assert rules.outcome(steps[-1][1].state) == record.outcome
    journal = finished().journal
    assert journal is not None
    assert [told for _, step in steps for told in step.events] == journal.told


def test_a_replay_needs_neither_seeds_nor_fingerprints() -> None:
    changed = raw()
    changed["server_seed"] = "00"
    for entry in changed["entries"]:
        entry["state_hash"] = entry["prev_hash"] = "0" * 64
    assert len(list(replay(the_record(dumped(changed))))) == len(changed["entries"]) + 1


Change = Callable[[Any], Any]


def set_at(*path: str | int) -> Change:
    """Change the value at a path a little: another number, another text."""

    def change(found: Any) -> Any:
        *above, last = path
        place = found
        for step in above:
            place = place[placed() if step == "placed" else step]
        old = place[last]
        if isinstance(old, int):
            place[last] = old + 1
        elif old[:1] in "0123456789abcdef" and len(old) > 20:
            place[last] = ("1" if old[0] != "1" else "2") + old[1:]
        else:
            place[last] = old + "x"
        return found

    return change


def entry_draw(found: Any) -> Any:
    draw = found["entries"][with_draws()]["draws"][1]
    draw[1] = (draw[1] + 1) % draw[0]
    return found


def hand(found: Any) -> Any:
    found["entries"][6]["by"] = "clock"
    return found


def left_out(found: Any) -> Any:
    del found["entries"][7]
    return found


def swapped(found: Any) -> Any:
    entries = found["entries"]
    entries[4], entries[5] = entries[5], entries[4]
    return found


def cut_short(found: Any) -> Any:
    del found["entries"][-1]
    return found


def another_choice(found: Any) -> Any:
    chosen = [e["value"] for e in found["entries"] if e.get("decision") == "placement"]
    regions = ("gobi", "steppe", "congo", "deccan", "java", "gaul", "iberia", "libya")
    found["entries"][placed()]["value"] = next(r for r in regions if r not in chosen)
    return found


def one_draw_more(found: Any) -> Any:
    found["entries"][0]["draws"] = [[6, 0]]
    return found


def one_draw_less(found: Any) -> Any:
    found["entries"][with_draws()]["draws"].pop()
    return found


def winner(found: Any) -> Any:
    found["outcome"]["standings"].reverse()
    return found


def no_taking_back(found: Any) -> Any:
    found["entries"][1]["undoes"] = 5
    return found


def taking_back(found: Any) -> Any:
    found["entries"][5] = {**found["entries"][1], "prev_hash": found["entries"][5]["prev_hash"]}
    return found


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (set_at("server_seed"), "server_seed"),
        (set_at("table", "commitment"), "server_seed"),
        (set_at("table", "player_seeds", 1), "set-up, draw 1"),
        (set_at("table", "names", 0), "entry 1, prev_hash"),
        (set_at("table", "options", "turn_limit"), "set-up, state_hash"),
        (set_at("setup", "draws", 4, 1), "set-up, draw 5"),
        (set_at("setup", "state_hash"), "set-up, state_hash"),
        (entry_draw, "entry {drew}, draw 2"),
        (one_draw_more, "entry 1, draws"),
        (one_draw_less, "entry {drew}, draws"),
        (another_choice, "entry {placed}, state_hash"),
        (set_at("entries", "placed", "value"), "entry {placed}"),
        (set_at("entries", "placed", "decision"), "entry {placed}"),
        (set_at("entries", "placed", "seat"), "entry {placed}"),
        (set_at("entries", 5, "prev_hash"), "entry 6, prev_hash"),
        (set_at("entries", 5, "state_hash"), "entry 6, state_hash"),
        (hand, "entry 8, prev_hash"),
        (left_out, "entry 8, prev_hash"),
        (swapped, "entry 5, prev_hash"),
        (cut_short, "outcome"),
        (no_taking_back, "entry 2"),
        (taking_back, "entry 6"),
        (set_at("outcome", "turns"), "outcome"),
        (set_at("outcome", "reason"), "outcome"),
        (set_at("outcome", "standings", 1, "score"), "outcome, place 2"),
        (set_at("outcome", "standings", 2, "rank"), "outcome, place 3"),
        (
            set_at("outcome", "standings", 0, "parts", "settlements"),
            "outcome, place 1, settlements",
        ),
        (winner, "outcome, place 1"),
        (set_at("seal"), "seal"),
    ],
)
def test_a_changed_game_is_refused_where_it_was_changed(change: Change, where: str) -> None:
    changed = the_record(dumped(change(raw())))
    with pytest.raises(BadRecord) as refused:
        verify(changed)
    assert refused.value.where == where.format(placed=placed() + 1, drew=with_draws() + 1)
    assert refused.value.problem


def test_no_byte_of_a_file_can_be_flipped_unnoticed() -> None:
    rng, original = Random(12), the_record()
    for _ in range(80):
        data = bytearray(file())
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        try:
            found = load(bytes(data))
            # A blank that became another blank changes nothing of the game.
            if found != original:
                verify(the_record(bytes(data)))
                pytest.fail("a changed game was proved")
        except BadRecord as refused:
            assert refused.where and refused.problem


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (set_at("entries", "placed", "value"), "entry {placed}"),
        (one_draw_more, "entry 1"),
        (one_draw_less, "entry {drew}"),
        (no_taking_back, "entry 2"),
    ],
)
def test_a_replay_stops_at_what_the_rules_do_not_allow(change: Change, where: str) -> None:
    with pytest.raises(BadRecord) as refused:
        list(replay(the_record(dumped(change(raw())))))
    assert refused.value.where == where.format(placed=placed() + 1, drew=with_draws() + 1)


def test_a_newer_format_is_refused_with_a_clear_word() -> None:
    with pytest.raises(BadRecord, match="version: 2 is newer than this Herald"):
        load(dumped({**raw(), "version": 2}))


def test_a_game_by_newer_rules_is_refused_with_a_clear_word() -> None:
    newer = raw()
    newer["table"]["ruleset_version"] = 99
    with pytest.raises(BadRecord, match=r"ruleset_version: .*version 99.*update Herald"):
        load(dumped(newer))


def test_a_game_by_unknown_rules_is_refused() -> None:
    unknown = raw()
    unknown["table"]["ruleset"] = "checkers"
    with pytest.raises(BadRecord, match="no rule set is called 'checkers'"):
        load(dumped(unknown))


def test_a_table_nobody_could_sit_at_is_refused() -> None:
    for change in ({"names": ["Angela"], "player_seeds": ["00"]}, {"options": {"turn_limit": -1}}):
        wrong = raw()
        wrong["table"] |= change
        with pytest.raises(BadRecord, match=r"^table: "):
            verify(the_record(dumped(wrong)))
        with pytest.raises(BadRecord, match=r"^table: "):
            list(replay(the_record(dumped(wrong))))


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


def running() -> Game:
    game = a_game(turns=0)
    play_out(game, [policy("random")] * 3, Random(13), 60)
    return game


def test_a_running_game_exports_public_facts_only() -> None:
    game = running()
    found = json.loads(export(game))
    assert found["running"] is True
    assert set(found) == {"format", "version", "running", "table", "events", "view"}
    assert b"the server's seed".hex().encode() not in export(game)
    assert found["view"]["seat"] is None
    assert found["table"]["commitment"]


def test_a_running_game_exports_the_same_whatever_is_hidden() -> None:
    game = running()
    shown = export(game)
    before = game.rules.hash(game.state)
    game.state = game.rules.permute_hidden(game.state, None, Random(14))
    assert game.rules.hash(game.state) != before
    assert export(game) == shown


def test_a_running_game_exports_no_private_event() -> None:
    game = running()
    assert game.journal is not None
    public = [told.event for told in game.journal.told if told.audience is None]
    assert len(public) < len(game.journal.told)
    record = load(export(game))
    assert isinstance(record, PublicRecord)
    assert list(told_to_all(record)) == public


def test_a_running_games_file_reads_back_as_it_was_written() -> None:
    data = export(running())
    assert encode(load(data)) == data


def test_an_event_that_does_not_exist_is_refused() -> None:
    record = load(export(running()))
    assert isinstance(record, PublicRecord)
    wrong = msgspec.structs.replace(record, events=({"type": "Earthquake"},))
    with pytest.raises(BadRecord, match="event 1"):
        list(told_to_all(wrong))


def test_a_game_without_a_journal_has_no_file() -> None:
    game = Game.new("standard", NAMES, {}, b"s", [b"a", b"b", b"c"], record=False)
    with pytest.raises(BadTable):
        export(game)
