"""Thousands of interactions that nobody should send, against games that are running.

HERALD_SEED sets the seed; it is told when something fails.
"""

from __future__ import annotations

import logging
import math
import os
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

import pytest

from bot.discord.interactions.ids import ForeignId, OldId
from bot.discord.interactions.verbs import Verb
from bot.discord.pictures.pictures import NoPictures
from bot.local_discord import interactions as life
from bot.local_discord.interactions import COMMAND, MODAL, Interaction
from bot.local_discord.payloads import objects
from bot.local_discord.rest.interaction_responses import (
    CHOICES,
    MESSAGE,
    QUIET,
    SHOW_MODAL,
    THINKING,
    UPDATE,
)
from bot.local_discord.world.models import Flag, Json, Message
from bot.service import Actor, NewLobby, Person
from bot.service.game.states import choice_of, engine_table
from bot.store import choices
from bot.store.choices import LogEntry
from engine.core.game import Game
from tests.bot.discord.builders.world import Faults
from tests.e2e.builders.club import Club, a_club, labels, words
from tests.e2e.builders.hostile import Forger, Sent

AT_ONCE = 8
LOOK_AGAIN = 12
"""After so many batches the players open their panels again."""
OWN_LOGS = ("herald", "discord", "asyncio")


FEW, MANY = 240, 10_000
USUAL_SEED = 2026


def a_seed(count: int) -> int:
    """The long run takes other chances each time; the short one must not fail by chance."""
    said = os.environ.get("HERALD_SEED")
    if said:
        return int(said)
    return USUAL_SEED if count == FEW else SystemRandom().randrange(2**32)


async def games(club: Club) -> list[int]:
    """Two games in one channel each, and a lobby: Ada and Bea play, Cyn is host of the lobby."""
    await club.begun()
    herald, client = club.bot.herald, club.client
    ada, bea, cyn = (Person(client(each).user.id, each) for each in ("ada", "bea", "cyn"))
    other = club.table.world.text_channel(club.guild, "quick")
    guild = club.guild.id
    quick = await herald.lobby.open(
        NewLobby(ruleset="fast_play", host=ada, seats=2, guild_id=guild, channel_id=other.id)
    )
    await herald.lobby.join(quick.id, bea)
    await herald.lobby.start(quick.id, Actor(ada.user_id))
    other = club.table.world.text_channel(club.guild, "lobby")
    await herald.lobby.open(
        NewLobby(ruleset="standard", host=cyn, seats=3, guild_id=guild, channel_id=other.id)
    )
    club.bot.sender.wake()
    await club.rest()
    return [(await club.game()).id, quick.id]


async def open_panels(club: Club) -> None:
    """Have the players look at what they can do."""
    for line in (
        "settings",
        "game options",
        "map",
        "log",
        "rules",
        "inbox",
        "trade",
        "play",
        "play",
    ):
        for name in ("ada", "bea"):
            club.client(name).run(club.channel, line)
        await club.rest()


async def entries(club: Club, game_id: int, after: int) -> list[LogEntry]:
    async with club.bot.herald.store.reading() as tx:
        return await choices.of_game(tx, game_id, after=after)


def complaint(club: Club, sent: Sent, called: Counter[str], deliveries: int) -> str | None:
    """What is wrong with the answer to an interaction, if anything is."""
    record = sent.record
    if not sent.can_be_answered:
        return None
    count = called[f"/interactions/{record.id}/{record.token}/callback"]
    if record.answer is None:
        return "it was never answered"
    if not 1 <= count <= deliveries + is_gone(club, record.message):
        return f"it was answered {count} times"
    if record.answer in (CHOICES, SHOW_MODAL):
        return None
    shown = club.table.world.message(record.channel.id, record.original or 0)
    if record.answer in (MESSAGE, UPDATE) or (record.answer == THINKING and shown):
        # The oldest private messages vanish; those cannot be read any more.
        if shown is not None and (shown.flags & Flag.LOADING or not words(shown)):
            return "the answer says nothing"
        return None
    further = f"/webhooks/{club.table.world.bot.id}/{record.token}"
    if record.answer != QUIET or any(path.startswith(further) for path in called):
        return None
    return None if is_shown_in_a_post(club, sent) else "nothing followed"


def is_shown_in_a_post(club: Club, sent: Sent) -> bool:
    """Whether the posts of a lobby say what a press has done, so that no answer does."""
    try:
        press = club.bot.page.ids.read(str(sent.payload["data"]["custom_id"]))
    except (ForeignId, OldId, ValueError, KeyError, TypeError):
        return False
    return press.verb in (Verb.ADD_AI, Verb.START)


