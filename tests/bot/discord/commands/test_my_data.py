"""`/settings`: one's data as a file, and being forgotten, which is asked twice."""

from __future__ import annotations

import json

from bot.store.people import User
from tests.bot.discord.builders.world import Panel, World


def file_in(world: World, panel: Panel) -> dict[str, object]:
    (file,) = panel.stored.attachments
    content = world.env.backend.cdn.get(file["url"])
    assert content is not None
    found: dict[str, object] = json.loads(content)
    return found


async def test_the_file_comes_by_command_and_by_button(world: World) -> None:
    ada, _ = await world.running(2)
    by_command = file_in(world, await ada.slash("settings", data="export"))
    settings = await ada.slash("settings")
    by_button = file_in(world, await ada.press(settings, "My data as a file"))
    assert by_command["user_id"] == by_button["user_id"] == str(ada.id)
    assert len(by_command["games"]) == 1  # type: ignore[arg-type]  # a list


async def test_it_is_said_what_goes_and_what_stays_and_asked_twice(world: World) -> None:
    _, bea = await world.running(2)
    await world.herald.save_me(User(user_id=bea.id, notify="none"))
    asked = await bea.slash("settings", data="forget")
    for words in (
        "**Deleted:**",
        "you leave",
        "*Player A*",
        "**What remains:**",
        "backups",
    ):
        assert words in asked, words
    assert "Nothing was changed" in await bea.press(asked, "Keep everything")
    asked = await bea.press(await bea.slash("settings"), "Forget me")
    again = await bea.press(asked, "Forget me")
    assert "This cannot be undone" in again
    assert (await world.game()).seat_of(bea.id) is not None
    assert "Done." in await bea.press(again, "Yes, forget me now")
    info = await world.game()
    assert [seat.name for seat in info.seats] == ["Ada", "Player B"]
    assert info.seats[1].kind == "stand_in"
    assert (await world.herald.me(bea.id)) == User(user_id=bea.id)
    assert str(bea.id) not in world.database.read_bytes().decode("latin-1")
    # The last post names nobody that is gone, and the panel of then leads nowhere.
    assert "Player B" in world.posts()[-1].text or "Player B" in world.posts()[-2].text
    assert "There is nothing to forget" in await bea.press(
        await bea.press(await bea.slash("settings", data="forget"), "Forget me"),
        "Yes, forget me now",
    )


async def test_nobody_who_is_forgotten_is_pinged_any_more(world: World) -> None:
    _, bea = await world.running(2)
    before = len(bea.letters())
    await world.herald.forgetting.forget(bea.id)
    await world.pass_time(hours=60)
    assert len(bea.letters()) == before
    assert all(bea.id not in post.pings for post in world.posts()[-2:])
