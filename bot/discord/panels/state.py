"""Where a panel is, as it is written into the ids of its buttons and selects."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from typing import NamedTuple

from bot.discord.ids import Ids, Press, TooLong
from bot.discord.packing import LETTERS, pack, unpack

STASHED = "~"
STASH_MOST = 2000


class Start(Exception):
    """A long draft that was lost with a restart: the player has to begin this answer again."""


class Spot(NamedTuple):
    """A panel: whose it is, which question it answers, and how far it has come.

    `codes` are the answers given, `work` what is said so far of the open one, `at` where in its
    lists the panel is. `check` is that of the walk (see `draft`).
    """

    game: int
    seat: int
    tag: str
    check: int = 0
    codes: tuple[int, ...] = ()
    work: tuple[int, ...] = ()
    at: tuple[int, ...] = ()


class Stash:
    """Drafts too long for an id, kept in memory; the oldest give way."""

    def __init__(self, most: int = STASH_MOST) -> None:
        self._most = most
        self._kept: OrderedDict[str, tuple[tuple[int, ...], tuple[int, ...]]] = OrderedDict()

    def put(self, codes: tuple[int, ...], work: tuple[int, ...]) -> str:
        """Keep a draft and give its name."""
        name = "".join(secrets.choice(LETTERS) for _ in range(10))
        self._kept[name] = (codes, work)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return name

    def get(self, name: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """A kept draft; raises `Start` when it is lost."""
        if name not in self._kept:
            raise Start
        self._kept.move_to_end(name)
        return self._kept[name]


class Writer:
    """Writes spots into ids and reads them back."""

    def __init__(self, ids: Ids, stash: Stash) -> None:
        self._ids = ids
        self._stash = stash

    def make(self, verb: str, spot: Spot, *more: int) -> str:
        """The id of an action on a panel; `more` is what the action itself needs."""
        head = (pack([spot.seat]), spot.tag, pack([spot.check]), pack(more), pack(spot.at))
        try:
            return self._ids.make(verb, spot.game, *head, pack(spot.codes), pack(spot.work))
        except TooLong:
            name = STASHED + self._stash.put(spot.codes, spot.work)
            return self._ids.make(verb, spot.game, *head, name)

    def read(self, press: Press) -> tuple[Spot, tuple[int, ...]]:
        """The spot of an id, and what its action needs. Raises `Start`."""
        try:
            return self._read(press)
        except (ValueError, IndexError):
            # An id of ours, but of a panel that was made otherwise.
            raise Start from None

    def _read(self, press: Press) -> tuple[Spot, tuple[int, ...]]:
        seat, tag, check, more, at, *draft = press.rest
        if draft[0].startswith(STASHED):
            codes, work = self._stash.get(draft[0].removeprefix(STASHED))
        else:
            codes, work = (tuple(unpack(part)) for part in draft)
        spot = Spot(
            press.game,
            unpack(seat)[0],
            tag,
            unpack(check)[0],
            codes,
            work,
            tuple(unpack(at)),
        )
        return spot, tuple(unpack(more))
