from __future__ import annotations

from random import Random

from tests.discord.world import World, finish


async def test_three_people_play_from_the_lobby_to_the_result(world: World) -> None:
    await world.running(3, turn_limit=2)
    rng = Random(5)
    count = 0
    while (found := await world.herald.game_in_channel(world.channel.id)) is not None:
        person = rng.choice(await world.awaited())
        panel = await person.slash("play")
        while "Nothing is awaited" not in panel and "✅" not in panel.text:
            panel = await finish(person, panel, rng)
        count += 1
        assert count < 500
    print(count)
    for post in world.posts():
        print("-----")
        print(post.text)
