"""A person's data is theirs as a file: all of it, and nothing of anybody else."""

from __future__ import annotations

from typing import Any

import msgspec

from bot.moment import HOUR
from bot.service import Herald, Person
from bot.service.privacy.export import PersonalFile
from bot.store.people import User
from tests.bot.builders.virtual_time import VirtualTime
from tests.bot.service.builders import ADA, CHRIS, HOST, answer, awaited
from tests.bot.service.privacy.builders import ID, ZOE, a_game_with_her, in_twenty_games


async def data(herald: Herald) -> Any:
    return msgspec.json.decode((await herald.export_me(ID)).content)


async def test_nothing_is_known_of_a_stranger(herald: Herald) -> None:
    file: PersonalFile = await herald.export_me(ID)
    found = msgspec.json.decode(file.content)
    assert found.pop("made_by").startswith("Herald ")
    assert found == {"user_id": str(ID), "settings": [], "lessons": [], "games": [], "letters": []}


async def test_it_has_all_games_settings_lessons_and_letters(herald: Herald) -> None:
    games = await in_twenty_games(herald)
    found = await data(herald)
    assert len(found["games"]) == sum(map(len, games.values()))
    (settings,) = found["settings"]
    assert settings["time_zone"] == "Europe/Budapest"
    assert [each["ruleset"] for each in found["lessons"]] == ["standard"]
    assert {each["kind"] for each in found["letters"]} & {"SecretAsk", "YourTurn"}
    by_code = {each["game"]: each for each in found["games"]}
    for game in games["over"]:
        (seat,) = by_code[(await herald.look.game(game)).code]["seats"]
        assert seat["names"] == [ZOE.name]
        assert seat["choices"]
        assert seat["share_of_the_dice"].startswith("click ")
    asked = [each for each in found["games"] if each["asked_for_a_seat"]]
    assert len(asked) == 2


async def test_what_others_chose_at_the_same_seat_is_theirs(
    herald: Herald, time: VirtualTime
) -> None:
    game = await a_game_with_her(herald, "standard")
    await answer(herald, game, (await awaited(herald, game))[0])
    while ID in await awaited(herald, game):
        await answer(herald, game, ID)
    mine = (await data(herald))["games"][0]["seats"][0]["choices"]
    time.pass_by(HOUR)
    await herald.seats.leave(game, ID)
    await herald.seats.replace(game, 1, CHRIS, HOST)
    await herald.scheduler.tick()
    for _ in range(12):
        for user in await awaited(herald, game):
            await answer(herald, game, user)
        await herald.scheduler.tick()
    (seat,) = (await data(herald))["games"][0]["seats"]
    assert seat["choices"] == mine
    assert "prepared" not in seat


async def test_nothing_of_anybody_else_is_in_it(herald: Herald) -> None:
    await herald.save_me(User(user_id=ADA.user_id, time_zone="Africa/Lagos"))
    bystander = Person(424_242_424_242, "Bystander")
    game = await a_game_with_her(herald)
    await herald.seats.leave(game, ID)
    await herald.seats.replace(game, 1, bystander, HOST)
    content = (await herald.export_me(ID)).content.decode()
    for other in ("Africa/Lagos", "Bystander", "424242424242", '"Ada"', "server_seed"):
        assert other not in content
