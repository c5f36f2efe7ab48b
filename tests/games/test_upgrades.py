"""Games of older versions: what they stored is read, played on and proved by the rules of today.

A folder `version_<n>` holds what that version wrote: exports of whole games and, beside each, some
of the states in the middle of it (compressed) and one event of each class that was told.
"""

from __future__ import annotations

import base64
import json
import zlib
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.core.decision import Choice
from engine.core.dice import RecordedDice
from engine.core.record import Record, load, replay, verify
from engine.core.registry import ruleset
from engine.core.ruleset import Ruleset
from engine.core.upgrades import Upgrades

FOLDER = Path(__file__).parent
OLD = sorted(FOLDER.glob("version_*/*.json"))
EACH = pytest.mark.parametrize("file", OLD, ids=lambda file: f"{file.parent.name}-{file.stem}")


@cache
def record_in(file: Path) -> Record:
    record = load(file.read_bytes())
    assert isinstance(record, Record)
    return record


def stored_by(file: Path) -> dict[str, Any]:
    ruleset_name = record_in(file).table.ruleset
    found: dict[str, Any] = json.loads((file.parent / f"{ruleset_name}_stored.txt").read_text())
    return found


def old_states(file: Path) -> dict[int, bytes]:
    """States as they were stored before the entry of that number, counted from 0."""
    kept = stored_by(file)["states"].items()
    return {int(number): zlib.decompress(base64.b64decode(data)) for number, data in kept}


def states_of_today(record: Record, wanted: set[int]) -> dict[int, Any]:
    """The states before some entries as the rules of today lead to them."""
    rules, found = ruleset(record.table.ruleset), {}
    for number, (_, step) in enumerate(replay(record)):
        if number in wanted:
            found[number] = rules.copy(step.state)
    return found


def play_on(rules: Ruleset[Any], state: Any, record: Record, number: int, end: int) -> Any:
    """The state after the entries from `number` on, before that of `end`."""
    for entry in record.entries[number:end]:
        choice = Choice(entry.seat, entry.decision, entry.value)
        rules.play(state, choice, RecordedDice(entry.draws, "entry"))
    return state


def test_something_old_is_kept_of_every_version_before_the_present() -> None:
    kept = {(record_in(file).table.ruleset, file.parent.name) for file in OLD}
    for name in ("standard", "fast_play", "rhye", "advanced", "civ2010"):
        for version in range(1, ruleset(name).version):
            assert (name, f"version_{version}") in kept


@pytest.mark.unmeasured
@EACH
def test_an_old_state_becomes_the_one_that_the_same_choices_lead_to(file: Path) -> None:
    record, states = record_in(file), old_states(file)
    rules = ruleset(record.table.ruleset)
    today = states_of_today(record, set(states))
    assert len(states) >= 10
    for number, data in states.items():
        assert rules.decode(data) == today[number], f"before entry {number + 1}"


@pytest.mark.unmeasured
@EACH
def test_a_game_begun_under_an_old_version_is_played_to_its_end(file: Path) -> None:
    # Each stored state is played on to the next one, the last one to the end of the game.
    record = record_in(file)
    rules = ruleset(record.table.ruleset)
    states = [(number, rules.decode(data)) for number, data in sorted(old_states(file).items())]
    for (number, state), (following, expected) in pairwise(states):
        assert play_on(rules, state, record, number, following) == expected
        assert expected.version == record.table.ruleset_version
    number, state = states[-1]
    play_on(rules, state, record, number, len(record.entries))
    assert rules.outcome(state) == record.outcome
    assert state.version == record.table.ruleset_version


@EACH
def test_an_upgraded_state_is_stored_in_the_shape_of_today(file: Path) -> None:
    rules = ruleset(record_in(file).table.ruleset)
    for data in old_states(file).values():
        state = rules.decode(data)
        assert state.shape == rules.version
        assert rules.decode(rules.encode(state)) == state
        assert rules.hash_of(data) != rules.hash(state)


def holds(read: Any, stored: Any) -> bool:
    """Whether everything stored is there; a struct inside an event needs no name of its class."""
    if not isinstance(stored, dict):
        return bool(read == stored)
    return all(name == "type" or holds(read[name], value) for name, value in stored.items())


@EACH
def test_every_event_that_was_told_is_still_read(file: Path) -> None:
    record = record_in(file)
    rules = ruleset(record.table.ruleset)
    events = stored_by(file)["events"]
    assert len(events) > 15
    for raw in events:
        event = rules.read_event(raw)
        assert type(event).__name__ == raw["type"]
        assert holds(json.loads(msgspec.json.encode(event)), raw)


@pytest.mark.unmeasured
@EACH
def test_an_old_export_is_proved_but_for_the_fingerprints_of_its_states(file: Path) -> None:
    record = record_in(file)
    verdict = verify(record)
    assert not verdict.states
    assert (verdict.outcome, verdict.seal) == (record.outcome, record.seal)


def test_sides_joined_in_an_old_battle_stay_with_their_seats() -> None:
    frame = {
        "type": "Joining",
        "clash": [5, 1, 0, [1], [0]],
        "asked": [2, 4],
        "answers": [None, None, None, None, "attacker"],
    }
    state = {"spaces": [], "frames": [frame]}
    ruleset("standard").upgrades.state(state, 2)
    assert (frame["asked"], frame["answers"]) == ([2, 4], [None, "attacker"])


def test_steps_are_chained_from_version_to_version() -> None:
    upgrades = Upgrades(
        states={
            1: lambda raw: raw.update(gold=[raw.pop("purse")]),
            2: lambda raw: raw["gold"].append(0),
        }
    )
    assert upgrades.state({"purse": 7}, 3) == {"gold": [7, 0], "shape": 3}
    assert upgrades.state({"gold": [7], "shape": 2}, 3) == {"gold": [7, 0], "shape": 3}


def test_a_missing_step_is_not_passed_over() -> None:
    with pytest.raises(KeyError):
        Upgrades(states={1: lambda raw: None}).state({}, 3)
