"""Component ids: what a press means, signed, so that it holds after any restart.

An id names an action (its verb), a game, and what the action needs: a seat and the tag of the
question it answers, and how far the answer has come. It holds nothing secret, and a press on an id
that we did not make is recognised.

>>> ids = Ids(b"key")
>>> parsed = ids.read(ids.make("move", 7, "A", "B"))
>>> parsed.verb, parsed.game, parsed.rest
('move', 7, ('A', 'B'))
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import secrets
from pathlib import Path
from typing import NamedTuple

from bot.discord.interactions.packing import pack, unpack
from bot.private_files import close_to_others, create_folder

MARK = "h"
VERSION = "1"
LONGEST = 100
"""Discord's limit to an id."""
_SIGNATURE = 8
_GAP = "."
_HALF = 16
_HALF_MASK = (1 << _HALF) - 1
_ROUNDS = 6
KEY_FILE = "ids.key"
KEY_BYTES = 32


class ComponentId(NamedTuple):
    """What an id says: the action, the game (0: none), and what the action needs."""

    verb: str
    game: int
    rest: tuple[str, ...]


class ForeignId(Exception):
    """An id that is not ours: forged, damaged, or made with another key."""


class OldId(Exception):
    """An id of another version of this format."""


class TooLong(Exception):
    """The data does not fit into an id."""


class Ids:
    """Makes ids and reads them, with one secret key."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def make(self, verb: str, game: int = 0, *rest: str) -> str:
        """An id. Raises `TooLong`; the parts of `rest` have no full stop in them."""
        body = _GAP.join((verb, pack([game]), *rest))
        made = f"{MARK}{VERSION}{self._sign(body)}{body}"
        if len(made) > LONGEST:
            raise TooLong(verb)
        return made

    def read(self, custom_id: str) -> ComponentId:
        """What an id says; raises `ForeignId` or `OldId`."""
        if not custom_id.startswith(MARK) or len(custom_id) <= 2 + _SIGNATURE:
            raise ForeignId(custom_id)
        if custom_id[1] != VERSION:
            raise OldId(custom_id)
        signature, body = custom_id[2 : 2 + _SIGNATURE], custom_id[2 + _SIGNATURE :]
        # Bytes, since text outside ASCII cannot be compared in constant time.
        if not hmac.compare_digest(signature.encode(), self._sign(body).encode()):
            raise ForeignId(custom_id)
        verb, game, *rest = body.split(_GAP)
        return ComponentId(verb, unpack(game)[0], tuple(rest))

    def hide(self, number: int) -> str:
        """A number as text that tells its reader nothing, not even which of two is larger.

        Where an entry stands in a game's log would tell a player how much others did in secret.
        """
        high, low = number >> _HALF, number & _HALF_MASK
        for turn in range(_ROUNDS):
            high, low = low, high ^ self._mix(turn, low)
        return pack([high << _HALF | low])

    def read_hidden(self, text: str) -> int:
        """The number that was hidden; some other number for other packed text."""
        number = next(iter(unpack(text)), 0)
        high, low = number >> _HALF & _HALF_MASK, number & _HALF_MASK
        for turn in reversed(range(_ROUNDS)):
            high, low = low ^ self._mix(turn, high), high
        return high << _HALF | low

    def _mix(self, turn: int, half: int) -> int:
        """The round function of a Feistel cipher on 32 bits."""
        digest = hmac.digest(self._key, b"hidden %d %d" % (turn, half), hashlib.sha256)
        return int.from_bytes(digest[: _HALF // 8], "big")

    def _sign(self, body: str) -> str:
        digest = hmac.digest(self._key, f"{VERSION}{body}".encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(digest).decode()[:_SIGNATURE]


def read_key(folder: Path) -> bytes:
    """The key that is kept in a folder, made there the first time. Raises `OSError`."""
    create_folder(folder)
    path = folder / KEY_FILE
    # Who has put a key there knows it, and could make ids that pass for ours.
    close_to_others(path)
    try:
        # Only we may read it, and of two processes that start at once only one makes it.
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        key = path.read_bytes()
        if len(key) >= KEY_BYTES:
            return key
        path.unlink()
        return read_key(folder)
    with os.fdopen(handle, "wb") as file:
        key = secrets.token_bytes(KEY_BYTES)
        file.write(key)
    return key
