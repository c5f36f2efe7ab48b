"""Nothing hidden gets out: what is said in public is the same whatever is hidden.

Of a game in progress a twin is made in which everything that one seat cannot know has changed. The
seat then does the same thing in both; unless that brings something to light, everybody must be told
the same, and the seat must not see a difference.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from bot.service import Herald, Receipt
from bot.service.announcing.announcements import (
    AwaitedEdit,
    Began,
    HandedBack,
    Lapsed,
    LobbyCard,
    Losses,
    News,
    PhasePost,
    PostOver,
    Reminder,
    ResultPost,
    SecretAsk,
    YourTurn,
    announcement,
)
from bot.store import Store, choices
from bot.store.people import User
from engine.conformance.twins import twin_of
from engine.core.record import PublicRecord, load
from engine.core.registry import ruleset
from tests.bot.builders.virtual_time import VirtualTime
from tests.bot.service.builders import a_game, awaited, lay_out, messages_of
from tests.bot.service.random_play import crowded, play_randomly
from tests.standard.builders import a_game as a_case

PUBLIC = (
    LobbyCard,
    Began,
    PhasePost,
    AwaitedEdit,
    PostOver,
    YourTurn,
    Reminder,
    Lapsed,
    ResultPost,
)
PRIVATE = (SecretAsk, News, Losses, YourTurn, Reminder, HandedBack)


async def make_twin(store: Store, game_id: int, seat: int, rng: Random, file: Path) -> Store:
    """A copy of everything, in which all that a seat cannot know has changed."""
    await store.backup(file)
    twin = await Store.open(f"sqlite:///{file}")
    async with twin.reading() as tx:
        kept = await choices.snapshot(tx, game_id)
    assert kept is not None
    rules = ruleset("standard")
    await lay_out(twin, game_id, twin_of(rules, rules.decode(kept.state), seat, rng))
    return twin


async def public_facts(store: Store, herald: Herald, game_id: int, user_id: int) -> dict[str, Any]:
    """All that reaches the channel or the user, and what everybody can ask for."""
    own = f"user:{user_id}"
    said = [
        (message.target, message.kind, message.payload)
        for message in await messages_of(store, game_id)
        if message.channel_id is not None or message.target == own
    ]
    status = await herald.look.status(game_id)
    desk = await herald.look.desk(game_id, user_id)
    return {
        "said": said,
        "status": (status.view, status.phase, status.awaited, status.answered),
        "desk": (desk.view, [(a.tag, a.prompt, a.due_at) for a in desk.decisions]),
        "undo": desk.can_take_back,
        "log": await herald.look.log(game_id, user_id),
        "public log": await herald.look.log(game_id),
        "file": (await herald.look.export(game_id)).content,
    }


def a_battle() -> Any:
    """Three players with troops in one region, who will choose sides and units in secret."""
    case = a_case(players=3)
    for name in ("angela", "brad", "chris"):
        case = case.with_units(name, "gobi", swordsman=2, horseman=1, catapult=1)
    return case.at("movement", mover="angela").play("angela", {"do": "end"}).state


@pytest.mark.parametrize(
    ("seed", "state", "most", "every"),
    [
        (6, None, 45, 5),
        pytest.param(2, None, 45, 5, marks=pytest.mark.soak),
        (3, a_battle, 16, 1),
    ],
)
async def test_what_is_said_is_the_same_whatever_is_hidden(
    herald: Herald,
    store: Store,
    time: VirtualTime,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    seed: int,
    state: Callable[[], Any] | None,
    most: int,
    every: int,
) -> None:
    caplog.set_level(logging.INFO, "herald.service")
    rng = Random(seed)
    info = await a_game(herald, people=3, options={"turn_limit": 9})
    if state is not None:
        await lay_out(store, info.id, state())
        herald = Herald(store, time)
    compared = 0
    async for receipt in play_randomly(herald, info.id, rng, most):
        users = await awaited(herald, info.id)
        if receipt.number % every or not users:
            continue
        user = rng.choice(users)
        seat = next(each.seat for each in info.seats if each.user_id == user)
        value: Any = None
        results: list[tuple[Receipt, dict[str, Any], list[str]]] = []
        file = tmp_path / f"twin {receipt.number}.db"
        twins = [
            await make_twin(store, info.id, seat, Random(s), file.with_suffix(f".{s}"))
            for s in (1, 2)
        ]
        for twin in twins:
            other = Herald(twin, time)
            before = await public_facts(twin, other, info.id, user)
            question = (await other.look.desk(info.id, user)).decisions[0]
            if value is None:
                value = crowded(question.decision.grammar).sample(rng)
            caplog.clear()
            done = await other.play.choose(
                info.id, user, question.decision.id, value, interaction="twin", tag=question.tag
            )
            lines = [record.getMessage().rpartition(" ms=")[0] for record in caplog.records]
            after = await public_facts(twin, other, info.id, user)
            results.append((done, {"before": before, "after": after}, lines))
            await twin.close()
        one, other_one = results
        assert one[1]["before"] == other_one[1]["before"]
        assert one[2] == other_one[2]
        if not one[0].revealed and not other_one[0].revealed:
            compared += 1
            assert one[0] == other_one[0]
            assert one[1]["after"] == other_one[1]["after"]
    assert compared >= 3


async def test_channels_hear_public_facts_and_users_only_their_own(
    herald: Herald, store: Store
) -> None:
    for user in (1, 2, 3):
        await herald.save_me(User(user_id=user, notify="dm"))
    info = await a_game(herald, people=3, options={"turn_limit": 9})
    async for _ in play_randomly(herald, info.id, Random(6), 60):
        pass
    kinds = set()
    for message in await messages_of(store, info.id):
        said = announcement(message)
        kinds.add(type(said))
        if message.channel_id is not None:
            assert isinstance(said, PUBLIC)
            assert not {"value", "values", "data"} & set(said.__struct_fields__)
            continue
        assert isinstance(said, PRIVATE)
        seat = next(each.seat for each in info.seats if each.user_id == message.user_id)
        assert seat in getattr(said, "seats", ()) or seat == getattr(said, "seat", None)
        assert not isinstance(said, YourTurn) or said.seats == (seat,)
    assert kinds >= {PhasePost, PostOver, SecretAsk, News, YourTurn}


async def test_a_running_games_file_holds_no_private_event(herald: Herald, store: Store) -> None:
    info = await a_game(herald, people=3, options={"turn_limit": 9})
    private = []
    async for receipt in play_randomly(herald, info.id, Random(6), 60):
        async with store.reading() as tx:
            entry = await choices.get(tx, info.id, receipt.number)
        assert entry is not None
        private += [each["event"] for each in entry.events if each["audience"] is not None]
    assert private
    content = (await herald.look.export(info.id)).content
    record = load(content)
    assert isinstance(record, PublicRecord)
    public = [msgspec.json.encode(event) for event in record.events]
    assert not {msgspec.json.encode(event) for event in private} & set(public)
