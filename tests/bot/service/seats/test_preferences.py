"""Civilizations chosen in the lobby: public, no two the same, played when the game asks."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.service import GameInfo, Herald
from bot.service.announcing.announcements import HandedBack
from bot.service.errors import NoLobbyChoice, NotInLobby, NotSeated, PreferenceTaken
from bot.store import Store
from tests.bot.service.builders import (
    ADA,
    BEA,
    CHRIS,
    HOST,
    PEOPLE,
    a_lobby,
    answer,
    awaited,
    kind_awaited,
    log_of,
    said,
)

CHOSEN = {"civilizations": "chosen", "turn_limit": 2}


async def a_rhye_lobby(herald: Herald, people: int = 2, **more: Any) -> GameInfo:
    """A lobby of Rhye's and Fall in which players choose their civilizations."""
    return await a_lobby(herald, people, ruleset="rhye", options=CHOSEN, **more)


def preferences(info: GameInfo) -> list[str | None]:
    return [seat.preference for seat in info.seats]


async def led(herald: Herald, game_id: int) -> list[str]:
    """The civilization of each seat, as a spectator sees it."""
    view: Any = (await herald.look.status(game_id)).view
    return [realm.civilization for realm in view.realms]


@pytest.mark.databases
async def test_what_was_chosen_in_the_lobby_is_each_players_own_answer(
    herald: Herald, store: Store
) -> None:
    info = await a_rhye_lobby(herald)
    await herald.lobby.set_preference(info.id, ADA.user_id, "egypt")
    await herald.lobby.set_preference(info.id, BEA.user_id, "rome")
    info = await herald.lobby.set_preference(info.id, ADA.user_id, "china")
    assert preferences(info) == ["china", "rome"]
    await herald.lobby.start(info.id, HOST)
    await herald.scheduler.tick()
    assert await led(herald, info.id) == ["china", "rome"]
    entries = await log_of(store, info.id)
    assert [(each.kind, each.seat, each.by) for each in entries] == [
        ("civilization", 0, "orders"),
        ("civilization", 1, "orders"),
    ]
    assert await kind_awaited(herald, info.id) != "civilization"


@pytest.mark.databases
async def test_two_people_cannot_hold_the_same(herald: Herald) -> None:
    info = await a_rhye_lobby(herald)
    await herald.lobby.set_preference(info.id, ADA.user_id, "rome")
    with pytest.raises(PreferenceTaken):
        await herald.lobby.set_preference(info.id, BEA.user_id, "rome")
    info = await herald.lobby.set_preference(info.id, ADA.user_id, None)
    assert preferences(info) == [None, None]
    info = await herald.lobby.set_preference(info.id, BEA.user_id, "rome")
    assert preferences(info) == [None, "rome"]


@pytest.mark.databases
async def test_of_two_who_choose_the_same_at_once_one_gets_it(herald: Herald, store: Store) -> None:
    other = Herald(store, herald.time)
    info = await a_rhye_lobby(herald)
    results = await asyncio.gather(
        herald.lobby.set_preference(info.id, ADA.user_id, "rome"),
        other.lobby.set_preference(info.id, BEA.user_id, "rome"),
        return_exceptions=True,
    )
    assert len([each for each in results if isinstance(each, GameInfo)]) == 1
    assert sorted(map(str, preferences(await herald.look.game(info.id)))) == ["None", "rome"]


async def test_only_what_the_rules_offer_can_be_chosen_and_only_by_players_in_the_lobby(
    herald: Herald,
) -> None:
    info = await a_rhye_lobby(herald)
    for wrong in ("atlantis", "", "dealt", "x" * 5000):
        with pytest.raises(PreferenceTaken):
            await herald.lobby.set_preference(info.id, ADA.user_id, wrong)
    with pytest.raises(NotSeated):
        await herald.lobby.set_preference(info.id, CHRIS.user_id, "rome")
    await herald.lobby.start(info.id, HOST)
    with pytest.raises(NotInLobby):
        await herald.lobby.set_preference(info.id, ADA.user_id, "rome")


