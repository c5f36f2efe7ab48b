"""A game as a file that a forger has chained again: it is proved where it says what happened."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from bot.cli.program import main
from engine.core import record as record_module
from engine.core.decision import Choice
from engine.core.errors import BadRecord
from engine.core.game import Entry, Game, Setup, Table, fingerprint
from engine.core.policies import play_out, policy
from engine.core.posted import check_posted, marks
from engine.core.record import (
    Record,
    encode,
    load,
    record_of,
    replay,
    verify,
)
from engine.core.view import Outcome
from tests.core.recorded import NAMES, dumped

KEPT = sorted((Path(__file__).parent.parent / "games").glob("*_players.json"))
ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 99, 2**63 - 1, 2**64, 0.5, "", "x", "0" * 64),
    *([], {}, [[6, 1]], "\N{RIGHT-TO-LEFT OVERRIDE}", "\0", "undo", "clock", "ai"),
)


def chained(raw: Any) -> bytes:
    """A file whose fingerprints fit each other again, as far as its shape allows that."""
    try:
        head = fingerprint(
            msgspec.convert(raw["table"], Table), msgspec.convert(raw["setup"], Setup)
        )
        for entry in raw["entries"]:
            entry["prev_hash"] = head
            head = fingerprint(msgspec.convert(entry, Entry))
        outcome = msgspec.convert(raw["outcome"], Outcome)
        raw["seal"] = fingerprint(head, outcome, raw["server_seed"])
    except (msgspec.ValidationError, KeyError, TypeError):
        pass
    return dumped(raw)


def forged(data: bytes) -> Record:
    found = load(data)
    assert isinstance(found, Record)
    return found


def short_game() -> Any:
    """The file of a short game in which somebody took a choice back, and the table another."""
    return json.loads(played_short())


@cache
def played_short() -> bytes:
    seeds = [name.encode() for name in NAMES]
    options = {"turn_limit": 1}
    game = Game.new("standard", NAMES, options, b"a seed", seeds)
    for by in ("player", "undo"):
        decision = next(each for each in game.pending() if each.blocking)
        before = game.rules.copy(game.state)
        game.play(Choice(decision.seat, decision.id, decision.default))
        if by == "player":
            game.take_back(decision.seat)
        else:
            game.rewind(decision.seat, 3, before)
    play_out(game, [policy("random")] * 3, Random(2))
    return encode(record_of(game))


def another_entry(entry: Any) -> None:
    entry["undoes"] = 99


def more_in_it(entry: Any) -> None:
    entry |= {"decision": "victory", "value": {"do": "win"}}


def seat_of_nobody(entry: Any) -> None:
    entry["seat"] = 99


@pytest.mark.parametrize("by", ["player", "undo"])
@pytest.mark.parametrize("change", [another_entry, more_in_it, seat_of_nobody])
def test_taking_back_says_who_took_what_back_and_nothing_else(
    by: str, change: Callable[[Any], None]
) -> None:
    raw = short_game()
    verify(forged(chained(raw)))
    change(next(e for e in raw["entries"] if e.get("undoes") and e.get("by", "player") == by))
    with pytest.raises(BadRecord):
        verify(forged(chained(raw)))


def test_there_is_no_version_before_the_first() -> None:
    raw = short_game()
    raw["table"]["ruleset_version"] = 0
    with pytest.raises(BadRecord, match="ruleset_version"):
        load(chained(raw))


def test_a_file_cannot_have_more_states_kept_than_there_is_room_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    raw = short_game()
    verify(forged(dumped(raw)))
    monkeypatch.setattr(record_module, "KEPT_MOST", 0)
    with pytest.raises(BadRecord, match="wait to be taken back"):
        verify(forged(dumped(raw)))
    with pytest.raises(BadRecord, match="wait to be taken back"):
        list(replay(forged(dumped(raw))))


def test_a_mark_is_compared_whole() -> None:
    record = forged(dumped(short_game()))
    with pytest.raises(BadRecord, match="16 digits or more"):
        check_posted(record, None, [marks(record)[2][:15]])
    spaced = f" {record.table.commitment[:32]} {record.table.commitment[32:].upper()}\n"
    assert check_posted(record, spaced, [marks(record)[2]]) == [2]


def test_herald_verify_says_what_was_compared_with_no_post(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = short_game()
    file = tmp_path / "game.json"
    file.write_bytes(chained(raw))
    record = forged(file.read_bytes())
    sealed = ["verify", str(file), "--commitment", record.table.commitment]
    # The seal of the dice says nothing about names, shares and choices.
    assert main(sealed) == 0
    assert "choices are not compared with any post" in capsys.readouterr().out
    assert main([*sealed, "--head", marks(record)[4]]) == 0
    assert f"entries 5 to {len(record.entries)} are not compared" in capsys.readouterr().out
    assert main([*sealed, "--head", record.seal]) == 0
    assert "not compared" not in capsys.readouterr().out


# Any change of any kept game.


def paths(value: Any) -> list[tuple[str | int, ...]]:
    """Every place in a JSON value, except for the whole."""
    found: list[tuple[str | int, ...]] = []
    below: list[tuple[tuple[str | int, ...], Any]] = [((), value)]
    while below:
        path, inner = below.pop()
        items: Any = inner.items() if isinstance(inner, dict) else ()
        items = enumerate(inner) if isinstance(inner, list) else items
        below += [((*path, key), each) for key, each in items]
        found += [(*path, key) for key, _ in items] if isinstance(inner, dict) else []
        found += [(*path, at) for at in range(len(inner))] if isinstance(inner, list) else []
    return found


def changed(raw: Any, everywhere: list[tuple[str | int, ...]], rng: Random) -> None:
    """Change, remove, double or exchange something at any depth."""
    shallow = [path for path in everywhere if path[0] != "entries"]
    path: tuple[Any, ...] = rng.choice(shallow if rng.random() < 0.4 else everywhere)
    *above, last = path
    holder = raw
    for step in above:
        holder = holder[step]
    old, way = holder[last], rng.randrange(6)
    if way == 0:
        del holder[last]
    elif way == 1 and isinstance(holder, list):
        holder.insert(last, json.loads(json.dumps(old)))
    elif way == 2 and isinstance(holder, list):
        other = rng.randrange(len(holder))
        holder[last], holder[other] = holder[other], holder[last]
    elif way == 3 and type(old) is int:
        holder[last] = old + rng.choice((-1, 1, 10))
    elif way == 3 and isinstance(old, str) and old:
        at = rng.randrange(len(old))
        holder[last] = old[:at] + rng.choice("0123456789abcdefx") + old[at + 1 :]
    elif way == 4 and isinstance(old, dict):
        old[rng.choice(("x", "by", "undoes", "value", "decision"))] = rng.choice(ODD)
    else:
        holder[last] = json.loads(json.dumps(rng.choice(ODD)))


def provable(record: Record) -> Any:
    """What a file says that follows from its seeds and the rules; docs/promises.md has the rest."""
    table = msgspec.structs.replace(record.table, names=())
    entries = [
        (e.seat, e.by == "undo", e.decision, e.value, e.draws, e.undoes, e.state_hash)
        for e in record.entries
    ]
    setup = record.setup.draws, record.setup.state_hash
    return table, record.server_seed, setup, entries, record.outcome


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
@pytest.mark.parametrize("mutations", [12, pytest.param(400, marks=pytest.mark.soak)])
def test_no_change_of_a_kept_game_is_proved_though_it_is_chained_again(
    file: Path, mutations: int
) -> None:
    rng, original = Random(f"{file.stem} {mutations}"), forged(file.read_bytes())
    unchanged = paths(json.loads(file.read_bytes()))
    for number in range(mutations):
        raw = json.loads(file.read_bytes())
        for already in range(rng.choice((1, 1, 2, 3))):
            changed(raw, paths(raw) if already else unchanged, rng)
        data = chained(raw) if number % 3 else dumped(raw)
        try:
            record = forged(data)
            verify(record)
        except BadRecord as refused:
            assert refused.where and refused.problem
            continue
        assert provable(record) == provable(original)
        if msgspec.structs.replace(record, version=original.version) != original:
            with pytest.raises(BadRecord):
                check_posted(record, original.table.commitment, [original.seal])
