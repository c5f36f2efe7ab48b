"""The lobby: who sits, what is agreed, and beginning."""

from __future__ import annotations

import pytest

from bot.moment import DAY
from bot.service import COLOURS, Actor, GameInfo, Herald, NewLobby, Pace, Person, Refused, Rights
from bot.service.announcing.announcements import Began, Ended, LobbyCard, PhasePost
from bot.service.errors import (
    BadName,
    BadOptions,
    BadPace,
    BadSeatCount,
    BadWord,
    ChannelBusy,
    ColourTaken,
    NoHumans,
    NotHost,
    NotInLobby,
    NotSeated,
    SeatedAlready,
    TableFull,
    TooFewPlayers,
    UnknownGame,
    UnknownRules,
)
from bot.store import Store, games
from engine.core.dice import commitment
from tests.bot.builders.virtual_time import VirtualTime
from tests.bot.service.builders import (
    ADA,
    BEA,
    CHRIS,
    HOST,
    a_game,
    a_lobby,
    answer,
    awaited,
    messages_of,
    said,
)

STRANGER = Actor(99)


async def test_a_lobby_shows_its_host_its_options_and_the_commitment(
    herald: Herald, store: Store
) -> None:
    info = await a_lobby(herald, people=1, seats=3, options={"turn_limit": 12})
    assert (info.names, info.free_seats, info.game.status) == (("Ada",), 2, "lobby")
    assert info.game.options == {
        "empty_markers": "all",
        "purchases": "in_turn",
        "turn_limit": 12,
    }
    async with store.reading() as tx:
        assert info.game.commitment == commitment(await games.server_seed(tx, info.id))
    assert await said(store, info.id, LobbyCard) == [LobbyCard(game_id=info.id)]


@pytest.mark.databases
async def test_a_channel_hosts_one_game_and_says_which(herald: Herald) -> None:
    first = await a_lobby(herald, channel_id=5)
    with pytest.raises(ChannelBusy) as busy:
        await a_lobby(herald, channel_id=5)
    assert busy.value.other.code == first.code
    assert busy.value.other.game.channel_id == 5
    await herald.votes.end(first.id, HOST)
    assert (await a_lobby(herald, channel_id=5)).id != first.id


async def test_games_that_no_chat_hosts_are_not_in_each_others_way(
    herald: Herald, store: Store
) -> None:
    one = await a_game(herald, channel_id=None)
    other = await a_game(herald, channel_id=None)
    assert one.id != other.id
    assert not [message for message in await messages_of(store, one.id) if message.channel_id]


async def test_people_sit_in_the_order_they_joined(herald: Herald) -> None:
    info = await a_game(herald, people=3)
    assert [(seat.seat, seat.name) for seat in info.seats] == [(0, "Ada"), (1, "Bea"), (2, "Chris")]
    assert info.game.status == "running"


async def test_everybody_has_a_colour_of_their_own(herald: Herald) -> None:
    info = await a_lobby(herald, people=6)
    assert {seat.colour for seat in info.seats} == set(COLOURS)


async def test_a_colour_is_chosen_unless_somebody_has_it(herald: Herald) -> None:
    info = await a_lobby(herald, people=1, colour="jade")
    info = await herald.lobby.join(info.id, BEA, colour="violet")
    assert [seat.colour for seat in info.seats] == ["jade", "violet"]
    with pytest.raises(ColourTaken) as taken:
        await herald.lobby.join(info.id, CHRIS, colour="jade")
    assert "amber" in taken.value.data["free"]
    with pytest.raises(ColourTaken):
        await herald.lobby.set_colour(info.id, BEA.user_id, "mauve")
    info = await herald.lobby.set_colour(info.id, BEA.user_id, "amber")
    assert info.seats[1].colour == "amber"
    assert (await herald.lobby.set_colour(info.id, BEA.user_id, "amber")).seats[1].colour == "amber"


async def test_nobody_sits_twice_or_on_a_table_that_is_full(herald: Herald) -> None:
    info = await a_lobby(herald, people=2, seats=2)
    with pytest.raises(SeatedAlready):
        await herald.lobby.join(info.id, BEA)
    with pytest.raises(TableFull) as full:
        await herald.lobby.join(info.id, CHRIS)
    assert full.value.data["seats"] == 2
    with pytest.raises(TableFull):
        await herald.lobby.add_ai(info.id, HOST)


@pytest.mark.databases
async def test_who_leaves_makes_room_and_those_behind_move_up(herald: Herald) -> None:
    info = await a_lobby(herald, people=3, seats=3)
    info = await herald.seats.leave(info.id, BEA.user_id)
    assert (info.names, info.free_seats) == (("Ada", "Chris"), 1)
    with pytest.raises(NotSeated):
        await herald.seats.leave(info.id, BEA.user_id)


