"""Pictures for posts and panels; one that fails is left out and logged."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from bot.discord.colours import colours as colours_of
from bot.discord.pictures import functions
from bot.discord.pictures.drawing_process import DRAWING_PROCESS, FILM_PROCESS, DrawingProcess
from bot.discord.pictures.functions import Colours
from bot.discord.screen import Picture
from engine.core.events import Event
from engine.core.view import View

if TYPE_CHECKING:
    from bot.discord.posts.battles import Fought
    from bot.service import GameInfo, Result

log = logging.getLogger("herald.discord")

MAP_FILE = "map.png"


class Pictures:
    """Draws. A host without room for pictures has a `NoPictures`."""

    async def board(
        self,
        view: View,
        alt: str,
        *,
        names: Sequence[str] = (),
        theme: str = "dark",
        colours: Colours | None = None,
        focus: Sequence[str] | None = None,
        happened: Iterable[Event] = (),
    ) -> Picture | None:
        """The board as a view shows it, or a part of it, with what happened marked."""
        events = tuple(happened)
        work = partial(functions.board_picture, view, names, theme, colours, focus, events)
        return await self.drawn(MAP_FILE, work, alt)

    async def options(
        self,
        view: View,
        alt: str,
        places: Sequence[str],
        *,
        names: Sequence[str],
        theme: str,
        colours: Colours | None = None,
    ) -> Picture | None:
        """The part of the board where there is something to choose, with the options marked."""
        work = partial(functions.options_picture, view, tuple(places), names, theme, colours)
        return await self.drawn("options.png", work, alt)

    async def battle(self, info: GameInfo, fought: Fought) -> Picture | None:
        """The report of a battle."""
        game, report = info.game, fought.report
        colours = colours_of(info)
        work = partial(
            functions.battle_picture,
            report,
            game.ruleset,
            info.names,
            game.theme,
            game.language,
            colours,
        )
        return await self.drawn(fought.file_name, work, fought.words)

    async def chart(self, result: Result, alt: str) -> Picture | None:
        """The scores over the turns."""
        if len(result.scores) < 2:
            return None
        info = result.info
        colours = colours_of(info)
        work = partial(functions.chart_picture, result.scores, info.names, info.game.theme, colours)
        return await self.drawn("scores.png", work, alt)

    async def film(
        self, record: bytes, theme: str, alt: str, colours: Colours | None = None
    ) -> Picture | None:
        """A finished game as a moving picture; None as well where it has nothing to show."""
        work = partial(functions.film_picture, record, theme, colours)
        return await self.drawn("replay.webp", work, alt, FILM_PROCESS)

    async def drawn(
        self,
        name: str,
        work: Callable[[], bytes],
        alt: str,
        process: DrawingProcess = DRAWING_PROCESS,
    ) -> Picture | None:
        """What some work draws, as a file of that name; None where it fails."""
        try:
            content = await process.draw(work)
        except Exception:
            log.exception("could not draw %s", name)
            return None
        return Picture(name, content, alt)


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
