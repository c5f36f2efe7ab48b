"""Randomness that can be proved afterwards.

Draw number `n` of a game is a pure function of the server's seed, the players' shares and `n`. The
hash of the server's seed is published before the players give their shares, which are published
before the first draw, and the seed itself after the game: the server could not choose a seed for
the shares, nor shares for the seed. What that proves, and what not, is in docs/promises.md. Every
draw is recorded with the choice that caused it, so that a replay never needs the generator.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple, Protocol

from engine.core.errors import BadRecord

BLOCK = 64
"""The bytes that SHA-256 works on at a time, and so the length of a key of HMAC-SHA256."""
INNER = int.from_bytes(b"\x36" * BLOCK, "big")
OUTER = int.from_bytes(b"\x5c" * BLOCK, "big")
"""What HMAC combines the key with, for the hash of the message and for the hash of that."""
WORDS = 1 << 64
"""How many words of eight bytes there are."""
FOUR_WORDS = struct.Struct(">4Q")
"""The words of a digest."""


class Draw(NamedTuple):
    """One draw: a face from 0 to `sides` - 1."""

    sides: int
    face: int


class Dice(Protocol):
    """A source of draws."""

    def draw(self, number: int, sides: int) -> int:
        """Draw `number` of the game, from 0 to `sides` - 1."""
        ...


def commitment(server_seed: bytes) -> str:
    """What is published before the game: the SHA-256 of the server's seed, in hex."""
    return hashlib.sha256(server_seed).hexdigest()


def share_text(share: bytes) -> str:
    """A player's share as it is shown: the word it is, or hex where it is none.

    >>> share_text("grün 7".encode()), share_text(bytes([0, 255]))
    ('grün 7', '00ff')
    """
    try:
        word = share.decode()
    except UnicodeDecodeError:
        return share.hex()
    return word if word.isprintable() else share.hex()


def plain_word(word: str) -> str:
    """A player's word in the one form that is made a share: composed, in one line.

    >>> plain_word("  gru\u0308n   7 ")
    'grün 7'
    """
    return " ".join(unicodedata.normalize("NFC", word).split())


class KeyedDice:
    """Draws by HMAC-SHA256(server seed, player seeds || number).

    Each player seed is preceded by its length, so that no two lists of seeds give the same key.
    Eight-byte words of the digest are tried in turn and refused above the largest multiple of
    `sides`, so that every face is equally likely.
    """

    def __init__(self, server_seed: bytes, player_seeds: Sequence[bytes]) -> None:
        self._key = server_seed
        players = b"".join(len(seed).to_bytes(2, "big") + seed for seed in player_seeds)
        # HMAC is a hash of a hash, by definition of two keys made of the one. What all draws have
        # in common of both is hashed once; each draw goes on from copies.
        key = server_seed if len(server_seed) <= BLOCK else hashlib.sha256(server_seed).digest()
        padded = int.from_bytes(key.ljust(BLOCK, b"\0"), "big")
        self._inner = hashlib.sha256((padded ^ INNER).to_bytes(BLOCK, "big") + players)
        self._outer = hashlib.sha256((padded ^ OUTER).to_bytes(BLOCK, "big"))

    def draw(self, number: int, sides: int) -> int:
        """Draw `number` of the game, from 0 to `sides` - 1."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(number.to_bytes(8, "big"))
        outer.update(inner.digest())
        block = outer.digest()
        limit = limit_of(sides)
        while True:
            for word in FOUR_WORDS.unpack(block):
                if word < limit:
                    face: int = word % sides
                    return face
            block = hmac.digest(self._key, block, "sha256")


LOOK_AHEAD = KeyedDice(b"looking ahead", ())
"""For trying on a copy what a choice would do. What a game's own dice will show, nobody may know:
they are for what is logged."""


@cache
def limit_of(sides: int) -> int:
    """The largest multiple of `sides` that words can be below."""
    return WORDS - WORDS % sides


class RecordedDice:
    """Draws read back from a record; anything the record does not hold is refused."""

    def __init__(self, draws: Iterable[Draw], where: str = "record") -> None:
        self._draws = list(draws)
        self._where = where
        self._at = 0

    def draw(self, number: int, sides: int) -> int:
        """The next recorded face."""
        if self._at == len(self._draws):
            raise BadRecord(self._where, f"draw {self._at + 1} is missing")
        drawn = self._draws[self._at]
        self._at += 1
        if drawn.sides != sides or not 0 <= drawn.face < sides:
            raise BadRecord(
                f"{self._where}, draw {self._at}",
                f"a draw of {drawn.sides} with face {drawn.face}, where the rules draw of {sides}",
            )
        return drawn.face

    def finish(self) -> None:
        """Refuse draws that the rules never asked for."""
        if self._at != len(self._draws):
            raise BadRecord(self._where, f"{len(self._draws) - self._at} draws too many")
