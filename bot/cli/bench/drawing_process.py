"""Measures drawing: draws everything once in a process of its own and prints what that took.

Run as `python -m bot.cli.bench.drawing_process [quick]`; `quick` draws one of each kind only.

It reads a view from its input. It imports nothing but drawing, so that its memory is drawing's own.
"""

from __future__ import annotations

import pickle
import resource
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from engine.core.view import Outcome, View
    from engine.world.battle_report import BattleReport
    from engine.world.view import WorldView


def first_picture(data: bytes) -> tuple[WorldView, float]:
    """Read a view and draw the world for the first time, imports included, with the seconds."""
    began = time.perf_counter()
    from render import Look, Map, image

    # Pickled, as views are that the bot has drawn: it brings along what its rule set needs.
    view: WorldView = pickle.loads(data)
    image(Map(view), Look())
    return view, time.perf_counter() - began


def everything(view: WorldView, *, quick: bool = False) -> None:
    """Draw, encode and tell all there is of a game, in both themes; `quick`: one of each kind."""
    from engine.core.charts import SeatSheet
    from engine.world.view import TechnologiesByEra
    from render import Card, Chart, Look, Map, Marks, Result, continents, drawn, themes
    from render.film.replay import replay
    from render.text.board import alt_text, board_text

    first = slice(1) if quick else slice(None)
    seats, tiles = range(view.seats)[first], _board_of_tiles()
    marks = Marks(highlights=("gaul", "gobi"))
    scores = tuple((turn, view.scores) for turn in range(20))
    for theme in themes()[first]:
        look = Look(theme=theme)
        drawn(Map(view), look)
        for continent in continents()[first]:
            drawn(Map(view, continent, marks), look)
        for seat in seats:
            drawn(Chart(SeatSheet(seat), view), look)
        drawn(Chart(TechnologiesByEra(), view), look)
        drawn(Card(_battle(), view.ruleset), look)
        drawn(Result(_outcome(view), view.ruleset, scores), look)
        drawn(Map(tiles), look)
    board_text(view)
    alt_text(view)
    replay([(view, ""), (msgspec.structs.replace(view, turn=view.turn + 1), "")])


def _board_of_tiles() -> View:
    from engine.core.game import Game

    return Game.new("civ2010", ["Ada", "Bea"], {}, b"bench", [b"a", b"b"]).view(None)


def _battle() -> BattleReport:
    from engine.world.battle_report import BattleReport, Round, Side

    rounds = tuple(
        Round(
            number,
            Side(0, 0, (("tank", 1),), (6, number), total=6 + number),
            Side(1, 1, (("knight", 1),), (1,), total=1, lost=True),
        )
        for number in range(1, 9)
    )
    return BattleReport("gobi", (0,), (1,), rounds, "attacker", ((1, (("knight", 8),)),))


def _outcome(view: WorldView) -> Outcome:
    from engine.core.view import Outcome, Standing

    standings = tuple(
        Standing(player.seat, rank, sum(player.points.values()), player.points)
        for rank, player in enumerate(view.players, start=1)
    )
    return Outcome("turns", standings, view.turn)


def peak_memory() -> int:
    """The most memory this process has had in use, in kilobytes.

    Linux counts what the parent process used before this one began into `getrusage`, so the
    kernel's own note about this program is read where there is one.
    """
    try:
        noted = Path("/proc/self/status").read_text(encoding="ascii")
        return next(int(line.split()[1]) for line in noted.splitlines() if "VmHWM" in line)
    except (OSError, StopIteration):
        used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return used // 1024 if sys.platform == "darwin" else used


if __name__ == "__main__":
    given, spent = first_picture(sys.stdin.buffer.read())
    everything(given, quick="quick" in sys.argv[1:])
    print(spent, peak_memory())
