"""A game as a moving picture: it shows every phase, and is never too large to send."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cache

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.core.view import View
from render import Battle, Look, Move
from render.film.reels import GifReel, WebpReel, changes
from render.film.replay import ENDING, Film, Kind, Shot, TooLarge, replay
from render.header import style
from render.world_map.atlas import atlas, numbers
from render.world_map.window import world_window
from tests.render.builders.boards import a_view, full_board
from tests.render.builders.stories import story
from tests.render.tiles.demo import demo_view

SIZE = (640, 344)
NAMES = ("Ada", "דנה", "W" * 80, "👩‍🚀")
Frames = Sequence[tuple[View, str]]


@cache
def frames(count: int = 8) -> Frames:
    views = story("standard").views
    return [(view, f"Turn {view.turn} · {view.phase}") for view in views[5 : 5 + count]]


@cache
def filmed(kind: Kind) -> Film:
    return replay(frames(), kind=kind, look=Look.of(NAMES), size=SIZE)


def shown(film: Film) -> list[tuple[Image.Image, int]]:
    """The frames as a viewer sees them, with their milliseconds."""
    found = []
    with Image.open(io.BytesIO(film.data)) as moving:
        for number in range(getattr(moving, "n_frames", 1)):
            moving.seek(number)
            moving.load()
            found.append((moving.convert("RGB"), int(moving.info["duration"])))
    return found


def off(one: Image.Image, two: Image.Image) -> float:
    """How far two pictures are apart on the average, of 255."""
    return sum(ImageStat.Stat(ImageChops.difference(one, two)).mean) / 3


@pytest.mark.parametrize("kind", ["webp", "gif"])
def test_every_frame_is_shown_as_it_was_drawn(kind: Kind) -> None:
    film = filmed(kind)
    seen = shown(film)
    assert len(seen) == film.frames == len(frames())
    for (picture, _), (view, caption) in list(zip(seen, frames(), strict=True))[::3]:
        alone = shown(replay([(view, caption)], kind=kind, look=Look.of(NAMES), size=SIZE))[0][0]
        map_of_both = [one.crop((0, 0, SIZE[0], 300)) for one in (picture, alone)]
        assert off(*map_of_both) < 6


@pytest.mark.parametrize("kind", ["webp", "gif"])
def test_it_plays_for_as_long_as_it_says_and_rests_on_the_end(kind: Kind) -> None:
    film = filmed(kind)
    times = [milliseconds for _, milliseconds in shown(film)]
    assert sum(times) == film.milliseconds
    assert times[-1] == times[0] + ENDING
    assert min(times) >= 100


def test_it_plays_again_and_again() -> None:
    for kind in ("webp", "gif"):
        with Image.open(io.BytesIO(filmed(kind).data)) as moving:
            assert moving.info["loop"] == 0


def test_what_does_not_change_takes_no_room() -> None:
    still = [(full_board(), "the same")] * 20
    assert len(replay(still, size=SIZE).data) < 1.5 * len(replay(still[:1], size=SIZE).data)


def test_progress_is_told_frame_by_frame() -> None:
    told: list[tuple[int, int]] = []
    replay(frames(), size=SIZE, progress=lambda done, of: told.append((done, of)))
    assert told == [(number, len(frames())) for number in range(1, len(frames()) + 1)]


@pytest.mark.parametrize("kind", ["webp", "gif"])
def test_a_film_stays_below_its_limit(kind: Kind) -> None:
    full = filmed(kind)
    limit = len(full.data) * 3 // 4
    small = replay(frames(), kind=kind, look=Look.of(NAMES), size=SIZE, limit=limit)
    assert len(small.data) <= limit
    assert (small.quality, small.frames, small.size) < (full.quality, full.frames, full.size)


def test_frames_are_left_out_of_a_long_game_before_it_is_made_smaller() -> None:
    long = frames(40)
    limit = len(replay(long, size=SIZE).data) * 3 // 5
    film = replay(long, size=SIZE, limit=limit)
    assert len(film.data) <= limit
    assert film.left_out > 0
    assert film.frames + film.left_out == len(long)
    last, end = shown(film)[-1][0], shown(replay(long[-1:], size=SIZE))[-1][0]
    assert off(last.crop((0, 0, SIZE[0], 300)), end.crop((0, 0, SIZE[0], 300))) < 6


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(TooLarge):
        replay(frames(3), size=SIZE, limit=900)
    with pytest.raises(ValueError, match="frame"):
        replay([])


def test_any_view_can_be_filmed() -> None:
    plain = View(ruleset="x", seat=0, seats=2, turn=4, phase="trade", awaited=(1,), scores=(12, 9))
    film = replay([(plain, "a"), (demo_view(), "b"), (a_view(), "c")], size=SIZE)
    assert [picture.size for picture, _ in shown(film)] == [SIZE] * 3


def test_only_what_changed_is_kept() -> None:
    before = Image.new("RGB", (64, 48), (10, 20, 30))
    after = before.copy()
    after.paste((200, 0, 0), (11, 7, 20, 15))
    assert changes(after, before).getbbox() == (11, 7, 20, 15)
    for reel in (WebpReel((64, 48), 80), GifReel((64, 48), 16, [before, after])):
        cell = reel.cell(after, before)
        assert cell is not None
        assert cell.box[0] in (10, 11) and cell.box[1] in (6, 7) and cell.box[2:] == (20, 15)
        assert reel.cell(after, after) is None


def test_a_frame_shows_what_moved_and_where_battles_were() -> None:
    moves, battles = (Move(1, "gobi", "siberia", 4),), (Battle("nile", 2),)
    film = replay(
        [Shot(a_view(), "a"), Shot(a_view(), "a", moves), Shot(a_view(), "a", (), battles)],
        size=SIZE,
    )
    plain, moved, fought = (picture.crop((0, 0, SIZE[0], 300)) for picture, _ in shown(film))
    for picture, place in ((moved, "siberia"), (fought, "nile")):
        window = world_window(SIZE[0])
        x, y = window.point(*atlas().regions[numbers()[place]].anchor)
        top = y + style(window.zoom, crop=False).high
        near = (round(x) - 40, round(top) - 30, round(x) + 40, round(top) + 40)
        assert off(picture.crop(near), plain.crop(near)) > 1.2, place
