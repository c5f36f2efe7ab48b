"""The file of a running game that shows what cannot be is refused in a line, never a traceback."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.cli.program import main
from engine.core.decision import Choice
from engine.core.game import Game
from engine.core.record import export
from tests.cast import PEOPLE

NAMES = PEOPLE[:3]
FAR = 2**62


def running(rules: str) -> Any:
    """The file of a game that has just begun."""
    game = Game.new(rules, NAMES, {}, b"a seed", [name.encode() for name in NAMES])
    rng = Random(3)
    for _ in range(60):
        decision = next(each for each in game.pending() if each.blocking)
        value = decision.grammar.sample(rng)
        game.play(Choice(decision.seat, decision.id, value))
    return json.loads(export(game))


def seat_of_nobody(view: Any) -> None:
    view["players"][1]["seat"] = 99


def more_scores(view: Any) -> None:
    view["scores"] *= 3000


def fewer_scores(view: Any) -> None:
    view["scores"].pop()


def more_seats(view: Any) -> None:
    view["seats"] = FAR


def far_away(view: Any) -> None:
    view["tiles"][0]["x"] = FAR


def a_wide_board(view: Any) -> None:
    """One that would take all memory, though each of its numbers is small."""
    view["tiles"][0]["x"] = 100_000


def a_city_off_the_board(view: Any) -> None:
    view["cities"] = [{"owner": 0, "x": 0, "y": 0, "second": [FAR, FAR]}]


@pytest.mark.parametrize(
    ("rules", "change"),
    [
        *((rules, seat_of_nobody) for rules in ("standard", "civ2010")),
        *((rules, more_scores) for rules in ("standard", "civ2010")),
        *((rules, fewer_scores) for rules in ("standard", "civ2010")),
        *((rules, more_seats) for rules in ("standard", "civ2010")),
        *(("civ2010", change) for change in (far_away, a_wide_board, a_city_off_the_board)),
    ],
)
def test_a_forged_view_is_refused_in_a_line(
    rules: str,
    change: Callable[[Any], None],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    raw = running(rules)
    file, picture = tmp_path / "game.json", tmp_path / "map.png"
    file.write_text(json.dumps(raw))
    assert main(["render", str(file), "--text", "-o", str(picture)]) == 0
    picture.unlink()
    change(raw["view"])
    file.write_text(json.dumps(raw))
    capsys.readouterr()
    assert main(["render", str(file), "--text", "-o", str(picture)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "view" in line
    assert not picture.exists()
