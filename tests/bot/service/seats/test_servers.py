"""What a server's managers have decided is kept, checked, and held to."""

from __future__ import annotations

import asyncio

import pytest

from bot.service import Herald, NewLobby, Person, Rights, ServerSettings
from bot.service.errors import BadPace, MayNotOpen, NoGamesHere, ServerFull, UnknownRules

GUILD = 70
ROLE = 71
ANYONE = Rights()


def a_lobby(channel: int, host: int = 1, rights: Rights = ANYONE) -> NewLobby:
    return NewLobby(
        ruleset="standard", host=Person(host, "Ada", rights), guild_id=GUILD, channel_id=channel
    )


async def test_nothing_is_limited_where_nobody_has_decided_anything(herald: Herald) -> None:
    assert await herald.servers.settings(GUILD) == ServerSettings()
    await herald.lobby.open(a_lobby(1))


@pytest.mark.parametrize(
    ("wrong", "refused"),
    [
        (ServerSettings(time_zone="Mars/Olympus"), BadPace),
        (ServerSettings(phase_minutes=0), BadPace),
        (ServerSettings(ruleset="checkers"), UnknownRules),
    ],
)
async def test_what_cannot_be_is_refused(
    herald: Herald, wrong: ServerSettings, refused: type[Exception]
) -> None:
    with pytest.raises(refused):
        await herald.servers.save(GUILD, wrong)
    assert await herald.servers.settings(GUILD) == ServerSettings()


@pytest.mark.parametrize(
    ("rights", "may"),
    [
        (Rights(), False),
        (Rights(roles=frozenset({ROLE + 1})), False),
        (Rights(member=False, sees=False, known=False), False),
        (Rights(roles=frozenset({ROLE, ROLE + 1})), True),
        (Rights(moderates=True), True),
    ],
)
async def test_a_role_or_a_moderators_rights_open_games(
    herald: Herald, rights: Rights, may: bool
) -> None:
    await herald.servers.save(GUILD, ServerSettings(opened_by="roles", roles=(ROLE,)))
    if may:
        await herald.lobby.open(a_lobby(1, rights=rights))
        return
    for attempt in (
        herald.lobby.open(a_lobby(1, rights=rights)),
        herald.lobby.may_open(1, a_lobby(1)),
    ):
        with pytest.raises(MayNotOpen):
            await attempt


async def test_a_thread_counts_as_its_channel(herald: Herald) -> None:
    await herald.servers.save(GUILD, ServerSettings(channels=(5,)))
    lobby = a_lobby(9)
    with pytest.raises(NoGamesHere):
        await herald.lobby.open(lobby)
    in_thread = NewLobby(
        ruleset="standard", host=lobby.host, guild_id=GUILD, channel_id=9, parent_id=5
    )
    await herald.lobby.open(in_thread)


async def test_of_two_games_that_are_opened_at_once_one_is_too_many(herald: Herald) -> None:
    await herald.servers.save(GUILD, ServerSettings(games_most=2))
    await herald.lobby.open(a_lobby(1))
    tries = [herald.lobby.open(a_lobby(channel, host=channel)) for channel in (2, 3, 4)]
    found = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(isinstance(each, ServerFull) for each in found) == 2


async def test_what_is_decided_outlives_leaving_and_coming_back(herald: Herald) -> None:
    decided = ServerSettings(opened_by="moderators", games_most=3)
    await herald.servers.save(GUILD, decided)
    await herald.servers.note(GUILD, joined=False)
    await herald.servers.note(GUILD, joined=True)
    assert await herald.servers.settings(GUILD) == decided


async def test_a_server_is_new_until_it_is_greeted_or_has_a_game(herald: Herald) -> None:
    assert await herald.servers.is_new(GUILD)
    await herald.servers.note(GUILD, joined=True)
    assert await herald.servers.is_new(GUILD)
    await herald.servers.note_greeted(GUILD)
    assert not await herald.servers.is_new(GUILD)
    await herald.lobby.open(a_lobby(1))
    other = NewLobby(ruleset="standard", host=Person(1, "Ada"), guild_id=80, channel_id=8)
    await herald.lobby.open(other)
    assert not await herald.servers.is_new(80)
