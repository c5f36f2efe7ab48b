"""The board as text: for `/board`, for the words behind a picture, for a player's own sheet."""

from __future__ import annotations

from collections.abc import Iterator

from bot.discord.panels.tongue import Tongue
from bot.discord.screen import ALT_MOST, clipped
from bot.discord.words import Talk
from engine.core.view import View
from engine.world.view import PlayerView, SpaceView, UnitsView, WorldView

PAGE_MOST = 3500


class Board:
    """A view in words."""

    def __init__(self, view: View, tongue: Tongue, talk: Talk, signs: tuple[str, ...] = ()) -> None:
        self.view = view
        self.tongue = tongue
        self.talk = talk
        self.signs = signs

    def name(self, seat: int) -> str:
        """A player's name with the sign of the colour."""
        known = self.tongue.spelled
        name = known[seat] if 0 <= seat < len(known) else self.talk("board.nobody")
        return f"{self.signs[seat]} {name}" if 0 <= seat < len(self.signs) else name

    def title(self) -> str:
        """The turn and the phase."""
        phase = self.tongue.catalog.text(self.view.phase_title, self.tongue.spelled)
        return self.talk("board.title", turn=self.view.turn, phase=phase)

    def alt(self) -> str:
        """What a picture of the view shows, in the few words that fit behind it."""
        return clipped(" ".join((self.title() + ".", *self._short())), ALT_MOST)

    def _short(self) -> Iterator[str]:
        for seat, score in enumerate(self.view.scores):
            held = self.talk("board.alt_score", name=self.tongue.names[seat], score=score)
            if isinstance(self.view, WorldView):
                regions = [
                    self.tongue.name("space", space.id)
                    for space in self.view.spaces
                    if space.settlement is not None and space.settlement.owner == seat
                ]
                held = self.talk("board.alt_held", score=held, places=self.tongue.row(regions))
            yield held

    def pages(self) -> list[str]:
        """All there is to see, in pages that a message can hold."""
        pages = [self.title()]
        for paragraph in self._paragraphs():
            for piece in _pieces(paragraph):
                if len(pages[-1]) + len(piece) + 2 > PAGE_MOST:
                    pages.append(piece)
                else:
                    pages[-1] += f"\n\n{piece}"
        return pages

    def _paragraphs(self) -> Iterator[str]:
        if not isinstance(self.view, WorldView):
            yield "\n".join(
                self.talk("board.score", name=self.name(seat), score=score)
                for seat, score in enumerate(self.view.scores)
            )
            return
        for player in self.view.players:
            yield "\n".join((*self.sheet(player.seat), *self._places(player.seat)))
        markers = [each for each in map(self._marker, self.view.spaces) if each]
        if markers:
            yield self.talk("board.markers", markers=", ".join(markers))

    def sheet(self, seat: int) -> list[str]:
        """What a player has, in a few lines."""
        score = self.view.scores[seat]
        if not isinstance(self.view, WorldView):
            return [self.talk("board.score", name=self.name(seat), score=score)]
        player = self.view.players[seat]
        lines = [
            self.talk(
                "board.sheet",
                name=self.name(seat),
                score=score,
                gold=player.gold,
                income=player.income.total,
                fallen=player.fallen,
            )
        ]
        lines += [
            self.talk(f"board.{key}", what=self.tongue.row(things))
            for key, things in self._possessions(player).items()
            if things
        ]
        return lines

    def _possessions(self, player: PlayerView) -> dict[str, list[str]]:
        tongue = self.tongue
        return {
            "resources": [
                self.talk("board.several", n=n, what=tongue.name("marker", key))
                for key, n in player.resources.items()
            ],
            "technologies": [tongue.name("technology", key) for key in player.technologies],
            "wonders": [tongue.name("wonder", key) for key in player.wonders],
        }

    def _places(self, seat: int) -> Iterator[str]:
        assert isinstance(self.view, WorldView)
        for space in self.view.spaces:
            settlement = space.settlement
            held = settlement is not None and settlement.owner == seat
            units = [each for each in space.units if each.owner == seat]
            if not held and not units:
                continue
            parts = [self._settlement(space)] if held else []
            parts += map(self._units, units)
            place = self.tongue.name("space", space.id)
            yield self.talk("board.place", place=place, what=", ".join(parts))

    def _settlement(self, space: SpaceView) -> str:
        assert space.settlement is not None
        size = self.tongue.name("size", str(space.settlement.size))
        resource = space.settlement.resource
        if resource is None:
            return size
        what = self.tongue.name("marker", resource)
        return self.talk("board.working", size=size, resource=what)

    def _units(self, units: UnitsView) -> str:
        said = self.tongue.count(units.kind, units.count)
        if not units.cargo:
            return said
        load = [self.tongue.count(each.kind, each.count) for each in units.cargo]
        return self.talk("board.carrying", unit=said, load=self.tongue.row(load))

    def _marker(self, space: SpaceView) -> str:
        if space.marker is None or space.marker.kind is None or space.settlement is not None:
            return ""
        place, kind = self.tongue.name("space", space.id), space.marker.kind
        what = self.tongue.name("marker", kind)
        return self.talk("board.marker", place=place, what=what, face=space.marker.face)


def _pieces(paragraph: str) -> Iterator[str]:
    """A paragraph in pieces that fit on a page, cut between lines."""
    piece = ""
    for row in paragraph.split("\n"):
        if piece and len(piece) + len(row) + 1 > PAGE_MOST:
            yield piece
            piece = ""
        piece = f"{piece}\n{row}" if piece else clipped(row, PAGE_MOST)
    yield piece
