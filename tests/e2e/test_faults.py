"""Every kind of call fails in every way: nothing is said twice, nothing is lost, all goes on."""

from __future__ import annotations

import re
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest

from bot.local_discord.faults import Fault
from bot.local_discord.rest.dispatch import Asked
from tests.e2e.builders.club import Club, a_club
from tests.e2e.builders.story import CALLS, LOGGING_IN, evening

WAYS: dict[str, dict[str, Any]] = {
    "a rate limit of its route": {"kind": "rate_limit", "seconds": 0.02},
    "a rate limit of everything": {"kind": "rate_limit", "seconds": 0.02, "everywhere": True},
    "a rate limit that takes long": {"kind": "rate_limit", "seconds": 45.0},
    "a rate limit of the proxy": {"kind": "rate_limit", "bare": True},
    "500": {"kind": "status", "status": 500},
    "502": {"kind": "status", "status": 502},
    "503": {"kind": "status", "status": 503},
    "a line cut before the effect": {"kind": "drop"},
    "a line cut after the effect": {"kind": "lose_answer"},
    "502 after the effect": {"kind": "lose_answer_status", "status": 502},
    "503 after the effect": {"kind": "lose_answer_status", "status": 503},
}


class Evening(NamedTuple):
    """What an evening has come to: all that can be read, how the games stand, what was called."""

    told: list[str]
    stands: list[str]
    asked: list[Asked]


async def an_evening(folder: Path, *faults: Fault) -> Evening:
    """An evening with these faults, each of which has struck."""
    async with a_club(folder) as club:
        for each in faults:
            club.table.faults.add(each)
        # What opening the club took is called before there are any faults.
        before = len(club.asked)
        await evening(club)
        assert club.table.faults.waiting == []
        return Evening(club.transcript(), await stands(club), club.asked[before:])


async def stands(club: Club) -> list[str]:
    """How the games stand."""
    found = []
    for user in club.table.world.people():
        for item in await club.bot.herald.look.inbox(user.id):
            game = item.info.game
            found.append(f"{user.username}: {game.status} {game.choice_count} {item.prompts}")
    return found


_undisturbed: list[Evening] = []


async def undisturbed() -> Evening:
    """What an evening without faults comes to."""
    if not _undisturbed:
        with TemporaryDirectory() as folder:
            _undisturbed.append(await an_evening(Path(folder)))
    return _undisturbed[0]


async def unnoticed(folder: Path, *faults: Fault) -> None:
    """Assert that faults make no difference to anybody."""
    found, usual = await an_evening(folder, *faults), await undisturbed()
    assert found.told == usual.told
    assert found.stands == usual.stands


def fault(call: str, way: str, skip: int = 0) -> Fault:
    method, path, uploads = CALLS[call]
    return Fault(method=method, path=path, uploads=uploads, skip=skip, **WAYS[way])


@cache
def kind(method: str, path: str, has_files: bool) -> str | None:
    """The kind of a call."""
    fits = [
        name
        for name, (wanted, pattern, uploads) in CALLS.items()
        if method == wanted and re.search(pattern, path) and uploads <= has_files
    ]
    return max(fits, key=lambda name: CALLS[name][2], default=None)


async def test_the_kinds_of_calls_are_all_that_herald_makes() -> None:
    asked = (await undisturbed()).asked
    made = {(each.route, kind(each.method, each.path, each.files > 0)) for each in asked}
    assert {name for _, name in made if name} == set(CALLS)
    assert {route for route, name in made if name is None} == LOGGING_IN


@pytest.mark.parametrize("turn", [0, 4])
async def test_every_call_fails_once_and_nobody_notices(tmp_path: Path, turn: int) -> None:
    """Each call in another way; with the turns each meets a loss before and after the effect."""
    ways = islice(cycle(WAYS), turn, None)
    await unnoticed(tmp_path, *map(fault, CALLS, ways))


@pytest.mark.soak
@pytest.mark.parametrize("way", WAYS)
async def test_every_call_fails_in_every_way(tmp_path: Path, way: str) -> None:
    await unnoticed(tmp_path, *(fault(call, way) for call in CALLS))


@pytest.mark.soak
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("call", CALLS)
async def test_each_call_fails_at_another_time(tmp_path: Path, call: str, way: str) -> None:
    asked = (await undisturbed()).asked
    kinds = [kind(each.method, each.path, each.files > 0) for each in asked]
    await unnoticed(tmp_path, fault(call, way, skip=kinds.count(call) // 2))
