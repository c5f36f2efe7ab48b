"""Several whole answers with one press."""

from __future__ import annotations

from bot.service import Herald, WholeAnswer
from bot.service.errors import StalePress
from bot.store import Store
from tests.bot.builders.virtual_time import VirtualTime
from tests.bot.service.builders import ADA, Mover, a_game, a_mover, lay_out, log_of
from tests.standard.builders import a_game as a_case


def march(mover: Mover, unit: str, to: str) -> WholeAnswer:
    return WholeAnswer({"do": "move", "from": mover.home, "units": [unit], "to": to})


async def asked_tag(herald: Herald, mover: Mover) -> str:
    desk = await herald.look.desk(mover.game_id, mover.user)
    asked = desk.asked("movement")
    assert asked is not None
    return asked.tag


async def test_each_is_carried_out_in_order_and_what_does_not_fit_is_reported(
    herald: Herald, store: Store
) -> None:
    mover = await a_mover(herald)
    before = len(await log_of(store, mover.game_id))
    answers = [
        march(mover, "settler", mover.near),
        march(mover, "settler", mover.near),
        march(mover, "swordsman", mover.near),
    ]
    result = await herald.batches.choose_all(
        mover.game_id,
        mover.user,
        "movement",
        answers,
        interaction="batch",
        tag=await asked_tag(herald, mover),
    )
    assert [receipt.number for receipt in result.receipts] == [before + 1, before + 2]
    (missed,) = result.not_done
    assert missed.words.startswith("move a settler from")
    assert missed.why


async def test_the_same_press_twice_is_carried_out_once(herald: Herald, store: Store) -> None:
    mover = await a_mover(herald)
    tag, answers = await asked_tag(herald, mover), [march(mover, "settler", mover.near)]
    for _ in range(2):
        result = await herald.batches.choose_all(
            mover.game_id, mover.user, "movement", answers, interaction="one", tag=tag
        )
        count = len(await log_of(store, mover.game_id))
        assert len(result.receipts) == 1
    assert len(await log_of(store, mover.game_id)) == count
    try:
        await herald.batches.choose_all(
            mover.game_id, mover.user, "movement", answers, interaction="two", tag=tag
        )
    except StalePress as stale:
        assert stale.desk.decisions
    else:
        raise AssertionError("a panel that is out of date was taken")


async def test_what_belongs_to_an_answer_follows_it_as_far_as_it_fits(
    herald: Herald, store: Store
) -> None:
    mover = await a_mover(herald)
    before = len(await log_of(store, mover.game_id))
    look = {"do": "look", "at": mover.near, "empty": "leave"}
    answer = WholeAnswer(march(mover, "settler", mover.near).value, (look, look))
    result = await herald.batches.choose_all(
        mover.game_id,
        mover.user,
        "movement",
        [answer],
        interaction="look",
        tag=await asked_tag(herald, mover),
    )
    assert not result.not_done, "what follows is a matter of course, and missed by nobody"
    entries = (await log_of(store, mover.game_id))[before:]
    assert [entry.value["do"] for entry in entries[:2]] == ["move", "look"]


async def test_what_is_left_when_the_phase_ends_is_not_kept_for_another_turn(
    herald: Herald,
) -> None:
    mover = await a_mover(herald)
    result = await herald.batches.choose_all(
        mover.game_id,
        mover.user,
        "movement",
        [WholeAnswer({"do": "end"}), march(mover, "settler", mover.near)],
        interaction="late",
        tag=await asked_tag(herald, mover),
    )
    (missed,) = result.not_done
    assert missed.words.startswith("move a settler from")
    assert "ended" in missed.why
    assert not result.kept
    assert not (await herald.look.desk(mover.game_id, mover.user)).prepared


async def test_groups_join_where_the_first_of_them_met_somebody(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    """To enter where others stand brings their orders to light, but it is where all shall go."""
    info = await a_game(herald)
    case = (
        a_case(players=2)
        .with_units("angela", "gobi", swordsman=1)
        .with_units("angela", "steppe", horseman=1)
        .with_units("brad", "bactria", swordsman=1)
        .at("movement", mover="angela")
    )
    await lay_out(store, info.id, case.state)
    mover = Mover(info.id, ADA.user_id, "gobi")
    herald = Herald(store, time)
    marches = [("gobi", "swordsman"), ("steppe", "horseman")]
    result = await herald.batches.choose_all(
        info.id,
        ADA.user_id,
        "movement",
        [
            WholeAnswer({"do": "move", "from": home, "units": [unit], "to": "bactria"})
            for home, unit in marches
        ],
        interaction="join",
        tag=await asked_tag(herald, mover),
    )
    assert result.receipts[0].revealed
    assert not result.not_done
    assert len(result.receipts) == 2
