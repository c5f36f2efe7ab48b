"""Herald plays at the table: commands, panels, modals, suggestions, letters, pictures."""

from __future__ import annotations

from pathlib import Path

from bot.discord.pictures.pictures import Pictures
from tests.e2e.builders.club import Club, a_club, labels, words


async def test_it_logs_in_and_declares_its_commands(club: Club) -> None:
    asked = [each.route for each in club.asked]
    assert "GET /users/@me" in asked
    (declared,) = (each for each in club.asked if each.method == "PUT")
    offered = {each.body["name"] for each in club.table.as_user("ada").commands(club.channel)}
    assert offered == {each["name"] for each in declared.json}
    assert {"game", "play", "act", "orders", "trade", "rules", "inbox"} <= offered


async def test_a_game_is_played_by_commands_buttons_selects_and_modals(club: Club) -> None:
    await club.begun()
    assert "Placement" in words(club.last())
    assert "You sit in game" in words(club.letters("ada")[0])
    await club.settle(1)
    (name,) = await club.awaited()
    found = await club.suggestions(name, "act", "what", "gob")
    answer = await club.run(name, "act", what=next(v for k, v in found.items() if "Gobi" in k))
    assert answer is not None and "settles in Gobi" in words(answer)
    await club.settle(2)
    assert "Movement" in words(club.last())
    (name,) = await club.awaited()
    begun = club.table.as_user(name).run(club.channel, "orders")
    await club.rest()
    assert begun.modal is not None
    handed_in = club.table.as_user(name).submit(begun, {"orders": "end"})
    sheet = await club.shown(handed_in)
    assert sheet is not None
    before = (await club.game()).game.choice_count
    await club.press(name, sheet, next(iter(labels(sheet))))
    assert (await club.game()).game.choice_count == before + 1


async def test_the_map_is_uploaded_as_a_picture(tmp_path: Path) -> None:
    async with a_club(tmp_path, Pictures()) as club:
        await club.begun()
        (map_,) = club.last().attachments
        assert map_.filename.endswith((".webp", ".png", ".jpg"))
        stored = club.table.storage.file(map_.id)
        assert stored is not None and len(stored.data) == map_.size > 10_000
