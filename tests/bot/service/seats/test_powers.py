"""Who may do what: every cell of the table, every way to a role, and the page made from it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.service import Actor, GameInfo, Rights
from bot.service.errors import NotHost, NotMember, NotSeated, RightsUnknown, StandInPlays
from bot.service.seats.powers import TABLE, Power, Role, as_page, powers_of, require, roles_of
from tests.bot.builders.rows import a_row, a_seat

HOST, PLAYER, AWAY, ELSE = 1, 2, 3, 9
OUTSIDE = Rights(member=False, sees=False)

CELLS = """
SEE              host moderator player away member guest
JOIN             member
ASK_FOR_SEAT     member
REMATCH          member
OPEN_PANEL       player away
PLAY             player
SET_UP_OWN_SEAT  player
GO_AWAY          player
COME_BACK        player away
LEAVE            player away
CALL_VOTE        player
VOTE             player
VOTE_FOR_ALL     player away
HAND_OVER        player away
SET_OPTIONS      host moderator
SEAT_AI          host moderator
START            host moderator
PAUSE            host moderator
END              host moderator
GIVE_SEAT        host moderator
SET_HOST         host moderator
"""
EXPECTED = {name: set(roles) for name, *roles in map(str.split, CELLS.strip().splitlines())}


def a_game(**different: Any) -> GameInfo:
    seats = (a_seat(0, PLAYER), a_seat(1, AWAY, kind="stand_in"), a_seat(2, kind="ai"))
    return GameInfo(a_row(**({"host_user_id": HOST} | different)), seats)


BLIND = Rights(sees=False)
PEOPLE: dict[str, tuple[Actor, GameInfo]] = {
    # Each has one role and no other: none of them sees the channel, unless that is the role.
    "host": (Actor(HOST, BLIND), a_game()),
    "moderator": (Actor(ELSE, Rights(sees=False, moderates=True)), a_game()),
    "player": (Actor(PLAYER, BLIND), a_game()),
    "away": (Actor(AWAY, BLIND), a_game()),
    "member": (Actor(ELSE), a_game()),
    "guest": (Actor(ELSE, OUTSIDE), a_game(open_to_outsiders=True)),
    "outsider": (Actor(ELSE, OUTSIDE), a_game()),
}


def test_the_table_has_a_row_for_every_power_and_a_person_for_every_role() -> None:
    assert set(EXPECTED) == {power.name for power in Power} == {power.name for power in TABLE}
    assert [name.upper() for name in PEOPLE] == [role.name for role in Role]


@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize("power", Power, ids=lambda power: power.name)
def test_who_may_do_what(power: Power, who: str) -> None:
    actor, info = PEOPLE[who]
    assert roles_of(actor, info) == {Role[who.upper()]}
    assert (power in powers_of(actor, info)) == (who in EXPECTED[power.name])


@pytest.mark.parametrize("user", [HOST, PLAYER, AWAY, ELSE])
def test_who_is_not_on_the_server_has_no_role_in_its_games(user: int) -> None:
    assert roles_of(Actor(user, OUTSIDE), a_game()) == {Role.OUTSIDER}
    assert powers_of(Actor(user, OUTSIDE), a_game()) == frozenset()


@pytest.mark.parametrize("user", [HOST, PLAYER, AWAY, ELSE])
def test_who_cannot_be_looked_up_plays_on_and_does_nothing_else(user: int) -> None:
    unknown = Rights(sees=False, known=False)
    roles = {PLAYER: {Role.PLAYER}, AWAY: {Role.AWAY}}.get(user, {Role.OUTSIDER})
    assert roles_of(Actor(user, unknown), a_game()) == roles
    with pytest.raises(RightsUnknown):
        require(Power.END, Actor(user, unknown), a_game())


def test_one_person_has_the_powers_of_all_their_roles() -> None:
    info = a_game(host_user_id=PLAYER)
    assert roles_of(Actor(PLAYER), info) == {Role.HOST, Role.PLAYER, Role.MEMBER}
    assert {Power.PLAY, Power.END, Power.JOIN} <= powers_of(Actor(PLAYER), info)


@pytest.mark.parametrize(
    ("who", "power", "error"),
    [
        ("outsider", Power.SEE, NotMember),
        ("guest", Power.JOIN, NotMember),
        ("guest", Power.END, NotMember),
        ("member", Power.END, NotHost),
        ("player", Power.PAUSE, NotHost),
        ("away", Power.PLAY, StandInPlays),
        ("member", Power.PLAY, NotSeated),
    ],
)
def test_a_refusal_says_what_is_missing(who: str, power: Power, error: type[Exception]) -> None:
    actor, info = PEOPLE[who]
    with pytest.raises(error):
        require(power, actor, info)


def test_docs_powers_is_the_table() -> None:
    page = Path(__file__).parents[4] / "docs" / "powers.md"
    assert page.read_text(encoding="utf-8") == as_page()