def is_gone(club: Club, message: Message | None) -> bool:
    """Whether what was pressed was deleted: changing it fails, and a new message follows."""
    if message is None:
        return False
    return club.table.world.message(message.channel_id, message.id) is None


async def bombard(club: Club, seed: int, count: int) -> None:
    """Send interactions, and see that each is answered and only legal choices count."""
    forger = Forger(club, Random(seed))
    # What the table answers is held against its own kind of record, which these are not.
    club.table.dispatcher.seen = None
    numbers = await games(club)
    known = dict.fromkeys(numbers, 0)
    for batch in range(count // AT_ONCE):
        if batch % LOOK_AGAIN == 0:
            await open_panels(club)
        for game in numbers:
            known[game] = (await club.bot.herald.look.game(game)).game.choice_count
        before = len(club.asked)
        sent = [forger.send() for _ in range(AT_ONCE)]
        with suppress(TimeoutError):
            await club.rest()
        club.resting.unanswered.clear()
        forger.look()
        called = Counter(e.path for e in club.asked[before:] if e.method in ("POST", "PATCH"))
        judge_answers(club, forger, sent, called)
        await judge_choices(club, forger, known)


def judge_answers(club: Club, forger: Forger, sent: list[Sent], called: Counter[str]) -> None:
    """Each of these was answered, once and clearly; what was sent before has its answer already."""
    deliveries = Counter(each.record.id for each in sent)
    for each in sent:
        if each.record.id in forger.fresh:
            wrong = complaint(club, each, called, deliveries[each.record.id])
            assert wrong is None, f"{wrong}: {each.payload}"
    forger.fresh.clear()


async def judge_choices(club: Club, forger: Forger, known: dict[int, int]) -> None:
    """Nothing was chosen but by whom it was up to."""
    clicks = {str(each.payload.get("id")): each for each in forger.sent}
    for game, count in known.items():
        info = await club.bot.herald.look.game(game)
        new = await entries(club, game, count)
        assert info.game.choice_count == count + len(new)
        for entry in new:
            if entry.by == "player":
                click = clicks[(entry.interaction_id or "").partition(":")[0]]
                assert entry.seat is not None
                assert info.seats[entry.seat].user_id == click.user_id


async def assert_all_was_legal(club: Club, game_id: int) -> None:
    """Played again from its seeds and its log by the rules alone, the game is where it is."""
    herald = club.bot.herald
    log = await entries(club, game_id, 0)
    async with herald._open_games.open(game_id) as opened:
        seed = opened.position.game.server_seed
        async with herald.store.reading() as tx:
            agreed = await engine_table(tx, opened.row, opened.seats)
    seeds = [bytes.fromhex(each) for each in agreed.player_seeds]
    game = Game.new(agreed.ruleset, agreed.names, agreed.options, seed, seeds)
    kept = {}
    for entry in log:
        assert entry.seat is not None and entry.by != "host"
        kept[entry.number] = game.rules.copy(game.state)
        if entry.by == "undo":
            game.rewind(entry.seat, entry.undoes, kept[entry.undoes])
        elif entry.undoes:
            game.take_back(entry.seat)
        else:
            game.play(choice_of(entry), entry.by)
        assert game.journal is not None
        assert game.journal.entries[-1].state_hash == entry.state_hash
    assert game.view(None) == await herald.look.view(game_id)


async def said_to(club: Club, record: Interaction, payload: Json) -> str:
    """What an interaction is answered with, sent as a payload that need not be its own."""
    club.table.dispatcher.seen = None
    Forger(club, Random(USUAL_SEED)).hand_over(record, payload)
    answer = await club.shown(record)
    assert answer is not None
    return words(answer)


async def test_what_happened_in_no_channel_that_can_be_is_refused(club: Club) -> None:
    world, ada = club.table.world, club.client("ada")
    (command,) = (each for each in ada.commands(club.channel) if each.body["name"] == "play")
    data = {"id": str(command.id), "name": "play", "type": 1, "options": []}
    record = Interaction(world, COMMAND, ada.user, club.channel, data)
    payload = life.form(world, record)
    payload["channel"]["id"] = "99999999999999999999"
    assert "I do not understand that" in await said_to(club, record, payload)


async def test_a_modal_with_the_id_of_a_button_is_not_answered_with_a_modal(club: Club) -> None:
    wishes = await club.run("ada", "settings")
    assert wishes is not None
    world, user = club.table.world, club.client("ada").user
    data = {"custom_id": labels(wishes)["I will be away"], "components": []}
    record = Interaction(world, MODAL, user, club.channel, data, message=wishes)
    assert "press again" in await said_to(club, record, life.form(world, record))


@pytest.mark.parametrize("count", [FEW, pytest.param(MANY, marks=pytest.mark.soak)])
async def test_hostile_interactions_are_answered_and_change_nothing(
    tmp_path: Path, count: int
) -> None:
    seed, faults = a_seed(count), Faults()
    loggers = [logging.getLogger(name) for name in OWN_LOGS]
    for logger in loggers:
        logger.addHandler(faults)
    try:
        async with a_club(tmp_path, NoPictures()) as club:
            await bombard(club, seed, count)
            for game in (1, 2):
                await assert_all_was_legal(club, game)
        assert faults.found == []
    except BaseException as failed:
        failed.add_note(f"HERALD_SEED={seed}")
        raise
    finally:
        for logger in loggers:
            logger.removeHandler(faults)


HUGE, HUGEST = 2**63, 10**400
ODD_NUMBERS: tuple[Any, ...] = (
    True,
    -1,
    0,
    1.5,
    HUGE,
    -HUGE,
    HUGEST,
    math.nan,
    math.inf,
    "1",
    "nan",
    None,
    [],
    {},
)
ODD_IDS = ("0", "-1", "99999999999999999999", "1e3", "٣", " 7", "", 7, True, None)


async def odd_command(club: Club, name: str, option: Json, *, by: str = "cyn", **more: Any) -> str:
    """What a subcommand of `/game` with one odd option is answered with."""
    world, who = club.table.world, club.client(by)
    (command,) = (each for each in who.commands(club.channel) if each.body["name"] == "game")
    key, value = {"new": ("rules", "standard"), "replace": ("seat", "0")}[name]
    needed = {"type": 3, "name": key, "value": value}
    inner = {"type": 1, "name": name, "options": [needed, option]}
    data = {"id": str(command.id), "name": "game", "type": 1, "options": [inner], **more}
    record = Interaction(world, COMMAND, who.user, club.channel, data)
    return await said_to(club, record, life.form(world, record))


@pytest.mark.parametrize("value", ODD_NUMBERS, ids=lambda value: f"{value!r:.12}")
async def test_an_odd_number_opens_no_game_and_is_answered(club: Club, value: Any) -> None:
    for name in ("seats", "hours"):
        said = await odd_command(club, "new", {"type": 4, "name": name, "value": value})
        assert "went wrong" not in said, said
    assert await club.bot.herald.look.in_channel(club.channel.id) is None


@pytest.mark.parametrize("value", ODD_IDS, ids=repr)
async def test_an_odd_user_is_given_no_seat(club: Club, value: Any) -> None:
    await club.begun()
    cyn = objects.user(club.client("cyn").user)
    for known in ({str(value): cyn}, {str(cyn["id"]): {**cyn, "id": value}}):
        option = {"type": 6, "name": "newcomer", "value": next(iter(known))}
        said = await odd_command(club, "replace", option, by="ada", resolved={"users": known})
        assert "I do not understand that" in said, said


async def test_users_that_are_who_they_are_can_be_named(club: Club) -> None:
    await club.begun()
    cyn = objects.user(club.client("cyn").user)
    option = {"type": 6, "name": "newcomer", "value": cyn["id"]}
    said = await odd_command(
        club, "replace", option, by="ada", resolved={"users": {cyn["id"]: cyn}}
    )
    assert (await club.game()).seats[0].user_id == int(cyn["id"]), said


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("BCD\x00", "I do not understand that"),
        ("\\\x00", "I do not understand that"),
        ("\\u0000", "There is no game"),
        ("\\\\u0000", "There is no game"),
    ],
    ids=repr,
)
async def test_text_that_no_database_keeps_is_refused(club: Club, typed: str, said: str) -> None:
    world, ada = club.table.world, club.client("ada")
    (command,) = (each for each in ada.commands(club.channel) if each.body["name"] == "play")
    option = {"type": 3, "name": "game", "value": typed}
    data = {"id": str(command.id), "name": "play", "type": 1, "options": [option]}
    record = Interaction(world, COMMAND, ada.user, club.channel, data)
    assert said in await said_to(club, record, life.form(world, record))
