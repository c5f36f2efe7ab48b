"""The final ranking that all rule sets share: points first, then what breaks ties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.view import Standing


def ranked(
    parts: Sequence[Mapping[str, int]], ties: Sequence[tuple[int, ...]]
) -> tuple[Standing, ...]:
    """The standings, best first, of seats given by their points, part by part.

    Of equal points the seat with the higher entry in `ties` is ahead; if that is equal too, they
    share the rank and stand in the order of their seats.

    >>> [(s.seat, s.rank) for s in ranked([{"cities": 4}, {"cities": 7}], [(0,), (0,)])]
    [(1, 1), (0, 2)]
    """
    merits = [(sum(own.values()), tie) for own, tie in zip(parts, ties, strict=True)]
    order = sorted(range(len(merits)), key=lambda seat: merits[seat], reverse=True)
    return tuple(
        Standing(
            seat,
            1 + sum(other > merits[seat] for other in merits),
            merits[seat][0],
            dict(parts[seat]),
        )
        for seat in order
    )
