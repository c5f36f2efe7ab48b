"""The courier: order, retries, and what it says when something cannot be delivered."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.store import outbox
from tests.bot.discord.builders.pictures import QuickPictures
from tests.bot.discord.builders.playing import (
    choose,
    desk,
    kinds,
    pass_by,
    settle_everywhere,
    to_battle,
    to_trade,
)
from tests.bot.discord.builders.world import GALLERY, Panel, Person, World, a_world, forbid


@pytest.fixture
async def gallery(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path, QuickPictures()) as made:
        yield made


SOON = 0.005


def title(place: str) -> str:
    return place.replace("_", " ").title()


async def one_move_each(mover: Person) -> list[dict[str, Any]]:
    """A move of each unit that its player has where it began, to another place."""
    grammar = (await desk(mover)).decisions[0].decision.grammar
    found: dict[str, dict[str, Any]] = {}
    for value in grammar.enumerate():
        if value["do"] == "move" and len(value["units"]) == 1 and value["to"] not in found:
            (unit,) = value["units"]
            if unit not in {each["units"][0] for each in found.values()}:
                found[value["to"]] = value
    return list(found.values())


def shows_picture(post: Panel) -> bool:
    return any(each["type"] == GALLERY for each in post.components)


async def test_a_phase_post_has_a_picture_with_words_behind_it(gallery: World) -> None:
    await gallery.running(2)
    await settle_everywhere(gallery)
    post = gallery.posts()[-1]
    (shown,) = (each for each in post.components if each["type"] == GALLERY)
    alt = shown["items"][0]["description"]
    assert "Ada" in alt and "Gobi" in alt


async def test_an_edit_keeps_the_picture(gallery: World) -> None:
    people = await gallery.running(3)
    await to_trade(gallery)
    post = gallery.posts()[-1]
    await choose(people[1], "trade", {"do": "done"})
    assert "1 of 3 have chosen" in post
    assert shows_picture(post)
    await gallery.restart()
    await choose(people[2], "trade", {"do": "done"})
    assert "2 of 3 have chosen" in post
    assert shows_picture(post)


@pytest.mark.parametrize("restarted", [False, True])
async def test_the_picture_of_a_post_follows_the_board_after_some_seconds(
    gallery: World, restarted: bool
) -> None:
    await gallery.running(2)
    await settle_everywhere(gallery)
    post = gallery.posts()[-1]
    ((file, first),) = pictures(post).items()
    (mover,) = await gallery.awaited()
    moves = await one_move_each(mover)
    await choose(mover, "movement", moves[0])
    words = [f"moved to {title(each['to'])}" for each in moves]
    assert words[0] in post and "moved to" not in first, "the text is true at once"
    assert pictures(post) == {file: first}
    if restarted:
        await gallery.restart(QuickPictures())
    await gallery.pass_time(hours=SOON)
    ((other, alt),) = pictures(post).items()
    assert other != file and words[0] in alt
    assert len(post.stored.attachments) == 1, "the old one is gone"
    await choose(mover, "movement", moves[1])
    if restarted:
        await gallery.restart(QuickPictures())
    assert pictures(post) == {other: alt}, "its words stay true of it"
    await gallery.pass_time(hours=SOON)
    assert f"and {title(moves[1]['to'])}" in next(iter(pictures(post).values()))


async def test_while_another_is_drawn_the_picture_waits_and_the_text_does_not(
    gallery: World,
) -> None:
    await gallery.running(2)
    await settle_everywhere(gallery)
    post = gallery.posts()[-1]
    before = pictures(post)
    (mover,) = await gallery.awaited()
    first, second, *_ = await one_move_each(mover)
    drawing = gallery.bot.sender.post_pictures
    drawing._is_drawing = True
    await choose(mover, "movement", first)
    await gallery.pass_time(hours=SOON)
    await choose(mover, "movement", second)
    assert title(second["to"]) in post
    assert pictures(post) == before
    drawing._is_drawing = False
    await gallery.pass_time(hours=SOON)
    assert title(second["to"]) in next(iter(pictures(post).values()))


async def test_a_picture_that_would_look_the_same_is_not_sent_again(gallery: World) -> None:
    people = await gallery.running(3)
    await to_trade(gallery)
    post = gallery.posts()[-1]
    before = pictures(post)
    await choose(people[1], "trade", {"do": "done"})
    await gallery.pass_time(hours=SOON)
    assert "1 of 3 have chosen" in post
    assert pictures(post) == before, "nothing happened that all may see"


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_post_that_is_over_offers_nothing_and_keeps_its_picture(
    gallery: World, restarted: bool
) -> None:
    people = await gallery.running(2)
    await to_trade(gallery)
    post = gallery.posts()[-1]
    assert "My move" in post.buttons()
    if restarted:
        await gallery.restart()
    for person in people:
        await choose(person, "trade", {"do": "done"})
    newer = gallery.posts()[-1]
    assert newer.id != post.id and "My move" in newer.buttons()
    assert not post.buttons()
    assert "Waiting for" not in post
    assert "The game has gone on since" in post
    assert shows_picture(post)
    # Nothing else in the channel still calls for a move.
    assert [each.id for each in gallery.posts() if "Waiting for" in each] == [newer.id]


async def test_the_last_post_of_a_game_that_was_ended_is_over_too(gallery: World) -> None:
    people = await gallery.running(2)
    await settle_everywhere(gallery)
    post = gallery.posts()[-1]
    await people[0].press(await people[0].slash("game end"), "End the game")
    assert not post.buttons()
    assert "ended by its host" in gallery.posts()[-1]


def pictures(post: Panel) -> dict[str, str]:
    """The pictures of a post: the words behind each, by its file."""
    items = [item for each in post.components if each["type"] == GALLERY for item in each["items"]]
    return {
        each["media"]["url"].split("/")[-1].split("?")[0]: each["description"] for each in items
    }


async def test_a_battle_comes_with_its_report(gallery: World) -> None:
    await gallery.running(2)
    sides = await to_battle(gallery)
    while asked := [p for p in await gallery.awaited() if "fight" in await kinds(p)]:
        for person in asked:
            grammar = (await desk(person)).decisions[0].decision.grammar
            await choose(person, "fight", next(grammar.enumerate()))
    post = next(each for each in gallery.posts() if "The battle" in each.buttons())
    assert list(pictures(post)) == ["map.jpg"]
    cards = await sides[0].press(post, "The battle")
    shown = pictures(cards)
    assert list(shown) == ["battle-1.png"]
    words = shown["battle-1.png"]
    names = {seat.user_id: seat.name for seat in (await gallery.game()).seats}
    assert all(names[side.id] in words for side in sides)
    assert words.startswith("Battle in ")
    assert "buys" not in words and "moves" not in words
    # What is awaited changes, the picture stays, also after a restart.
    await gallery.restart()
    before, kept = post.text, pictures(post)
    await pass_by(gallery, "movement", {"do": "end"})
    assert post.text != before
    assert pictures(post) == kept


async def test_a_picture_that_is_too_large_is_left_out_and_that_is_said(gallery: World) -> None:
    people = await gallery.lobby(2)
    gallery.env.inject_error(
        "POST", f"/channels/{gallery.channel.id}/messages", status=413, code=40005, times=None
    )
    count = 0
    backend = gallery.env.backend

    # The simulation refuses by path alone: let everything through that has no picture.
    fault = backend.faults[-1]
    original = gallery.bot.http.send_message

    async def send(channel_id, *, params):  # type: ignore[no-untyped-def]  # discord.py's own
        nonlocal count
        if params.files and fault not in backend.faults:
            backend.faults.append(fault)
            count += 1
        elif not params.files and fault in backend.faults:
            backend.faults.remove(fault)
        return await original(channel_id, params=params)

    gallery.bot.http.send_message = send  # type: ignore[method-assign]  # to see files
    await people[0].press(gallery.posts()[0], "Start")
    post = gallery.posts()[-1]
    assert "The picture is missing" in post
    assert "0 points" in post
    assert "My move" in post.buttons()


async def test_a_deleted_phase_post_is_posted_again(world: World) -> None:
    people = await world.running(3)
    await to_trade(world)
    post = world.posts()[-1]
    world.env.backend.delete_message(world.channel.id, post.id)
    await choose(people[1], "trade", {"do": "done"})
    again = world.posts()[-1]
    assert again.id != post.id
    assert "1 of 3 have chosen" in again
    await choose(people[2], "trade", {"do": "done"})
    assert "2 of 3 have chosen" in again


async def test_a_deleted_lobby_card_is_posted_again(world: World) -> None:
    ada, bea = world.person("Ada"), world.person("Bea")
    await ada.slash("game new", rules="standard")
    world.env.backend.delete_message(world.channel.id, world.posts()[0].id)
    await bea.slash("game join")
    (card,) = world.posts()
    assert "Bea" in card
    assert "Join" in card.buttons()


async def test_an_hour_without_discord_loses_nothing_and_keeps_the_order(world: World) -> None:
    await world.running(2)
    before = len(world.posts())
    world.env.inject_error("*", "/channels/*", status=503, times=None)
    await to_trade(world)
    assert len(world.posts()) == before
    world.env.backend.faults.clear()
    await world.pass_time(hours=1)
    titles = [post.text.split("\n")[0] for post in world.posts()[before:]]
    posts = [title for title in titles if title.startswith("##")]
    assert posts == ["## Turn 1 · Movement", "## Turn 1 · Trade"]


async def test_a_missing_permission_is_named_to_the_host_and_all_follows_when_it_is_there(
    world: World,
) -> None:
    ada, _ = await world.running(2)
    forbid(world, send_messages=False)
    before = len(world.posts())
    await settle_everywhere(world)
    assert len(world.posts()) == before
    assert "I lack the permission Send Messages" in ada.letters()[-1]
    forbid(world)
    await world.pass_time(hours=1)
    assert "Movement" in world.posts()[-1]


async def test_sent_away_and_invited_again_the_game_goes_on_where_it_was(world: World) -> None:
    ada, _ = await world.running(2)
    place = f"/channels/{world.channel.id}/*"
    world.env.inject_error("*", place, status=403, code=50001, times=None)
    await settle_everywhere(world)
    letters = [each.text for each in ada.letters()]
    assert sum("I cannot see the channel" in each for each in letters) <= 1
    assert any("cannot" in each for each in letters)
    world.env.backend.faults.clear()
    await world.pass_time(hours=1)
    assert "Movement" in world.posts()[-1]


async def test_where_files_may_not_be_attached_the_board_is_told_in_words(gallery: World) -> None:
    people = await gallery.lobby(2)
    forbid(gallery, attach_files=False)
    await people[0].press(gallery.posts()[0], "Start")
    post = gallery.posts()[-1]
    assert "I may not attach files here" in post
    assert "0 points" in post


async def test_a_deleted_channel_is_told_to_the_host_and_the_game_is_kept(world: World) -> None:
    ada, _ = await world.running(2)
    (awaited,) = await world.awaited()
    code = (await world.game()).code
    world.env.backend.delete_channel(world.channel.id)
    await choose_anywhere(world, awaited.id)
    assert any("was deleted" in letter for letter in ada.letters())
    panel = world.answer(await awaited.actor.user.slash("play", game=code))
    assert "Placement" in panel


async def choose_anywhere(world: World, user: int) -> None:
    await world.herald.play.choose(1, user, "placement", "gobi", interaction="test:gone")
    await world.env.settle()


async def test_new_messages_carry_a_nonce_that_discord_enforces(world: World) -> None:
    await world.lobby(2)
    place = f"/channels/{world.channel.id}/messages"
    sent = [r.json for r in world.env.http_requests if (r.method, r.path) == ("POST", place)]
    assert sent
    for body in sent:
        assert body is not None and 0 < len(body["nonce"]) <= 25
        assert body["enforce_nonce"] is True


async def test_what_was_sent_long_ago_is_forgotten(world: World) -> None:
    await world.lobby(2)
    async with world.herald.store.reading() as tx:
        before = await outbox.counts(tx)
    assert before["sent"]
    await world.pass_time(hours=24 * 40)
    await world.people[0].slash("game leave")
    async with world.herald.store.reading() as tx:
        after = await outbox.counts(tx)
    assert after["sent"] < before["sent"]


async def test_a_game_goes_on_where_it_was_after_a_restart_at_any_moment(world: World) -> None:
    await world.running(2)
    for _ in range(4):
        (person,) = await world.awaited()
        await world.restart()
        panel = await person.press(world.posts()[-1], "My move")
        panel = await person.pick(panel, "Asia 1" if "Asia 1" in panel.options() else "Asia")
        region = next(label for label in panel.options() if label not in PARTS)
        await person.pick(panel, region)
    assert "Movement" in world.posts()[-1]


PARTS = {
    "Africa",
    "Asia",
    "Asia 1",
    "Asia 2",
    "Europe",
    "North America",
    "South America",
    "Oceania",
    "Australia",
    "Standing orders: what shall be done without asking you?",
}
