"""Reading much of a long log is done in threads: nobody else waits for it."""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.service import Herald, Store
from bot.service.game import events as events_module
from bot.service.game.events import AT_ONCE
from bot.service.queries import whole_games
from tests.bot.builders.virtual_time import VirtualTime
from tests.bot.service.builders import ADA, a_game, answer, awaited

DEPTH = AT_ONCE + 4

Reading = Callable[[Herald, int], Awaitable[Any]]
READINGS: dict[str, Reading] = {
    "log": lambda herald, game: herald.look.log(game, ADA.user_id),
    "page": lambda herald, game: herald.look.log_page(game, ADA.user_id, letters=4000),
    "digest": lambda herald, game: herald.look.digest(game, None, since=0),
    "happened": lambda herald, game: herald.look.happened(game, 0, DEPTH),
    "heard": lambda herald, game: herald.look.heard(game, ADA.user_id),
    "export": lambda herald, game: herald.look.export(game, ADA.user_id),
}


async def test_much_of_a_log_is_never_read_on_the_loop(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    herald = Herald(store, VirtualTime())
    game = (await a_game(herald)).id
    for _ in range(DEPTH):
        await answer(herald, game, (await awaited(herald, game))[0])
    read, on_loop, elsewhere = events_module.read_events, list[int](), list[int]()

    def noted(rules: Any, entry: Any) -> Any:
        here = threading.current_thread() is threading.main_thread()
        (on_loop if here else elsewhere).append(entry.number)
        return read(rules, entry)

    monkeypatch.setattr(events_module, "read_events", noted)
    monkeypatch.setattr(whole_games, "read_events", noted)
    for name, reading in READINGS.items():
        elsewhere.clear()
        await reading(herald, game)
        assert len(elsewhere) >= DEPTH - 1, name
        assert not on_loop, name
    # A few are not worth a thread.
    await herald.look.happened(game, DEPTH - 1, DEPTH)
    assert on_loop == [DEPTH]
