"""What a hostile or curious user of Discord tries, on a simulated Discord."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from bot.discord.commands import cards, charts, why, why_topics
from bot.discord.commands.charts import chart_menus
from bot.discord.interactions.packing import unpack
from bot.discord.membership import NO_CHAT
from bot.moment import DAY
from bot.service import Person as ServicePerson
from bot.service.errors import Refused, TooManyLessons
from bot.service.seats import lessons as lessons_module
from bot.store import games
from engine.core.folding import fold
from engine.core.registry import ruleset
from tests.bot.discord.builders.playing import an_offer, choose, to_second_trade, to_trade
from tests.bot.discord.builders.world import Panel, World


async def test_endless_words_are_answered_in_every_command_that_takes_them(world: World) -> None:
    ada, _ = await world.running(2)
    endless = "galey" * 1200
    for command, option in (
        ("rules", "about"),
        ("card", "name"),
        ("why", "about"),
        ("map", "region"),
        ("map", "chart"),
    ):
        assert (await ada.slash(command, **{option: endless})).text
        await ada.suggestions(command, option, endless)


async def test_of_endless_text_no_more_is_read_than_a_question_has(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []

    def counted(text: str) -> str:
        read.append(len(text))
        return fold(text)

    for module in (why, why_topics, charts):
        monkeypatch.setattr(module, "fold", counted)
    ada, _ = await world.running(2)
    # A sign that stands for eighteen letters.
    endless = "\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}" * 6000
    await ada.slash("why", about=endless)
    await ada.suggestions("why", "about", endless)
    await ada.slash("map", chart=endless)
    await ada.suggestions("map", "chart", endless)
    assert len(read) > 4 and 500 in read and max(read) <= 500


def shown(panel: Panel) -> list[str]:
    """Everything that a reader can see in an answer, its ids included."""
    ids = [each.get("custom_id", "") for each in panel.components]
    return [panel.text, *ids, *(value for _, value in panel.options().values())]


LOOKS: tuple[tuple[str, dict[str, int]], ...] = (
    ("map", {"turn": 1}),
    ("log", {"since": 2}),
    ("map", {"turn": 0}),
    ("map", {}),
)


async def test_what_is_shown_of_a_turn_does_not_count_secret_acts_of_others(world: World) -> None:
    ada, _, cyd = await world.running(3)
    await to_trade(world)
    before = [shown(await cyd.slash(command, **options)) for command, options in LOOKS]
    for gold in (1, 2, 3):
        await choose(ada, "trade", an_offer(1, give=gold))
    for (command, options), seen in zip(LOOKS, before, strict=True):
        assert shown(await cyd.slash(command, **options)) == seen, (command, options)


async def test_the_ids_of_charts_hide_where_in_the_log_a_turn_ended(world: World) -> None:
    ada, *_ = await world.running(2, "advanced")
    game = await world.game()
    number = 4321
    view = await world.herald.look.view(game.id, ada.id)
    menus = chart_menus(world.bot.page.of(game), view, number)
    parts = [
        part
        for menu in menus
        for each in menu.to_component_dict()["components"]
        for part in world.bot.page.ids.read(each["custom_id"]).rest
    ]
    assert parts and all(number not in unpack(part) for part in parts)


async def test_a_name_on_a_card_is_no_markup(world: World) -> None:
    name = "**Bo** [gift](https://e.vil)"
    ada, bo = world.person("Ada"), world.person(name)
    await ada.slash("game new", rules="standard", seats=2)
    await bo.press(world.posts()[0], "Join")
    await ada.press(world.posts()[0], "Start")
    game = await world.game()

    class Owned:
        """Rules by which everybody owns the card."""

        def card(self, card_id: str, view: object = None) -> object:
            return msgspec.structs.replace(ruleset("standard").card(card_id), owners=(0, 1))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cards, "ruleset", lambda _: Owned())
        own = await ada.slash("card", name="wheel", game=game.code)
        shared = str((await ada.press(own, "Share")).components)
    assert "Bo" in shared and "**Bo**" not in shared and "https://e" not in shared


async def test_what_was_typed_comes_back_without_markup(world: World) -> None:
    ada, _ = await world.running(2)
    for command, option, typed in (
        ("board", "game", "**x**"),
        ("card", "name", "**xqzzy**"),
        ("map", "region", "**x**"),
        ("map", "chart", "**x**"),
        ("act", "what", "**x**"),
    ):
        shown = await ada.slash(command, **{option: typed})
        assert "\\*\\*x" in shown, (command, option)
        assert "**" not in shown.text.replace("\\*", ""), (command, option)


async def test_nobody_fills_the_store_with_practice_games(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lessons_module, "BEGUN_MOST", 2)
    herald, zoe = world.herald, ServicePerson(77, "Zoe", NO_CHAT)
    await herald.lessons.begin(zoe, "standard")
    await herald.lessons.begin(zoe, "standard", restart=True)
    with pytest.raises(TooManyLessons):
        await herald.lessons.begin(zoe, "standard", restart=True)
    # The one under way goes on, others learn as before, and so does she on another day.
    assert await herald.lessons.begin(zoe, "standard")
    assert await herald.lessons.begin(ServicePerson(78, "Yan", NO_CHAT), "standard")
    await world.pass_time(hours=25)
    assert await herald.lessons.begin(zoe, "standard", restart=True)


async def test_two_presses_at_once_begin_one_practice_game(world: World) -> None:
    herald, zoe = world.herald, ServicePerson(77, "Zoe", NO_CHAT)
    found = await asyncio.gather(
        *(herald.lessons.begin(zoe, "standard") for _ in range(3)), return_exceptions=True
    )
    assert all(isinstance(each, Refused) or not isinstance(each, BaseException) for each in found)
    async with herald.store.reading() as tx:
        assert await games.without_channel(tx, 77, world.herald.time.now() - DAY) == 1


async def test_a_seat_that_is_no_seat_is_unknown_however_long_its_number(world: World) -> None:
    ada, _ = await world.running(2)
    for seat in ("9" * 6000, "\N{ARABIC-INDIC DIGIT ONE}" * 6000, "²", "-1", "7"):
        answer = await ada.slash("game replace", seat=seat)
        assert "Choose a seat from the list" in answer, seat[:9]


async def test_a_vacation_at_the_end_of_all_calendars_is_refused(world: World) -> None:
    ada = world.person("Ada")
    for first, last, answer in (
        ("2026-01-01", "9999-12-31", "is not a date"),
        ("9999-12-31", "9999-12-31", "is not a date"),
        ("2026-01-01", "9999-12-30", "up to 365 days"),
        ("0001-01-01", "2026-03-01", "up to 365 days"),
        ("9000-01-01", "9000-01-02", "up to 365 days"),
    ):
        form = await ada.raw_press(await ada.slash("settings"), "I will be away")
        assert answer in await ada.fill(form, **{"from": first, "until": last}), (first, last)


async def test_what_is_typed_for_a_number_and_is_none_is_refused_with_the_bounds(
    world: World,
) -> None:
    people = await world.running(2)
    await to_second_trade(world)
    for typed in ("--5", "-", "5-", "²", "1e3", "9" * 12):
        panel = await people[0].slash("trade", **{"with": people[1].actor.user})
        form = await people[0].raw_press(panel, "Another number")
        assert "A whole number from" in await people[0].fill(form, number=typed), typed
