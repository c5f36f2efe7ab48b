"""The files of pictures and films. What draws is imported when something is first drawn."""

from __future__ import annotations

import pickle
from collections import OrderedDict
from threading import RLock

import msgspec

from render.look import Look
from render.wishes import Film, Wish, kind_of

KEPT = 12_000_000
"""Bytes of pictures that are kept in case they are wished for again."""

_kept: OrderedDict[bytes, bytes] = OrderedDict()
_lock = RLock()


def drawn(wish: Wish, look: Look) -> bytes:
    """The file of what is wished for; the same wish is drawn once, while there is room for it."""
    if isinstance(wish, Film):
        return _film(wish, look)
    key = pickle.dumps((wish, look))
    with _lock:
        found = _kept.pop(key, None) or _picture(wish, look)
        _kept[key] = found
        while sum(map(len, _kept.values())) > KEPT and len(_kept) > 1:
            _kept.popitem(last=False)
        return found


def forget_pictures() -> None:
    """Keep none of those that were drawn."""
    with _lock:
        _kept.clear()


def _picture(wish: Wish, look: Look) -> bytes:
    from render.drawing import image
    from render.encoding import encode

    return encode(image(wish, look), "jpeg" if kind_of(wish) == "jpg" else "png")


def _film(wish: Film, look: Look) -> bytes:
    from engine.core.history import snapshots
    from engine.core.record import Record, load
    from render.film.history import captioned
    from render.film.replay import replay

    game = load(wish.record)
    assert isinstance(game, Record), "only a finished game has a film"
    own = msgspec.structs.replace(look, names=tuple(game.table.names))
    return replay(captioned(snapshots(game), own), own, limit=wish.limit).data
