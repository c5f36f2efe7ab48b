"""Pictures of stored games, still and moving, for the command line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from bot.cli.console import WrongUse, printable, write_file
from bot.map_parts import find_part
from engine.core.errors import BadRecord
from engine.core.history import Snapshot, snapshots
from engine.core.messages import Voice, catalog
from engine.core.record import PublicRecord, Record, public_view
from render import Look, Map, encode, image, marks_of, themes
from render.film.history import captioned
from render.film.replay import replay
from render.text.board import board_text

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
    chosen, part = theme_of(theme), focus_on(shot, focus)
    with as_the_file_says(record):
        look = Look.of(record.table.names, theme=chosen)
        picture = image(Map(shot.view, part, marks_of(shot.events)), look)
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
    names, part = [printable(name) for name in record.table.names], focus_on(shot, focus)
    with as_the_file_says(record):
        return board_text(shot.view, Look.of(names), part)


@contextmanager
def as_the_file_says(record: Record | PublicRecord) -> Iterator[None]:
    """Raise `BadRecord` where a running game's file shows what cannot be.

    Only a finished game is played again; of a running one everything is as the file says.
    """
    try:
        yield
    except (LookupError, ArithmeticError, ValueError):
        if isinstance(record, Record):
            raise
        raise BadRecord("view", "shows what the rules do not know") from None


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


def focus_on(shot: Snapshot, focus: str | None) -> tuple[str, ...] | None:
    """The places that a name means; raises `WrongUse` where it is not on the map."""
    view = shot.view
    if focus is None:
        return None
    voice = Voice(catalog(view.ruleset))
    found = find_part(view, voice, focus)
    if found is None:
        known = ", ".join(voice.label(area.label) for area in view.areas)
        wrong = printable(focus)[:40]
        raise WrongUse(f"no place {wrong}; there are: {known}, and the places in them")
    return found


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
    look = Look.of(record.table.names, theme=theme_of(theme))
    shots = captioned(snapshots(record, seat), look)
    film = replay(shots, look, kind=kind, progress=show_progress)
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
