"""Rows of a game as the store would give them, for tests that need no store."""

from __future__ import annotations

from typing import Any

from bot.service import Pace
from bot.store.choices import LogEntry
from bot.store.games import GameRow
from bot.store.seats import Seat


def a_row(ruleset: str = "standard", **different: Any) -> GameRow:
    """A running game."""
    usual: dict[str, Any] = {
        "id": 7,
        "code": "BCDFG",
        "ruleset": ruleset,
        "ruleset_version": 1,
        "options": {},
        "status": "running",
        "seats_wanted": 3,
        "guild_id": 100,
        "channel_id": 200,
        "is_thread": False,
        "host_user_id": 1,
        "open_to_outsiders": False,
        "pace": Pace(),
        "language": "en",
        "theme": "classic",
        "commitment": "",
        "lobby_message_id": None,
        "phase_message_id": None,
        "choice_count": 0,
        "head_hash": None,
        "state_hash": None,
        "outcome": None,
        "created_at": 0,
        "started_at": 0,
        "finished_at": None,
    }
    return GameRow(**(usual | different))


def a_seat(number: int, user: int | None = None, **different: Any) -> Seat:
    """A seat of that game."""
    usual: dict[str, Any] = {
        "kind": "human",
        "name": f"P{number}",
        "player_seed": b"x",
        "joined_at": 0,
    }
    return Seat(game_id=7, seat=number, user_id=user, **(usual | different))


def a_log_entry(number: int, **different: Any) -> LogEntry:
    """An entry of its log, without what seals it."""
    usual: dict[str, Any] = {
        "game_id": 7,
        "decision": "",
        "value": None,
        "draws": [],
        "events": [],
        "prev_hash": "",
        "state_hash": "",
        "hash": "",
        "at": number,
    }
    return LogEntry(number=number, **(usual | different))
