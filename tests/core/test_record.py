"""A game as a file: round trips and its proof."""

from __future__ import annotations

import json
from random import Random

import msgspec
import pytest

from engine.conformance.twins import twin_of
from engine.core.errors import BadRecord, BadTable
from engine.core.game import Game
from engine.core.policies import play_out, policy
from engine.core.record import (
    PublicRecord,
    encode,
    export,
    load,
    public_events,
    record_of,
    replay,
    verify,
)
from engine.core.registry import ruleset
from tests.core.recorded import (
    NAMES,
    a_game,
    dumped,
    file,
    finished,
    raw,
    the_record,
)


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
    assert [told for _, step in steps for told in step.events] == journal.disclosures


def test_a_replay_needs_neither_seeds_nor_fingerprints() -> None:
    changed = raw()
    changed["server_seed"] = "00"
    for entry in changed["entries"]:
        entry["state_hash"] = entry["prev_hash"] = "0" * 64
    assert len(list(replay(the_record(dumped(changed))))) == len(changed["entries"]) + 1


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
    game.state = twin_of(game.rules, game.state, None, Random(14))
    assert game.rules.hash(game.state) != before
    assert export(game) == shown


def test_a_running_game_exports_no_private_event() -> None:
    game = running()
    assert game.journal is not None
    public = [told.event for told in game.journal.disclosures if told.audience is None]
    assert len(public) < len(game.journal.disclosures)
    record = load(export(game))
    assert isinstance(record, PublicRecord)
    assert list(public_events(record)) == public


def test_a_running_games_file_reads_back_as_it_was_written() -> None:
    data = export(running())
    assert encode(load(data)) == data


def test_an_event_that_does_not_exist_is_refused() -> None:
    record = load(export(running()))
    assert isinstance(record, PublicRecord)
    wrong = msgspec.structs.replace(record, events=({"type": "Earthquake"},))
    with pytest.raises(BadRecord, match="event 1"):
        list(public_events(wrong))


def test_a_game_without_a_journal_has_no_file() -> None:
    game = Game.new("standard", NAMES, {}, b"s", [b"a", b"b", b"c"], record=False)
    with pytest.raises(BadTable):
        export(game)
