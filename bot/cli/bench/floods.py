"""Guests who flood: what one user can ask for without an end, and what delays others the most.

Each kind of flood is asked for from several places at once, as by someone who presses on, in that
user's own game, through the same limits as on Discord. `Maps` measures what others wait for that
the choices of a crowd do not show: a map, while another draws as much as Herald lets them.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from itertools import count
from random import Random

from bot.cli.bench.sample_games import Script
from bot.discord.interactions.asker import ASKER
from bot.discord.interactions.user_limits import UserLimits
from bot.discord.pictures.drawing_process import DRAWING_PROCESS, FILM_PROCESS
from bot.discord.pictures.films import Films, OneFilmAtATime, TooManyFilms
from bot.discord.pictures.pictures import Pictures
from bot.discord.screen import Picture
from bot.service import Herald, Refused
from engine.core.game import Game
from engine.core.policies import play_out, policy
from engine.core.record import encode, record_of
from render import Film, Look, Map

log = logging.getLogger("herald.bench")

AT_ONCE = 11
"""As many lines as one guest managed to have read at once before there were limits."""
WORDS = ["a", "e", "in", "of", "s", "to", "move", "1", "2", "g", "3", "ar", "go", ">", ","]
LINE_WORDS = 300
PAGE_LETTERS = 3000
REFUSALS = (Refused, OneFilmAtATime, TooManyFilms)
COMES_BACK = 0.05
"""Seconds after which a guest who was refused asks again: as fast as Discord lets them."""
MAPS_EACH_SECOND = 1
FILM_TURNS = 2
"""So many turns are shown by a film: its time is that of its frames."""


class Flood(ABC):
    """One guest who asks for one thing after the other, in one game."""

    name: str
    """What is asked for, in a figure."""

    def __init__(self, herald: Herald, script: Script) -> None:
        self.herald = herald
        self.game_id = script.game_id
        self.user_id = script.users[0]
        self.asked = 0
        """How much was asked for, refused or not."""
        self.errors = 0
        """How much of it failed otherwise than by a refusal."""
        self._limits = UserLimits()

    async def go_on(self, at: int) -> None:
        """Ask without an end; one of several who do."""
        rng = Random(at)
        ASKER.set(self.user_id)
        while True:
            try:
                async with self._limits.place(self.user_id):
                    await self.ask(rng)
            except REFUSALS:
                await asyncio.sleep(COMES_BACK)
            except Exception:
                log.exception("a request of the flood failed")
                self.errors += 1
                await asyncio.sleep(COMES_BACK)
            self.asked += 1

    @abstractmethod
    async def ask(self, rng: Random) -> None:
        """Ask for one thing, and wait for it."""

    async def close(self) -> None:  # noqa: B027 - most have nothing to close
        """End what was started for it."""


class Lines(Flood):
    """Long typed lines that mean nothing."""

    name = "lines"

    async def ask(self, rng: Random) -> None:
        line = " ".join(rng.choice(WORDS) for _ in range(LINE_WORDS))
        await self.herald.orders.read(self.game_id, self.user_id, line)


class Records(Flood):
    """What is read from the log: whole games, pages of it, how things stood, what was heard."""

    name = "records"

    async def ask(self, rng: Random) -> None:
        game_id, user_id, herald = self.game_id, self.user_id, self.herald
        match rng.randrange(4):
            case 0:
                await herald.look.export(game_id, user_id)
            case 1:
                await herald.look.log_page(game_id, user_id, letters=PAGE_LETTERS)
            case 2:
                await herald.look.view(game_id, user_id, rng.randrange(200))
            case _:
                await herald.look.heard(game_id, user_id)


class Drawings(Flood):
    """Galleries and films: pictures of the board, and a film of another game each time."""

    name = "pictures"

    def __init__(self, herald: Herald, script: Script) -> None:
        super().__init__(herald, script)
        self.pictures = Pictures()
        self._films = Films()
        self._game_ids = count()
        self._record = _a_record()

    async def ask(self, rng: Random) -> None:
        if rng.random() < 0.5:
            await self._films.film(next(self._game_ids), self.user_id, self._film)
        else:
            view = await self.herald.look.view(self.game_id, self.user_id)
            await self.pictures.draw("map.jpg", Map(view), Look(), "")

    async def _film(self) -> Picture | None:
        return await self.pictures.draw("replay.webp", Film(self._record), Look(), "")

    async def close(self) -> None:
        await self._films.close()
        FILM_PROCESS.close()


def _a_record() -> bytes:
    """A finished game: only these have films."""
    agreed = {"turn_limit": FILM_TURNS}
    game = Game.new("standard", ["Ada", "Bea"], agreed, b"bench", [b"a", b"b"])
    play_out(game, [policy("random")] * 2, Random(1))
    return encode(record_of(game))


FLOODS: Mapping[str, type[Flood]] = {each.name: each for each in (Lines, Records, Drawings)}


class Maps:
    """The maps that other players ask for now and then, and how long they wait for them."""

    def __init__(self, herald: Herald, scripts: Sequence[Script], pictures: Pictures) -> None:
        self.herald = herald
        self.scripts = scripts
        self.pictures = pictures
        self.waits: list[float] = []

    async def go_on(self) -> None:
        """Ask for a map each second, whether the one before has come or not."""
        rng = Random(len(self.scripts))
        async with asyncio.TaskGroup() as looking:
            while True:
                looking.create_task(self._look(rng.choice(self.scripts)))
                await asyncio.sleep(1 / MAPS_EACH_SECOND)

    async def _look(self, script: Script) -> None:
        loop = asyncio.get_running_loop()
        began, user_id = loop.time(), script.users[-1]
        ASKER.set(user_id)
        view = await self.herald.look.view(script.game_id, user_id)
        if await self.pictures.draw("map.jpg", Map(view), Look(), "") is not None:
            self.waits.append(loop.time() - began)

    def close(self) -> None:
        """End the process that draws."""
        DRAWING_PROCESS.close()
