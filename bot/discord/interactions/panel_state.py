"""Where a panel is, as it is written into the ids of its buttons and selects."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from typing import NamedTuple

from bot.discord.interactions.ids import ComponentId, Ids, TooLong
from bot.discord.interactions.packing import LETTERS, pack, unpack

STASHED = "~"
STASH_MOST = 2000
WHOLES, STEPS = 0, 1
"""The ways to answer: whole answers to pick from, or one part after the other."""


class Start(Exception):
    """A long draft that was lost with a restart: the player has to begin this answer again."""


class PanelState(NamedTuple):
    """A panel: whose it is, which question it answers, and how far it has come.

    `codes` are the answers given, `work` what there is so far of the open one, `at` where in its
    lists the panel is. `check` is that of the walk (see `draft`), or of the whole answers that are
    picked (see `catalogue`). `mode` says which of the two it is as long as nothing is answered.
    """

    game: int
    seat: int
    tag: str
    check: int = 0
    codes: tuple[int, ...] = ()
    work: tuple[int, ...] = ()
    at: tuple[int, ...] = ()
    mode: int = WHOLES


class DraftCache:
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


class PanelIds:
    """Writes spots into ids and reads them back."""

    def __init__(self, ids: Ids, stash: DraftCache) -> None:
        self._ids = ids
        self._drafts = stash

    def make(self, verb: str, state: PanelState, *more: int) -> str:
        """The id of an action on a panel; `more` is what the action itself needs."""
        who = pack([state.seat, state.mode] if state.mode else [state.seat])
        head = (who, state.tag, pack([state.check]), pack(more), pack(state.at))
        try:
            return self._ids.make(verb, state.game, *head, pack(state.codes), pack(state.work))
        except TooLong:
            name = STASHED + self._drafts.put(state.codes, state.work)
            return self._ids.make(verb, state.game, *head, name)

    def read(self, component_id: ComponentId) -> tuple[PanelState, tuple[int, ...]]:
        """The state of an id, and what its action needs. Raises `Start`."""
        try:
            return self._read(component_id)
        except (ValueError, IndexError):
            # An id of ours, but of a panel that was made otherwise.
            raise Start from None

    def _read(self, component_id: ComponentId) -> tuple[PanelState, tuple[int, ...]]:
        seat, tag, check, more, at, *draft = component_id.rest
        if draft[0].startswith(STASHED):
            codes, work = self._drafts.get(draft[0].removeprefix(STASHED))
        else:
            codes, work = (tuple(unpack(part)) for part in draft)
        whose = [*unpack(seat), WHOLES]
        state = PanelState(
            component_id.game,
            whose[0],
            tag,
            unpack(check)[0],
            codes,
            work,
            tuple(unpack(at)),
            whose[1],
        )
        return state, tuple(unpack(more))
