"""Films: ten of them hold up nobody's map."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from functools import partial

import pytest

from bot.discord.pictures.drawing_process import DRAWING_PROCESS, FILM_PROCESS, DrawingProcess
from bot.discord.pictures.films import (
    WAITING_MOST,
    Films,
    Make,
    OneFilmAtATime,
    TooManyFilms,
)
from bot.discord.screen import Picture
from bot.memory_budget import budget_of

LONG = 60.0


class Studio:
    """Makes films when it is let, and knows how many it made at once."""

    def __init__(self) -> None:
        self.let = asyncio.Event()
        self.made: list[int] = []
        self.at_once = self.most_at_once = 0

    def maker(self, game: int, size: int = 1) -> Make:
        async def make() -> Picture | None:
            self.at_once += 1
            self.most_at_once = max(self.at_once, self.most_at_once)
            await self.let.wait()
            await asyncio.sleep(0)
            self.at_once -= 1
            self.made.append(game)
            return Picture(f"{game}.webp", bytes(size))

        return make


async def test_films_are_made_one_at_a_time_in_the_order_they_were_asked_for() -> None:
    films, studio = Films(), Studio()
    asked = [films.film(game, 100 + game, studio.maker(game)) for game in range(10)]
    running = [asyncio.create_task(each) for each in asked]
    await asyncio.sleep(0)
    studio.let.set()
    shown = await asyncio.gather(*running)
    assert [each.file_name for each in shown if each] == [f"{game}.webp" for game in range(10)]
    assert studio.made == list(range(10)) and studio.most_at_once == 1


async def test_a_film_is_made_once_for_all_who_ask_now_and_later() -> None:
    films, studio = Films(), Studio()
    running = [asyncio.create_task(films.film(7, user, studio.maker(7))) for user in range(10)]
    await asyncio.sleep(0)
    studio.let.set()
    shown = await asyncio.gather(*running)
    assert await films.film(7, 99, studio.maker(7)) is shown[0]
    assert studio.made == [7]


async def test_one_user_waits_for_one_film_at_a_time() -> None:
    films, studio = Films(), Studio()
    first = asyncio.create_task(films.film(1, 5, studio.maker(1)))
    await asyncio.sleep(0)
    with pytest.raises(OneFilmAtATime):
        await films.film(2, 5, studio.maker(2))
    studio.let.set()
    await first
    assert await films.film(2, 5, studio.maker(2)) is not None


async def test_the_queue_of_all_has_an_end() -> None:
    films, studio = Films(), Studio()
    running = [
        asyncio.create_task(films.film(game, game, studio.maker(game)))
        for game in range(WAITING_MOST)
    ]
    await asyncio.sleep(0)
    with pytest.raises(TooManyFilms):
        await films.film(500, 500, studio.maker(500))
    studio.let.set()
    await asyncio.gather(*running)


async def test_who_turns_away_takes_the_film_from_nobody() -> None:
    films, studio = Films(), Studio()
    gone = asyncio.create_task(films.film(1, 1, studio.maker(1)))
    stays = asyncio.create_task(films.film(1, 2, studio.maker(1)))
    await asyncio.sleep(0)
    gone.cancel()
    studio.let.set()
    assert await stays is not None
    assert await films.film(1, 1, studio.maker(1)) is not None


async def test_old_films_give_way_to_new_ones() -> None:
    films, studio = Films(), Studio()
    studio.let.set()
    for game in range(3):
        await films.film(game, 1, studio.maker(game, size=budget_of("films") // 2))
    await films.film(0, 1, studio.maker(0))
    assert studio.made == [0, 1, 2, 0]


def asleep(seconds: float) -> bytes:
    time.sleep(seconds)
    return b""


def niceness() -> bytes:
    return str(os.nice(0)).encode()


@pytest.fixture
def processes() -> Iterator[tuple[DrawingProcess, DrawingProcess]]:
    made = DrawingProcess(), DrawingProcess(niceness=10)
    yield made
    for each in made:
        if each._process is not None:
            each._process.kill()
        each.close()


async def test_a_film_in_the_making_does_not_delay_a_map(
    processes: tuple[DrawingProcess, DrawingProcess],
) -> None:
    maps, films = processes
    own = int(await maps.draw(niceness))
    assert int(await films.draw(niceness)) == min(own + 10, 19)
    film = asyncio.create_task(films.draw(partial(asleep, LONG)))
    await asyncio.sleep(0)
    await maps.draw(niceness)
    assert not film.done()
    film.cancel()


def test_films_have_a_process_of_their_own() -> None:
    assert FILM_PROCESS is not DRAWING_PROCESS
