"""Who is out of the game by its rules has no vote about it, as long as someone else plays."""

from __future__ import annotations

import pytest

from bot.service import Herald
from bot.service.errors import OutOfTheGame
from bot.service.responses import VoteKind
from bot.store import Store
from tests.bot.service.builders import ADA, BEA, CHRIS, PEOPLE, a_game, answer, lay_out
from tests.builders import NAMES
from tests.standard.builders import a_game as a_case

EMIL = PEOPLE[4]


async def with_fallen(
    herald: Herald, store: Store, *fallen: int, people: int = 3, ais: int = 0
) -> tuple[Herald, int]:
    """A game in its movement, begun by Ada, in which these seats have nothing left."""
    info = await a_game(herald, people=people, ais=ais)
    case = a_case(players=people + ais).without_home(*[NAMES[seat] for seat in fallen])
    await lay_out(store, info.id, case.at("movement", mover=NAMES[0]).state)
    fresh = Herald(store, herald.time)
    status = await fresh.look.status(info.id)
    assert status.view is not None and status.view.fallen == fallen
    return fresh, info.id


@pytest.mark.parametrize("kind", ["pause", "end"])
async def test_the_living_decide_without_the_fallen(
    herald: Herald, store: Store, kind: VoteKind
) -> None:
    herald, game = await with_fallen(herald, store, 2, 3, people=4)
    vote = await herald.votes.propose(game, ADA.user_id, kind)
    assert (vote.voters, vote.needed, vote.missing) == ((0, 1), 2, (1,))
    done = await herald.votes.vote(game, BEA.user_id, vote.vote.id, True)
    assert done.vote.state == "passed"


async def test_taking_back_beyond_a_reveal_needs_every_living_person_also_the_absent(
    herald: Herald, store: Store
) -> None:
    herald, game = await with_fallen(herald, store, 2)
    await answer(herald, game, ADA.user_id)
    await herald.seats.stand_in(game, BEA.user_id)
    asked = await herald.votes.propose(game, ADA.user_id, "undo")
    assert (asked.voters, asked.needed, asked.vote.state) == ((0, 1), 2, "open")
    done = await herald.votes.vote(game, BEA.user_id, asked.vote.id, True)
    assert done.vote.state == "passed"


async def test_the_living_seat_a_newcomer(herald: Herald, store: Store) -> None:
    herald, game = await with_fallen(herald, store, 2, 3, people=4, ais=1)
    vote = (await herald.votes.volunteer(game, 4, EMIL)).vote.id
    await herald.votes.vote(game, ADA.user_id, vote, True)
    done = await herald.votes.vote(game, BEA.user_id, vote, True)
    assert done.vote.state == "passed"


async def test_the_fallen_may_ask_and_are_told_that_others_decide(
    herald: Herald, store: Store
) -> None:
    herald, game = await with_fallen(herald, store, 2)
    asked = await herald.votes.propose(game, CHRIS.user_id, "pause")
    assert (asked.voters, asked.needed, asked.ballots) == ((0, 1), 2, ())
    with pytest.raises(OutOfTheGame):
        await herald.votes.vote(game, CHRIS.user_id, asked.vote.id, True)
    await herald.votes.vote(game, ADA.user_id, asked.vote.id, True)
    assert (await herald.look.game(game)).game.status == "running"
    await herald.votes.vote(game, BEA.user_id, asked.vote.id, True)
    assert (await herald.look.game(game)).game.status == "paused"


async def test_where_only_ai_players_are_left_the_fallen_decide(
    herald: Herald, store: Store
) -> None:
    herald, game = await with_fallen(herald, store, 0, 1, people=2, ais=2)
    asked = await herald.votes.propose(game, ADA.user_id, "end")
    assert (asked.voters, asked.needed, asked.vote.state) == ((0, 1), 2, "open")
    done = await herald.votes.vote(game, BEA.user_id, asked.vote.id, True)
    assert done.vote.state == "passed"
