"""Pictures of stored games, still and moving, for the command line."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal

from bot.cli.commands import WrongUse, printable, write_file
from bot.history import Snapshot, captioned, public_view, snapshots
from engine.core.record import PublicRecord, Record
from engine.tiles.view import TileView, square_of
from engine.world.view import WorldView
from render import battles_of, continents, draw, encode, moves_of, themes
from render.film.replay import replay
from render.text.board import board_text
from render.world_map.crop import places_of

PICTURES: dict[str, Literal["png", "webp"]] = {".png": "png", ".webp": "webp"}
FILMS: dict[str, Literal["webp", "gif"]] = {".webp": "webp", ".gif": "gif"}


def write_picture(
    record: Record | PublicRecord,
    output: Path,
    *,
    seat: int | None = None,
    turn: int | None = None,
    focus: str | None = None,
    theme: str = "dark",
) -> None:
    """Draw a game as a seat, or a spectator, saw it at the end of a turn, with what happened last.

    Raises `WrongUse` for what is not in the game or cannot be drawn.
    """
    kind = picture_kind(output)
    shot = snapshot_of(record, seat, turn)
    check_focus(shot, focus)
    picture = draw(
        shot.view,
        theme=theme_of(theme),
        focus=focus,
        moves=moves_of(shot.events),
        battles=battles_of(shot.events),
        names=record.table.names,
    )
    write_file(output, encode(picture, kind))


def board_words(
    record: Record | PublicRecord,
    *,
    seat: int | None = None,
    turn: int | None = None,
    focus: str | None = None,
) -> str:
    """The same in words."""
    shot = snapshot_of(record, seat, turn)
    check_focus(shot, focus)
    return board_text(shot.view, [printable(name) for name in record.table.names], focus)


def snapshot_of(record: Record | PublicRecord, seat: int | None, turn: int | None) -> Snapshot:
    """The moment to draw: the last one, or the end of a turn."""
    if seat is not None and seat >= len(record.table.names):
        raise WrongUse(f"--seat must be from 0 to {len(record.table.names) - 1}")
    if isinstance(record, PublicRecord):
        view = public_view(record)
        if seat is not None or turn not in (None, view.turn):
            raise WrongUse(
                "the file of a running game holds what everyone may see now; "
                "leave --seat and --turn out"
            )
        return Snapshot(view, ())
    found: Snapshot | None = None
    last = 0
    for shot in snapshots(record, seat):
        last = shot.view.turn
        if turn is None or last == turn:
            found = shot
    if found is None:
        raise WrongUse(f"--turn must be from 0 to {last}")
    return found


def check_focus(shot: Snapshot, focus: str | None) -> None:
    """Raise `WrongUse` for a place that is not on the board."""
    if focus is None:
        return
    if isinstance(shot.view, WorldView) and not places_of(focus):
        known = ", ".join(continents())
        raise WrongUse(f"no place {printable(focus)[:40]}; there are: {known}, and their regions")
    if isinstance(shot.view, TileView) and square_of(focus) is None:
        raise WrongUse(f"no square {printable(focus)[:40]}; squares are named like C7")


def theme_of(name: str) -> str:
    """The theme, or `WrongUse`."""
    if name not in themes():
        raise WrongUse(f"no theme {printable(name)[:40]}; there are: {', '.join(themes())}")
    return name


def picture_kind(path: Path) -> Literal["png", "webp"]:
    """The format that a picture's name asks for."""
    kind = PICTURES.get(path.suffix.lower())
    if kind is None:
        raise WrongUse(f"{path.name} is no picture; name it *.png or *.webp")
    return kind


def write_film(
    record: Record | PublicRecord, output: Path, theme: str = "dark", seat: int | None = None
) -> str:
    """A whole game as a moving picture; answers with a line about it."""
    kind = FILMS.get(output.suffix.lower())
    if kind is None:
        raise WrongUse(f"{output.name} is no moving picture; name it *.webp or *.gif")
    if isinstance(record, PublicRecord):
        raise WrongUse("the game is still running; its moving picture is made when it is over")
    names = record.table.names
    shots = captioned(snapshots(record, seat), names)
    film = replay(shots, kind=kind, names=names, theme=theme_of(theme), progress=show_progress)
    clear_progress()
    write_file(output, film.data)
    left_out = f", {film.left_out} frames left out" if film.left_out else ""
    return (
        f"{output}: {film.frames} frames of {film.size[0]} x {film.size[1]}, "
        f"{film.milliseconds / 1000:.0f} s, {len(film.data) / 1e6:.1f} MB{left_out}"
    )


def show_progress(done: int, frames: int) -> None:
    """Say on a terminal how far it is."""
    if sys.stderr.isatty():
        print(f"\r{done} of {frames} frames", end="", file=sys.stderr, flush=True)


def clear_progress() -> None:
    """Take the progress line away."""
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
