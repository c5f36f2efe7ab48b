"""Pictures for posts and panels; one that fails is left out and logged."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

from bot.discord.colours import colours as colours_of
from bot.discord.interactions.asker import ASKER
from bot.discord.pictures import functions
from bot.discord.pictures.drawing_process import DRAWING_PROCESS, FILM_PROCESS, DrawingProcess
from bot.discord.pictures.functions import Colours
from bot.discord.screen import Picture
from bot.service.errors import TooBusy
from bot.service.play.fair_turns import FairTurns
from engine.core.charts import FactCard, NamedChart, QuickReference
from engine.core.events import Event
from engine.core.view import View

if TYPE_CHECKING:
    from bot.discord.posts.battles import Fought
    from bot.service import GameInfo, Result

log = logging.getLogger("herald.discord")

MAP_FILE = "map.png"


class Pictures:
    """Draws. A host without room for pictures has a `NoPictures`."""

    def __init__(self) -> None:
        self._turns = FairTurns()
        self.when_drawn: list[Callable[[float, bool], None]] = []
        """Called for each picture: how many seconds it took, and whether there is one."""

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

    async def action(
        self,
        view: View,
        alt: str,
        *,
        names: Sequence[str] = (),
        theme: str = "dark",
        colours: Colours | None = None,
        happened: Iterable[Event] = (),
    ) -> Picture | None:
        """Where something happened, close up, and where on the board that is."""
        events = tuple(happened)
        work = partial(functions.action_picture, view, names, theme, colours, events)
        return await self.drawn(MAP_FILE, work, alt)

    async def options(
        self,
        view: View,
        alt: str,
        places: Sequence[str],
        *,
        around: Sequence[str] = (),
        names: Sequence[str],
        theme: str,
        colours: Colours | None = None,
        happened: bool = False,
    ) -> Picture | None:
        """The part of the board where there is something to choose, with the options marked; or,
        with `happened`, the places where something did."""
        work = partial(
            functions.options_picture,
            view,
            tuple(places),
            tuple(around),
            names,
            theme,
            colours,
            happened,
        )
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

    async def card(
        self,
        card: FactCard,
        ruleset: str,
        alt: str,
        *,
        names: Sequence[str] = (),
        theme: str = "dark",
        colours: Colours | None = None,
    ) -> Picture | None:
        """The card of one thing of the rules."""
        work = partial(functions.card_picture, card, ruleset, names, theme, colours)
        return await self.drawn("card.png", work, alt)

    async def reference(
        self, page: QuickReference, ruleset: str, number: int, alt: str, theme: str = "dark"
    ) -> Picture | None:
        """A page of the quick reference of a rule set."""
        work = partial(functions.reference_picture, page, ruleset, theme)
        return await self.drawn(f"reference_{number}.png", work, alt)

    async def chart(
        self, info: GameInfo, view: View, chart: NamedChart, alt: str
    ) -> Picture | None:
        """What the rules show beside the board."""
        game = info.game
        work = partial(
            functions.chart_picture,
            chart.content,
            view,
            info.names,
            game.theme,
            game.language,
            colours_of(info),
        )
        return await self.drawn(f"{chart.id.lower()}.png", work, alt)

    async def result(self, result: Result, alt: str) -> Picture | None:
        """The standings of a finished game, and its scores over the turns."""
        info = result.info
        work = partial(
            functions.result_picture,
            result.outcome,
            result.scores,
            info.game.ruleset,
            info.names,
            info.game.theme,
            info.game.language,
            colours_of(info),
        )
        return await self.drawn("result.png", work, alt)

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
