"""`herald balance` counts every game, every end and every people."""

from __future__ import annotations

from bot.cli.balance import measure, spread


def test_every_game_is_counted_once() -> None:
    balance = measure("rhye", 2, 3, (2,))
    assert balance.games == 2
    assert sum(balance.reasons.values()) + balance.endless == 2
    assert abs(sum(balance.fair.values()) - sum(balance.wins.values())) < 1e-9
    assert any(line.startswith("| People") for line in balance.lines())


def test_the_spread_of_no_games_is_none() -> None:
    assert spread([]) == "none"
