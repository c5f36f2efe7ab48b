"""Tables for the tests of the service, laid in one line."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any, TypeVar

import msgspec
from sqlalchemy import update

from bot.moment import HOUR
from bot.service import Actor, Asked, GameInfo, Herald, NewLobby, Pace, Person, Receipt
from bot.service.announcing.announcements import Announcement, announcement
from bot.service.game.states import draws_of, engine_entry, engine_table
from bot.store import Store, choices, clocks, games, outbox, seats, tables
from bot.store.choices import LogEntry
from bot.store.clocks import Clock
from bot.store.going_on import as_column
from bot.store.outbox import Message
from engine.core.game import Setup, fingerprint
from engine.core.registry import ruleset
from engine.world import world
from engine.world.view import WorldView

ADA, BEA, CHRIS = Person(1, "Ada"), Person(2, "Bea"), Person(3, "Chris")
PEOPLE = (ADA, BEA, CHRIS, Person(4, "Dora"), Person(5, "Emil"), Person(6, "Flo"))
HOST = Actor(ADA.user_id)
DAY_PACE = Pace(phase_minutes=24 * 60)

_numbers = count(1)
A = TypeVar("A", bound=Announcement)


def a_click() -> str:
    """The name of a click that was never made before."""
    return f"click {next(_numbers)}"


async def a_lobby(herald: Herald, people: int = 2, ais: int = 0, **agreed: Any) -> GameInfo:
    """A lobby with Ada, its host, and others."""
    usual = {"ruleset": "standard", "channel_id": 1000 + next(_numbers), "pace": DAY_PACE}
    info = await herald.lobby.open(NewLobby(host=ADA, **{**usual, **agreed}))
    for person in PEOPLE[1:people]:
        info = await herald.lobby.join(info.id, person)
    for _ in range(ais):
        info = await herald.lobby.add_ai(info.id, HOST)
    return info


async def a_game(herald: Herald, people: int = 2, ais: int = 0, **agreed: Any) -> GameInfo:
    """A game that has begun and awaits somebody."""
    agreed.setdefault("options", {"turn_limit": 2})
    info = await herald.lobby.start((await a_lobby(herald, people, ais, **agreed)).id, HOST)
    await herald.scheduler.tick()
    return info


async def awaited(herald: Herald, game_id: int) -> list[int]:
    """The users that the game waits for."""
    status = await herald.look.status(game_id)
    return [each.seat.user_id for each in status.awaited if each.seat.user_id is not None]


async def asked(herald: Herald, game_id: int, user_id: int) -> Asked:
    """The most urgent question to a user."""
    return (await herald.look.desk(game_id, user_id)).decisions[0]


async def answer(herald: Herald, game_id: int, user_id: int, value: Any = None) -> Receipt:
    """Have a user answer what is most urgent: what the clock would, unless said."""
    question = await asked(herald, game_id, user_id)
    chosen = question.decision.default if value is None else value
    return await herald.play.choose(
        game_id,
        user_id,
        question.decision.id,
        chosen,
        interaction=a_click(),
        tag=question.tag,
    )


async def answer_all(herald: Herald, game_id: int, until: str) -> None:
    """Have everybody answer as the clock would, until a kind of decision is awaited."""
    while await kind_awaited(herald, game_id) != until:
        await answer(herald, game_id, (await awaited(herald, game_id))[0])
        await herald.scheduler.tick()


async def kind_awaited(herald: Herald, game_id: int) -> str:
    """What the game waits for."""
    status = await herald.look.status(game_id)
    return status.awaited[0].kinds[0] if status.awaited else "over"


async def play_to_the_end(herald: Herald, game_id: int) -> None:
    """Have everybody answer as the clock would until the game is over."""
    await answer_all(herald, game_id, "over")


async def log_of(store: Store, game_id: int) -> list[LogEntry]:
    """The whole log of a game, without the set-up."""
    async with store.reading() as tx:
        return await choices.of_game(tx, game_id)


async def clocks_of(store: Store, game_id: int) -> dict[int, Clock]:
    """The clocks that run in a game, by seat."""
    async with store.reading() as tx:
        found = await clocks.of_game(tx, game_id)
    return {clock.seat: clock for clock in found if clock.seat is not None}


async def messages_of(store: Store, game_id: int) -> list[Message]:
    """All that was to be said about a game and not dropped."""
    async with store.reading() as tx:
        return await outbox.of_game(tx, game_id, "pending", "sent")


async def said(store: Store, game_id: int, kind: type[A]) -> list[A]:
    """Every announcement of a kind."""
    found = [announcement(message) for message in await messages_of(store, game_id)]
    return [each for each in found if isinstance(each, kind)]


async def said_to(store: Store, game_id: int, target: str, kind: type[A]) -> list[A]:
    """Every announcement of a kind to a channel or user."""
    messages = [m for m in await messages_of(store, game_id) if m.target == target]
    found = [announcement(message) for message in messages]
    return [each for each in found if isinstance(each, kind)]


def hours(number: float) -> int:
    """So many hours."""
    return int(number * HOUR)


async def lay_out(store: Store, game_id: int, state: Any, rules_name: str = "standard") -> None:
    """Put another state on a table, as if it had come about by playing."""
    rules = ruleset(rules_name)
    new = rules.hash(state)
    async with store.transaction() as tx:
        kept, row = await choices.snapshot(tx, game_id), await games.get(tx, game_id)
        assert kept is not None
        entry = await choices.get(tx, game_id, kept.number)
        assert entry is not None
        entry = msgspec.structs.replace(entry, state_hash=new)
        if entry.number == choices.SETUP:
            agreed = await engine_table(tx, row, await seats.of_game(tx, game_id))
            head = fingerprint(agreed, Setup(draws_of(entry), new))
        else:
            head = fingerprint(engine_entry(entry))
        changed: dict[str, Any] = {"state_hash": new, "hash": head}
        changed |= {"checksum": choices.checksum(msgspec.structs.replace(entry, **changed))}
        asked = [(each.seat, each.kind) for each in rules.pending(state) if each.blocking]
        awaited_now = as_column(asked)
        for table, where, values in (
            (tables.snapshots, {"number": kept.number}, {"state": rules.encode(state)}),
            (tables.choices, {"number": kept.number}, changed),
            (tables.games, {}, {"state_hash": new, "head_hash": head, "awaited": awaited_now}),
        ):
            own = {"id" if table is tables.games else "game_id": game_id, **where}
            await tx.write(update(table).filter_by(**own).values(**values))
        await clocks.stop(tx, game_id)


BOARD = world()


class Mover:
    """Somebody whose move it is, and where their first pieces stand."""

    def __init__(self, game_id: int, user: int, home: str) -> None:
        self.game_id = game_id
        self.user = user
        self.home = home
        self.near, self.far = two_steps(home)


def two_steps(home: str) -> tuple[str, str]:
    """A region beside another, and one beside that which is not the first."""
    here = BOARD.index[home]
    for near in BOARD.beside[here]:
        for far in BOARD.beside[near]:
            if far != here and far not in BOARD.beside[here]:
                return BOARD.id(near), BOARD.id(far)
    raise AssertionError("an island")


HOMES = ("gobi", "congo", "kalahari", "siberia")


async def a_mover(herald: Herald, homes: Sequence[str] = HOMES) -> Mover:
    """Two players far from each other, in the first movement."""
    info = await a_game(herald)
    for place in homes:
        await answer(herald, info.id, (await awaited(herald, info.id))[0], place)
    (user,) = await awaited(herald, info.id)
    view = await herald.look.view(info.id, user)
    assert isinstance(view, WorldView)
    home = next(
        space.id
        for space in view.spaces
        if any(units.owner == view.seat and units.kind == "settler" for units in space.units)
    )
    return Mover(info.id, user, home)
