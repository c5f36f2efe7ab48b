"""What else the shares of the dice could be steered by: AI players, words that pass for others."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cli.program import main
from bot.service import Actor, Herald
from bot.service.errors import BadWord
from engine.core.dice import share_text
from tests.bot.service.builders import ADA, BEA, HOST, a_lobby
from tests.core.recorded import file


async def shares_after(herald: Herald, *steps: str) -> list[str]:
    """The shares of a game with two people, after AI players came and went."""
    info = await a_lobby(herald, people=1)
    for step in steps:
        if step == "ai":
            info = await herald.lobby.add_ai(info.id, HOST)
        elif step == "bea":
            info = await herald.lobby.join(info.id, BEA, interaction="77")
        else:
            info = await herald.lobby.remove(info.id, int(step), HOST)
    info = await herald.lobby.start(info.id, HOST, interaction="88")
    return [share_text(seat.player_seed) for seat in info.seats]


async def test_ai_players_who_come_and_go_leave_nothing_in_the_shares(
    herald: Herald,
) -> None:
    straight = await shares_after(herald, "bea", "ai", "ai")
    assert straight == ["click 88", "click 77", "ai 2", "ai 3"]
    assert await shares_after(herald, "ai", "bea", "ai", "ai", "1") == straight
    assert await shares_after(herald, "ai", "ai", "bea", "1", "1", "ai", "ai") == straight


@pytest.mark.parametrize("word", ["click 1439482", " Click  7", "ai 2", "user 12"])
async def test_a_word_cannot_pass_for_the_share_of_who_gave_none(
    herald: Herald,
    word: str,
) -> None:
    info = await a_lobby(herald)
    with pytest.raises(BadWord) as refused:
        await herald.lobby.set_word(info.id, ADA.user_id, word)
    assert refused.value.data["reason"] == "no_word"
    await herald.lobby.set_word(info.id, ADA.user_id, f"{word} moons")


async def test_a_word_of_an_earlier_game_is_refused_since_others_know_it(
    herald: Herald,
) -> None:
    first, second = await a_lobby(herald), await a_lobby(herald)
    for word in ("moon", "sun"):
        await herald.lobby.set_word(first.id, ADA.user_id, word)
    # In the same lobby it can be given again, and by others anywhere.
    await herald.lobby.set_word(first.id, ADA.user_id, "sun")
    await herald.lobby.set_word(second.id, BEA.user_id, "sun")
    await herald.votes.end(first.id, Actor(ADA.user_id))
    with pytest.raises(BadWord) as refused:
        await herald.lobby.set_word(second.id, ADA.user_id, "  sun ")
    assert refused.value.data["reason"] == "used"
    await herald.lobby.set_word(second.id, ADA.user_id, "star")


def test_a_word_with_letters_that_only_look_the_same_is_found_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(file())
    given = "seed of Angela"
    assert main(["verify", str(path), "--word", f" {given} "]) == 0
    assert "is a share, letter by letter" in capsys.readouterr().out
    looks_alike = given.replace("e", "\N{CYRILLIC SMALL LETTER IE}", 1)
    assert main(["verify", str(path), "--word", looks_alike]) == 1
    assert "is nobody's share" in capsys.readouterr().err
