"""What posts show of a game while it runs, and a finished game's file held against it.

>>> check_posted(record, commitment_of_the_lobby, ["4be1 77d0 09a2 c3f4"])  # doctest: +SKIP
[212]
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.dice import plain_word
from engine.core.errors import BadRecord
from engine.core.game import fingerprint
from engine.core.record import Record

MARK_LENGTH = 16
"""How many hex digits of a fingerprint are posted with each phase. With fewer, another log with the
same mark could be found by trying."""


def mark_of(head: str, server_seed: bytes) -> str:
    """What is posted of a log's latest fingerprint while the game runs.

    The fingerprint itself would let a reader try out guesses at what is hidden. Together with the
    server's seed it gives nothing away, and as the seed is committed to, it binds the log as well.
    """
    return fingerprint(head, server_seed.hex())[:MARK_LENGTH]


def marks(record: Record) -> list[str]:
    """The marks of a finished game: after the set-up, and after each entry."""
    seed = bytes.fromhex(record.server_seed)
    heads = [record.opening]
    heads += [fingerprint(entry) for entry in record.entries]
    return [mark_of(head, seed) for head in heads]


def check_posted(
    record: Record,
    commitment: str | None = None,
    posted: Sequence[str] = (),
    words: Sequence[str] = (),
) -> list[int]:
    """Hold a verified record against what was posted during the game.

    `commitment` is that of the lobby, `posted` are marks of posts, or the seal or how it begins,
    `words` those that players gave for the dice: letters that look the same are not.
    Gives the entry that each mark belongs to, 0 for the set-up. Raises `BadRecord`.
    """
    for word in words:
        if plain_word(word).encode().hex() not in record.table.player_seeds:
            raise BadRecord("table, player_seeds", f"the word {word!r} is nobody's share")
    if commitment is not None and _hex_digits(commitment) != record.table.commitment:
        raise BadRecord("table, commitment", "not the one that was posted: another seed was used")
    known, found = [*marks(record), record.seal], []
    for mark in posted:
        wanted = _hex_digits(mark)
        at = [number for number, each in enumerate(known) if each.startswith(wanted)]
        if len(wanted) < MARK_LENGTH or not at:
            whole = f"one of {MARK_LENGTH} digits or more"
            raise BadRecord("entries", f"no entry has the mark {mark!r} that was posted, {whole}")
        found.append(min(at[0], len(record.entries)))
    return found


def _hex_digits(shown: str) -> str:
    """A fingerprint as it was copied from a post."""
    return "".join(shown.split()).casefold()
