"""What happened can be stored and read back, and reaches those it concerns."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.conformance.playouts import Playout
from engine.core.events import Disclosure


def told(game: Playout) -> Iterator[Disclosure]:
    yield from game.start.events
    for entry in game.entries:
        yield from entry.events


def test_every_event_is_stored_and_read_back_equal(game: Playout) -> None:
    union = game.table.rules.events
    text, packed = msgspec.json.Decoder(union), msgspec.msgpack.Decoder(union)
    for event in {told.event for told in told(game)}:
        assert text.decode(msgspec.json.encode(event)) == event
        assert packed.decode(msgspec.msgpack.encode(event)) == event


def test_an_audience_is_of_seats_at_the_table(game: Playout) -> None:
    seats = set(range(game.table.seats))
    for one in told(game):
        if one.audience is not None:
            assert one.audience
            assert set(one.audience) <= seats
            assert not one.reaches(None)


def test_every_view_is_stored_and_names_its_eyes(game: Playout) -> None:
    rules = game.table.rules
    for moment in game.moments:
        for seat in (None, *range(moment.state.seats)):
            view = rules.view(moment.state, seat)
            assert view.seat == seat
            assert view.ruleset == game.table.ruleset
            assert view.seats == game.table.seats
            stored = msgspec.json.encode(view)
            assert msgspec.json.decode(stored, type=type(view)) == view