async def test_the_hosts_role_passes_on_and_the_last_to_leave_closes_the_lobby(
    herald: Herald, store: Store
) -> None:
    info = await a_lobby(herald, people=2, ais=1)
    info = await herald.seats.leave(info.id, ADA.user_id)
    assert info.game.host_user_id == BEA.user_id
    info = await herald.seats.leave(info.id, BEA.user_id)
    assert info.game.status == "abandoned"
    assert [each.reason for each in await said(store, info.id, Ended)] == ["lobby_closed"]


async def test_a_lobby_that_nobody_starts_closes_by_itself(
    herald: Herald, time: VirtualTime
) -> None:
    info = await a_lobby(herald)
    time.pass_by(13 * DAY)
    await herald.scheduler.tick()
    assert (await herald.look.game(info.id)).game.status == "lobby"
    time.pass_by(DAY)
    await herald.scheduler.tick()
    assert (await herald.look.game(info.id)).game.status == "abandoned"


async def test_ai_players_have_names_and_no_user(herald: Herald) -> None:
    info = await a_lobby(herald, people=1, ais=2)
    first, second = info.seats[1:]
    assert {(seat.kind, seat.user_id) for seat in (first, second)} == {("ai", None)}
    info = await herald.lobby.remove(info.id, 1, HOST)
    info = await herald.lobby.add_ai(info.id, HOST)
    assert info.names == ("Ada", second.name, first.name)


async def test_names_of_ai_players_read_well_before_a_number(herald: Herald) -> None:
    info = await a_lobby(herald, people=1, ais=5)
    assert len(set(info.names)) == 6
    assert not any(name[-1].isdigit() for name in info.names)


@pytest.mark.parametrize(
    ("options", "field", "code"),
    [
        ({"turn_limit": 501}, "turn_limit", "too_high"),
        ({"turn_limit": "soon"}, "turn_limit", "not_a_number"),
        ({"empty_markers": "none"}, "empty_markers", "not_an_option"),
        ({"magic": True}, "magic", "unexpected"),
    ],
)
async def test_options_are_those_of_the_rules(
    herald: Herald, options: dict[str, object], field: str, code: str
) -> None:
    with pytest.raises(BadOptions) as bad:
        await a_lobby(herald, options=options)
    assert (bad.value.data["field"], bad.value.data["code"]) == (field, code)
    info = await a_lobby(herald)
    with pytest.raises(BadOptions):
        await herald.lobby.set_options(info.id, options, HOST)


async def test_the_host_changes_options_one_by_one(herald: Herald) -> None:
    info = await a_lobby(herald, options={"turn_limit": 9})
    info = await herald.lobby.set_options(info.id, {"purchases": "together"}, HOST)
    assert (info.game.options["turn_limit"], info.game.options["purchases"]) == (9, "together")


@pytest.mark.parametrize(
    ("pace", "field"),
    [
        (Pace(phase_minutes=1), "phase_minutes"),
        (Pace(phase_minutes=60 * 24 * 60), "phase_minutes"),
        (Pace(extensions=99), "extensions"),
        (Pace(time_zone="Middle/Earth"), "time_zone"),
        (Pace(quiet_from=0, quiet_until=23 * 60), "quiet_hours"),
        (Pace(quiet_from=60), "quiet_hours"),
        (Pace(quiet_from=1500, quiet_until=0), "quiet_hours"),
    ],
)
async def test_a_pace_must_be_playable(herald: Herald, pace: Pace, field: str) -> None:
    with pytest.raises(BadPace) as bad:
        await a_lobby(herald, pace=pace)
    assert bad.value.data["field"] == field


@pytest.mark.parametrize("seats", [1, 7])
async def test_the_rules_say_how_many_can_play(herald: Herald, seats: int) -> None:
    with pytest.raises(BadSeatCount) as bad:
        await a_lobby(herald, seats=seats)
    assert bad.value.data == {"least": 2, "most": 6}


async def test_the_table_can_be_made_larger_but_not_smaller_than_those_who_sit(
    herald: Herald,
) -> None:
    info = await a_lobby(herald, people=3, seats=3)
    assert (await herald.lobby.set_seats(info.id, 5, HOST)).free_seats == 2
    with pytest.raises(TableFull):
        await herald.lobby.set_seats(info.id, 2, HOST)


async def test_only_the_host_or_a_moderator_has_the_hosts_powers(herald: Herald) -> None:
    info = await a_lobby(herald)
    calls = [
        herald.lobby.add_ai(info.id, STRANGER),
        herald.lobby.remove(info.id, 0, STRANGER),
        herald.lobby.set_options(info.id, {}, STRANGER),
        herald.lobby.set_pace(info.id, Pace(), STRANGER),
        herald.lobby.set_seats(info.id, 4, STRANGER),
        herald.lobby.set_host(info.id, BEA.user_id, STRANGER),
        herald.lobby.start(info.id, STRANGER),
        herald.votes.end(info.id, STRANGER),
    ]
    for call in calls:
        with pytest.raises(NotHost):
            await call
    await herald.lobby.add_ai(info.id, Actor(99, Rights(moderates=True)))
    info = await herald.lobby.set_host(info.id, BEA.user_id, HOST)
    with pytest.raises(NotHost):
        await herald.lobby.start(info.id, HOST)
    assert (await herald.lobby.start(info.id, Actor(BEA.user_id))).game.status == "running"