@pytest.mark.parametrize("rules", ["standard", "rhye"])
async def test_where_nothing_is_chosen_there_is_nothing_to_prefer(
    herald: Herald, rules: str
) -> None:
    info = await a_lobby(herald, ruleset=rules)
    assert info.lobby_choice is None
    with pytest.raises(NoLobbyChoice):
        await herald.lobby.set_preference(info.id, ADA.user_id, "rome")


async def test_who_leaves_the_seat_gives_the_choice_up_and_others_keep_theirs(
    herald: Herald,
) -> None:
    info = await a_rhye_lobby(herald, people=3)
    await herald.lobby.set_preference(info.id, BEA.user_id, "rome")
    await herald.lobby.set_preference(info.id, CHRIS.user_id, "egypt")
    info = await herald.seats.leave(info.id, BEA.user_id)
    assert preferences(info) == [None, "egypt"]
    info = await herald.lobby.join(info.id, BEA)
    assert preferences(info) == [None, "egypt", None]
    assert preferences(await herald.lobby.set_preference(info.id, ADA.user_id, "rome"))[0] == "rome"


async def test_switching_the_option_off_forgets_what_was_chosen(
    herald: Herald, store: Store
) -> None:
    info = await a_rhye_lobby(herald)
    await herald.lobby.set_preference(info.id, BEA.user_id, "rome")
    info = await herald.lobby.set_options(info.id, {"starts": "free"}, HOST)
    assert preferences(info) == [None, "rome"]
    info = await herald.lobby.set_options(info.id, {"civilizations": "dealt"}, HOST)
    assert preferences(info) == [None, None]
    info = await herald.lobby.set_options(info.id, {"civilizations": "chosen"}, HOST)
    assert preferences(info) == [None, None]
    await herald.lobby.start(info.id, HOST)
    await herald.scheduler.tick()
    assert await log_of(store, info.id) == []


async def test_what_is_not_in_the_box_any_more_is_forgotten(herald: Herald) -> None:
    info = await a_lobby(herald, ruleset="civ2010")
    await herald.lobby.set_preference(info.id, ADA.user_id, "zulu")
    await herald.lobby.set_preference(info.id, BEA.user_id, "romans")
    info = await herald.lobby.set_options(info.id, {"sets": "base"}, HOST)
    assert preferences(info) == [None, "romans"]
    with pytest.raises(PreferenceTaken):
        await herald.lobby.set_preference(info.id, ADA.user_id, "zulu")


async def test_what_somebody_else_took_first_is_handed_back_in_words(
    herald: Herald, store: Store
) -> None:
    info = await a_rhye_lobby(herald)
    await herald.lobby.set_preference(info.id, BEA.user_id, "rome")
    await herald.lobby.start(info.id, HOST)
    await herald.scheduler.tick()
    assert await awaited(herald, info.id) == [ADA.user_id]
    await answer(herald, info.id, ADA.user_id, "rome")
    await herald.scheduler.tick()
    (letter,) = await said(store, info.id, HandedBack)
    assert (letter.seat, letter.decision_kind, letter.values) == (1, "civilization", ("rome",))
    assert await awaited(herald, info.id) == [BEA.user_id]
    (returned,) = (await herald.look.desk(info.id, BEA.user_id)).returned
    assert returned.problem == "Rome: taken before your turn came. Choose another."


async def test_ai_players_leave_to_people_what_people_chose(herald: Herald) -> None:
    wanted = ["romans", "germans", "russians"]
    for _ in range(4):
        options = {"sets": "base", "turn_limit": 1}
        info = await a_lobby(herald, 3, ais=1, ruleset="civ2010", options=options)
        for person, key in zip(PEOPLE, wanted, strict=False):
            await herald.lobby.set_preference(info.id, person.user_id, key)
        await herald.lobby.start(info.id, HOST)
        await herald.scheduler.tick()
        view: Any = (await herald.look.status(info.id)).view
        assert [player.civilization for player in view.players][:3] == wanted
