"""Smaller holes that a review found, on Discord's side."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import stat
from pathlib import Path
from typing import Any

import discord
import msgspec
import pytest

from bot.config import Config
from bot.discord import client as client_module
from bot.private_files import create_folder
from bot.service import Actor
from bot.service.seats.names import clean_name
from bot.table.local_table import LocalTable
from bot.table.run import for_table
from tests.bot.discord.playing import an_offer, choose, desk, to_purchase, to_trade
from tests.bot.discord.world import Panel, World

FAMILY = "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}"
NEWEST = "\U0001fae9 \U0001fadc"
SCOTLAND = "\N{WAVING BLACK FLAG}\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"


@pytest.mark.parametrize(
    "name",
    [
        f"Ada {FAMILY}",
        f"Ada {NEWEST}",
        f"Ada {SCOTLAND}",
        "می\u200cخواهم",  # noqa: RUF001 - Persian: a joiner keeps two letters apart
        "क्\u200dष",  # Hindi
        "ශ්\u200dරී ලංකා",  # Sinhala
        "❤\ufe0f\u200d🔥",
    ],
)
async def test_names_that_people_really_have_can_join(world: World, name: str) -> None:
    await world.person("Ada").slash("game new", rules="standard")
    await world.person(name).press(world.posts()[0], "Join")
    assert (await world.game()).names[1] == name
    assert name in world.posts()[0]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("\u202eadA\u202c", "adA"),
        ("Ada\u200b\u2060\x07", "Ada"),
        ("\u200dAda\u200c", "Ada"),
        ("A\u200d\u200d\u200db", "A\u200db"),
        ("Ada \u200d Lovelace", "Ada  Lovelace"),
        (" \u3164\u2800 ", ""),
        ("\ufffe\ufdd0", ""),
        ("x\U000e0067", "x"),
        ("\ufe0f", ""),
        ("\u0301\u0301 \u20e3", ""),
        ("Z" + "\u0310" * 20 + "oe", "Z" + "\u0310" * 5 + "oe"),
        ("1\ufe0f\u20e3 Ada", "1\ufe0f\u20e3 Ada"),
    ],
)
def test_what_cannot_be_seen_is_left_out_of_a_name(name: str, shown: str) -> None:
    assert clean_name(name) == shown


async def test_who_has_a_name_that_cannot_be_seen_joins_under_another(world: World) -> None:
    await world.person("Ada").slash("game new", rules="standard")
    ghost = world.env.create_user("ghost", global_name="\u3164")
    found = world.guild.add_member(ghost)
    await found.click(world.posts()[0].handle, label="Join")
    assert (await world.game()).names[1] == "ghost"


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


async def test_the_tables_database_is_as_private_as_the_games(tmp_path: Path) -> None:
    config = for_table(Config(data_dir=tmp_path / "new" / "data"))
    async with LocalTable(config.data_dir / "table.db"):
        assert rights(config.data_dir / "table.db") == 0o600
    for folder in (config.data_dir, config.data_dir.parent, tmp_path / "new"):
        assert rights(folder) == 0o700


def test_every_folder_that_is_made_is_private(tmp_path: Path) -> None:
    create_folder(tmp_path / "a" / "b" / "c")
    create_folder(tmp_path / "a" / "b" / "c")
    for folder in ("a", "a/b", "a/b/c"):
        assert rights(tmp_path / folder) == 0o700
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file"):
        create_folder(tmp_path / "file")


def hang_before_noting(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Herald is killed after a post and before it is noted: as if time stood still in between."""

    async def never(*args: Any, **options: Any) -> None:
        await world.env.external_wait(asyncio.Event().wait(), reason="about to be killed")

    monkeypatch.setattr(world.herald, "note_message", never)


async def test_a_lobby_card_is_not_left_behind_by_a_kill_before_it_was_noted(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    hang_before_noting(world, monkeypatch)
    ada = world.person("Ada")
    await ada.slash("game new", rules="standard", seats=2)
    (card,) = world.posts()
    game = await world.game()
    assert game.game.lobby_message_id is None
    host = Actor(ada.id)
    await world.herald.add_ai(game.id, host)
    await world.herald.start(game.id, host)
    await world.restart()
    await world.env.settle()
    assert (await world.game()).game.lobby_message_id == card.id
    assert "The game has begun" in card and not card.buttons()
    assert sum("seats are taken" in each for each in world.posts()) == 1


async def test_a_card_that_was_posted_and_not_noted_is_the_one_that_changes(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    hang_before_noting(world, monkeypatch)
    ada = world.person("Ada")
    await ada.slash("game new", rules="standard", seats=3)
    (card,) = world.posts()
    await world.herald.add_ai((await world.game()).id, Actor(ada.id))
    await world.restart()
    await world.env.settle()
    assert [each.id for each in world.posts()] == [card.id]
    assert "2 of 3 seats" in card


async def test_stopping_amid_an_answer_logs_no_fault(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    people = await world.running(2)
    monkeypatch.setattr(client_module, "LAST_ANSWERS", 0.01)
    reached = asyncio.Event()

    async def hanging(*args: Any, **options: Any) -> None:
        reached.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(world.herald, "desk", hanging)
    bot, post = world.bot, world.posts()[-1]
    pressing = asyncio.create_task(people[0].raw_press(post, "My move"))
    await reached.wait()
    with caplog.at_level(logging.WARNING):
        await bot.close()
    pressing.cancel()
    assert bot.is_closed() and not bot._answering
    faults = [each for each in caplog.records if each.levelno >= logging.ERROR or each.exc_info]
    assert not faults


async def test_what_is_pressed_while_stopping_is_not_taken_on(world: World) -> None:
    await world.running(2)
    world.bot._stopping = True
    seen: list[Any] = []
    world.bot._on_press = seen.append  # type: ignore[method-assign,assignment]  # to see that nobody comes there

    class Pressed:
        type = discord.InteractionType.component

    await world.bot.on_interaction(Pressed())  # type: ignore[arg-type]  # nothing else of it is looked at
    assert not seen


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
        return [line for text in pages for line in text.splitlines()[1:] if line.strip()]

    assert lines(onward) == lines(back)
    assert "Purchase begins" in "".join(onward)
