"""Secret questions are written to whom they are for, once."""

from __future__ import annotations

import pytest

from bot.service import Herald
from bot.service.announcing.announcements import SecretAsk
from bot.store import Store
from tests.bot.builders.virtual_time import VirtualTime
from tests.bot.service.builders import ADA, a_click, a_game, answer, lay_out, said_to
from tests.standard.builders import a_game as a_case


class Mover:
    """Ada, who moves and has met Bea: when she ends, both are asked in secret about a battle."""

    def __init__(self, herald: Herald, store: Store, game_id: int) -> None:
        self.herald = herald
        self.store = store
        self.game_id = game_id

    async def end(self, *, stays: bool = False) -> None:
        await self.herald.play.choose(
            self.game_id,
            ADA.user_id,
            "movement",
            {"do": "end"},
            interaction=a_click(),
            stays=stays,
        )

    async def letters(self) -> list[str]:
        """The questions that were written to Ada."""
        found = await said_to(self.store, self.game_id, f"user:{ADA.user_id}", SecretAsk)
        return [each.decision_kind for each in found]


@pytest.fixture
async def mover(herald: Herald, store: Store, time: VirtualTime) -> Mover:
    info = await a_game(herald)
    case = a_case(players=2)
    for name in ("angela", "brad"):
        case = case.with_units(name, "gobi", swordsman=1)
    await lay_out(store, info.id, case.at("movement", mover="angela").state)
    return Mover(Herald(store, time), store, info.id)


async def test_who_has_just_acted_is_written_to_as_well(mover: Mover) -> None:
    await mover.end()
    assert await mover.letters() == ["declare"]


async def test_who_sees_the_question_in_a_message_that_stays_is_not(mover: Mover) -> None:
    await mover.end(stays=True)
    assert await mover.letters() == []


async def test_an_open_question_is_not_written_again_when_its_player_does_something_else(
    mover: Mover,
) -> None:
    await mover.end()
    desk = await mover.herald.look.desk(mover.game_id, ADA.user_id)
    orders = desk.asked("standing_orders")
    assert orders is not None
    value = next(orders.decision.grammar.enumerate())
    await mover.herald.play.choose(
        mover.game_id, ADA.user_id, "standing_orders", value, interaction=a_click()
    )
    assert await mover.letters() == ["declare"]


async def test_a_question_is_not_written_again_when_its_answer_is_taken_back(mover: Mover) -> None:
    await mover.end()
    await answer(mover.herald, mover.game_id, ADA.user_id)
    await mover.herald.undo.alone(mover.game_id, ADA.user_id, interaction=a_click())
    assert await mover.letters() == ["declare"]
