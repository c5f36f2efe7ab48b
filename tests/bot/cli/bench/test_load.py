"""The crowd of `herald bench --load`, made small: everybody's choice is taken."""

from __future__ import annotations

import pytest

from bot.cli.bench.floods import FLOODS
from bot.cli.bench.load import Load, bench_load


@pytest.mark.parametrize("flood", ["", *FLOODS])
def test_every_choice_of_a_small_crowd_is_taken(
    flood: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Two games are played, and the others are copies of their rows.
    monkeypatch.setattr("bot.cli.bench.sample_games.KINDS", 2)
    monkeypatch.setattr("bot.cli.bench.sample_games.AGES", (6, 4))
    load = Load(games=6, rate=30, seconds=0.4, flood=flood)
    found = {each.name: each.value for each in bench_load(load)}
    assert found["choices"] == 12
    assert found["errors"] == 0
    assert [name for name in found if "flooding guest" in name] == (
        [f"{flood} of the flooding guest"] if flood else []
    )
