"""A rule set goes on to its second version: games of the first are read, played on and proved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from engine.core.decision import Choice
from engine.core.dice import RecordedDice
from engine.core.events import Event
from engine.core.game import CONSENT
from engine.core.record import Record, replay, verify
from engine.core.registry import ruleset
from engine.core.ruleset import Ruleset
from engine.core.upgrades import Upgrades
from engine.world.events import SettlementTaken
from tests.toy.versions import kept_record, played, version


@pytest.fixture
def second() -> Iterator[Ruleset[Any]]:
    """The rules of a Herald with the second version."""
    with version(2):
        yield ruleset("skirmish")


def stored_by_the_first(record: Record) -> list[tuple[bytes, list[Event]]]:
    """The state after each entry of the kept game, as the first version stored it, and the news."""
    with version(1):
        rules = ruleset("skirmish")
        return [
            (rules.encode(step.state), [told.event for told in step.events])
            for _, step in replay(record)
        ]


def captures(told: list[list[Event]]) -> list[Any]:
    return [event for each in told for event in each if isinstance(event, SettlementTaken)]


def test_the_kept_game_is_what_the_first_version_plays() -> None:
    record = kept_record()
    assert verify(record).states
    game = played()
    assert game.journal is not None
    assert tuple(game.journal.entries) == record.entries, "python -m tests.toy.versions"


def test_the_kept_game_has_everything_in_it_that_changes() -> None:
    record = kept_record()
    undone = [entry.by for entry in record.entries if entry.undoes]
    assert CONSENT in undone and undone.count("player") >= 3
    assert captures([news for _, news in stored_by_the_first(record)])


def test_a_game_of_the_first_version_is_proved_by_the_second(second: Ruleset[Any]) -> None:
    record = kept_record()
    verdict = verify(record)
    assert not verdict.states, "what it stored had another shape"
    assert (verdict.outcome, verdict.seal) == (record.outcome, record.seal)


def test_a_stored_state_becomes_the_one_that_the_same_choices_lead_to(second: Ruleset[Any]) -> None:
    record = kept_record()
    for (data, _), (_, step) in zip(stored_by_the_first(record), replay(record), strict=True):
        upgraded = second.decode(data)
        assert upgraded == step.state
        assert (upgraded.version, upgraded.shape) == (1, 2)
        assert second.decode(second.encode(upgraded)) == upgraded
        assert second.hash_of(data) != second.hash(upgraded)


def test_every_event_that_was_stored_is_read(second: Ruleset[Any]) -> None:
    stored = stored_by_the_first(kept_record())
    for told in (event for _, news in stored for event in news):
        raw = msgspec.to_builtins(told)
        read = msgspec.to_builtins(second.read_event(raw))
        assert read == raw | ({"burnt": False} if raw["type"] == "Captured" else {})


def test_a_game_goes_on_by_the_rule_that_it_began_with(second: Ruleset[Any]) -> None:
    record = kept_record()
    last_undone = max(at for at, entry in enumerate(record.entries, start=1) if entry.undoes)
    data, _ = stored_by_the_first(record)[last_undone]
    state, told = second.decode(data), []
    for entry in record.entries[last_undone:]:
        choice = Choice(entry.seat, entry.decision, entry.value)
        step = second.play(state, choice, RecordedDice(entry.draws, "entry"))
        told.append([each.event for each in step.events])
    assert second.outcome(state) == record.outcome
    assert captures(told) and not any(event.burnt for event in captures(told))


def test_a_new_game_is_played_by_the_new_rule(second: Ruleset[Any]) -> None:
    game = played()
    assert game.journal is not None and game.table.ruleset_version == 2
    told = captures([[each.event for each in game.journal.disclosures]])
    assert told and all(event.burnt for event in told)
    assert game.state.villages == [len(game.state.homes(seat)) for seat in range(3)]


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
