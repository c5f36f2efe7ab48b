"""A game as a file: whatever was changed in it is found out, and where."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engine.core.errors import BadRecord
from engine.core.record import (
    load,
    replay,
    verify,
)
from tests.core.recorded import (
    dumped,
    file,
    placed,
    raw,
    the_record,
    with_draws,
)

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