async def test_a_game_begins_with_enough_players_of_whom_one_is_human(herald: Herald) -> None:
    lonely = await a_lobby(herald, people=1)
    with pytest.raises(TooFewPlayers) as few:
        await herald.lobby.start(lonely.id, HOST)
    assert few.value.data == {"least": 2, "seated": 1}
    alone = await herald.lobby.open(
        NewLobby(ruleset="standard", host=ADA, host_plays=False, channel_id=77)
    )
    for _ in range(2):
        await herald.lobby.add_ai(alone.id, HOST)
    with pytest.raises(NoHumans):
        await herald.lobby.start(alone.id, HOST)


async def test_nothing_of_the_lobby_works_after_the_start(herald: Herald) -> None:
    info = await a_game(herald)
    for call in (
        herald.lobby.join(info.id, CHRIS),
        herald.lobby.add_ai(info.id, HOST),
        herald.lobby.set_options(info.id, {}, HOST),
        herald.lobby.set_colour(info.id, ADA.user_id, "jade"),
        herald.lobby.start(info.id, HOST),
    ):
        with pytest.raises(NotInLobby):
            await call


async def test_the_beginning_is_announced_with_whom_it_awaits(herald: Herald, store: Store) -> None:
    info = await a_game(herald)
    assert await said(store, info.id, Began) == [Began(game_id=info.id)]
    (post,) = await said(store, info.id, PhasePost)
    first = (await awaited(herald, info.id))[0]
    assert (post.phase, post.since, post.number) == ("placement", -1, 0), "of the set-up, too"
    assert [info.seats[seat].user_id for seat in post.ping] == [first]


async def test_a_players_own_word_is_part_of_the_dice(herald: Herald) -> None:
    info = await a_lobby(herald, people=1)
    info = await herald.lobby.join(info.id, BEA, interaction="77")
    assert [seat.player_seed for seat in info.seats] == [b"", b"click 77"]
    info = await herald.lobby.set_word(info.id, BEA.user_id, "  my   lucky number ")
    assert info.seats[1].player_seed == b"my lucky number"
    zalgo, unseen = "o" + "\u0301" * 9, ("\u3164", "lucky\u2800", "a\u202eb", "a\u200db")
    for word in ("", "x" * 65, "a\x07", zalgo, *unseen):
        with pytest.raises(BadWord):
            await herald.lobby.set_word(info.id, BEA.user_id, word)
    info = await herald.lobby.add_ai(info.id, Actor(ADA.user_id))
    info = await herald.lobby.start(info.id, Actor(ADA.user_id), interaction="88")
    shares = [seat.player_seed for seat in info.seats]
    assert shares == [b"click 88", b"my lucky number", b"ai 2"]
    with pytest.raises(NotInLobby):
        await herald.lobby.set_word(info.id, BEA.user_id, "too late")


@pytest.mark.parametrize("name", ["", "  ", "\x07"])
async def test_a_name_can_be_shown(herald: Herald, name: str) -> None:
    info = await a_lobby(herald)
    with pytest.raises(BadName):
        await herald.lobby.join(info.id, Person(9, name))


async def test_a_long_name_is_cut_and_put_in_one_line(herald: Herald) -> None:
    info = await a_lobby(herald)
    info = await herald.lobby.join(info.id, Person(9, "Line\nbreak " + "x" * 50))
    assert info.names[-1] == "Line break " + "x" * 21


async def test_what_does_not_exist_is_refused(herald: Herald) -> None:
    with pytest.raises(UnknownGame):
        await herald.lobby.join(404, BEA)
    with pytest.raises(UnknownRules):
        await a_lobby(herald, ruleset="chess")
    with pytest.raises(NotSeated):
        await herald.lobby.remove((await a_lobby(herald)).id, 5, HOST)
    assert await herald.look.in_channel(404) is None
    assert await herald.look.by_code("XXXXX") is None


async def test_a_game_is_found_by_its_code_and_its_channel(herald: Herald) -> None:
    info: GameInfo = await a_lobby(herald, channel_id=31)
    for found in (await herald.look.in_channel(31), await herald.look.by_code(info.code.lower())):
        assert found is not None
        assert found.id == info.id


async def test_a_refused_choice_of_seats_leaves_the_lobby_as_it_was(herald: Herald) -> None:
    info = await a_lobby(herald, people=2)
    before = await herald.look.game(info.id)
    with pytest.raises(Refused):
        await herald.lobby.join(info.id, CHRIS, colour=info.seats[0].colour)
    assert await herald.look.game(info.id) == before


async def test_a_game_with_ai_players_awaits_a_person_after_the_start(herald: Herald) -> None:
    info = await a_game(herald, people=1, ais=3)
    assert await awaited(herald, info.id) == [ADA.user_id]
    assert (await answer(herald, info.id, ADA.user_id)).kind == "placement"
