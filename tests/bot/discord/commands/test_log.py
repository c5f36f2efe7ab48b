"""The log of a game: its pages, and what their ids say."""

from __future__ import annotations

import hashlib

import msgspec

from tests.bot.discord.builders.playing import an_offer, choose, desk, to_purchase, to_trade
from tests.bot.discord.builders.world import Panel, World


def pressed(panel: Panel) -> list[str]:
    """Everything that a panel's reader can see in what it offers, and what it says."""
    ids = [each.get("custom_id", "") for each in panel.components]
    values = [value for _, value in panel.options().values()]
    return [panel.text, *ids, *values]


async def test_log_ids_do_not_count_secret_acts_of_others(world: World) -> None:
    ada, _, cyd = await world.running(3)
    await to_trade(world)
    before = [pressed(await cyd.slash("log")), pressed(await cyd.slash("log", since=0))]
    for gold in (1, 2, 3):
        await choose(ada, "trade", an_offer(1, give=gold))
    after = [pressed(await cyd.slash("log")), pressed(await cyd.slash("log", since=0))]
    assert after == before


async def test_a_panels_ids_cannot_be_tried_out_for_how_much_others_did(world: World) -> None:
    ada, *_ = await world.running(2)
    await to_trade(world)
    asked = (await desk(ada)).decisions[0]
    decision = asked.decision
    guesses = set()
    for number in range(1000):
        facts = (decision.seat, decision.id, decision.about, number)
        data = msgspec.json.encode(facts, order="deterministic")
        guesses.add(hashlib.sha256(data).hexdigest()[: len(asked.tag)])
    assert asked.tag not in guesses


def can_turn(page: Panel, label: str) -> bool:
    """Whether there is more of the log in that direction; one page has no buttons."""
    found = page.buttons().get(label)
    return found is not None and not found.get("disabled")


async def test_leafing_through_the_log_shows_every_line_once_in_either_direction(
    world: World,
) -> None:
    ada, *_ = await world.running(2)
    await to_purchase(world)
    page = await ada.slash("log", since=0)
    onward = [page.text]
    while can_turn(page, "Later"):
        page = await ada.press(page, "Later")
        onward.append(page.text)
    page = await ada.slash("log")
    back = [page.text]
    while can_turn(page, "Earlier"):
        page = await ada.press(page, "Earlier")
        back.insert(0, page.text)

    def lines(pages: list[str]) -> list[str]:
        said = [line for text in pages for line in text.splitlines()[1:]]
        return [line for line in said if not line.startswith(("-#", "**"))]

    assert lines(onward) == lines(back)
    assert "Purchase begins" in "".join(onward)
