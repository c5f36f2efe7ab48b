"""Pictures for posts and panels; one that fails is left out and logged."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from time import perf_counter

from bot.discord.interactions.asker import ASKER
from bot.discord.pictures.drawing_process import DRAWING_PROCESS, FILM_PROCESS, DrawingProcess
from bot.discord.screen import Picture
from bot.service.choices.fair_turns import FairTurns
from bot.service.errors import TooBusy
from render import Film, Look, Wish, drawn

log = logging.getLogger("herald.discord")

MAP_FILE, OPTIONS_FILE = "map.jpg", "options.jpg"


class Pictures:
    """Draws. A host without room for pictures has a `NoPictures`."""

    def __init__(self) -> None:
        self._turns = FairTurns()
        self.when_drawn: list[Callable[[float, bool], None]] = []
        """Called for each picture: how many seconds it took, and whether there is one."""

    async def draw(self, name: str, wish: Wish, look: Look, alt: str) -> Picture | None:
        """What is wished for, as a file of that name with its words; None where it fails."""
        process = FILM_PROCESS if isinstance(wish, Film) else DRAWING_PROCESS
        return await self.drawn(name, partial(drawn, wish, look), alt, process)

    async def drawn(
        self,
        name: str,
        work: Callable[[], bytes],
        alt: str,
        process: DrawingProcess = DRAWING_PROCESS,
    ) -> Picture | None:
        """What some work draws, as a file of that name; None where it fails.

        What users ask for is drawn in turns: nobody's queue holds up the posts of a game.
        """
        asker, started = ASKER.get(), perf_counter()
        content: bytes | None = None
        try:
            if asker is None or process is not DRAWING_PROCESS:
                content = await process.draw(work)
            else:
                content = await self._turns.run_async(asker, lambda: process.draw(work))
        except TooBusy:
            log.info("user=%s asks for too many pictures at once", asker)
            return None
        except Exception:
            log.exception("could not draw %s", name)
        for call in self.when_drawn:
            call(perf_counter() - started, content is not None)
        return None if content is None else Picture(name, content, alt)


class NoPictures(Pictures):
    """Draws nothing: every post goes out with text alone."""

    async def drawn(
        self,
        name: str,
        work: Callable[[], bytes],
        alt: str,
        process: DrawingProcess = DRAWING_PROCESS,
    ) -> Picture | None:
        return None
