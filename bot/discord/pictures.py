"""Pictures of the game, drawn in worker threads. One that fails is left out, and noted."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from bot.discord.colours import colours as colours_of
from bot.discord.screen import Picture
from engine.core.events import Event
from engine.core.view import View

if TYPE_CHECKING:
    from bot.discord.posts.battles import Fought
    from bot.service import GameInfo, Result

log = logging.getLogger("herald.discord")

Colours = Mapping[int, str]
"""The colours the players have chosen, by seat."""
MAP_FILE = "map.png"
FOCUS_MOST = 12
"""Options at more places than that are shown on the whole map."""
PANEL_CROP, PANEL_WORLD = (900, 573), (1024, 550)
"""Pictures on a panel are smaller: they are made anew with every press."""
FILM_MOST = 8_000_000


class Artist:
    """Draws. A host without room for pictures has a `NoArtist`.

    Drawing is imported when it is first wanted, in the thread: it takes a moment to read its maps,
    and the event loop must not wait for that.
    """

    async def board(
        self,
        view: View,
        alt: str,
        *,
        names: Sequence[str] = (),
        theme: str = "dark",
        colours: Colours | None = None,
        focus: str | None = None,
        happened: Iterable[Event] = (),
    ) -> Picture | None:
        """The board as a view shows it, or a part of it, with what happened marked."""
        events = tuple(happened)

        def work() -> bytes:
            from render import battles_of, draw, encode, moves_of

            image = draw(
                view,
                theme=theme,
                focus=focus,
                moves=moves_of(events),
                battles=battles_of(events),
                names=names,
                colours=colours,
            )
            return encode(image)

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
        near = 0 < len(places) <= FOCUS_MOST

        def work() -> bytes:
            from render import draw, encode

            image = draw(
                view,
                theme=theme,
                size=PANEL_CROP if near else PANEL_WORLD,
                focus=tuple(places) if near else None,
                highlights=places,
                names=names,
                colours=colours,
            )
            return encode(image)

        return await self.drawn("options.png", work, alt)

    async def battle(self, info: GameInfo, fought: Fought) -> Picture | None:
        """The report of a battle."""

        def work() -> bytes:
            from render import encode
            from render.cards.battle import battle_card

            game = info.game
            card = battle_card(
                fought.report,
                game.ruleset,
                info.names,
                game.theme,
                game.language,
                colours=colours_of(info),
            )
            return encode(card)

        return await self.drawn(fought.file_name, work, fought.words)

    async def chart(self, result: Result, alt: str) -> Picture | None:
        """The scores over the turns."""
        if len(result.scores) < 2:
            return None

        def work() -> bytes:
            from render import encode
            from render.cards.chart import score_chart

            info = result.info
            return encode(
                score_chart(result.scores, info.names, info.game.theme, colours=colours_of(info))
            )

        return await self.drawn("scores.png", work, alt)

    async def film(
        self, record: bytes, theme: str, alt: str, colours: Colours | None = None
    ) -> Picture | None:
        """A finished game as a moving picture; None as well where it has nothing to show."""

        def work() -> bytes:
            from bot.history import captioned, snapshots
            from engine.core.record import Record, load
            from render.replay import replay

            game = load(record)
            assert isinstance(game, Record), "only a finished game has a film"
            names = game.table.names
            shots = captioned(snapshots(game), names)
            film = replay(shots, names=names, theme=theme, limit=FILM_MOST, colours=colours)
            return film.data

        return await self.drawn("replay.webp", work, alt)

    async def drawn(self, name: str, work: Callable[[], bytes], alt: str) -> Picture | None:
        """What some work draws, as a file of that name; None where it fails."""
        try:
            content = await asyncio.to_thread(work)
        except Exception:
            log.exception("could not draw %s", name)
            return None
        return Picture(name, content, alt)


class NoArtist(Artist):
    """Draws nothing: every post goes out with text alone."""

    async def drawn(self, name: str, work: Callable[[], bytes], alt: str) -> Picture | None:
        return None
