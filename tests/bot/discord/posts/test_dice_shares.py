"""Dice that nobody can steer: shares are the players', and what was posted binds the record."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import msgspec
import pytest

from bot.cli.program import main
from bot.service.seats import lobby
from engine.core.dice import KeyedDice, commitment, share_text
from engine.core.errors import BadRecord
from engine.core.posted import check_posted, marks
from engine.core.record import Record, load, verify
from tests.bot.builders.steady_dice import SHARE_OF_A_CLICK
from tests.bot.discord.builders.world import Person, World
from tests.core.recorded import file, finished, the_record

TRIES = 10_000
WORD = "moonlight over Gobi"


class Posted(msgspec.Struct, frozen=True):
    """What everybody could read before the first draw: the seal in the lobby, then the shares."""

    commitment: str
    shares: tuple[bytes, ...]

    def holds(self, server_seed: bytes, shares: Sequence[bytes], own: tuple[int, str]) -> bool:
        """Whether a player who looks at posts and record finds nothing wrong with them."""
        seat, word = own
        return (
            commitment(server_seed) == self.commitment
            and tuple(shares) == self.shares
            and share_text(self.shares[seat]) == word
        )


def luck(server_seed: bytes, shares: Sequence[bytes]) -> int:
    """How well the first fifty rolls fall for the operator."""
    dice = KeyedDice(server_seed, shares)
    return sum(dice.draw(number, 6) for number in range(50))


def test_the_operator_gains_nothing_with_ten_thousand_tries() -> None:
    rng = Random(11)
    seed = rng.randbytes(32)
    # In this order: the seal is posted, the player gives a word, the game begins.
    shares = (WORD.encode(), b"click 1439482", b"ai 2")
    posted = Posted(commitment(seed), shares)
    honest = luck(seed, shares)
    reached, unchecked = set(), []
    for attempt in range(TRIES):
        other_seed = rng.randbytes(32) if attempt % 2 else seed
        other_shares = list(shares)
        if attempt % 3:
            other_shares[attempt % 3] = rng.randbytes(16)
        if attempt % 5 == 0:
            other_shares[0] = rng.randbytes(16)
        tried = luck(other_seed, other_shares)
        unchecked.append(tried)
        if posted.holds(other_seed, other_shares, (0, WORD)):
            reached.add(tried)
    assert reached == {honest}
    # The attack itself is sound: where nobody looks, ten thousand tries make a lucky game.
    assert max(unchecked) > honest + 30


def test_a_player_whose_word_was_changed_sees_it_in_the_first_post() -> None:
    seed = b"s" * 32
    swapped = (b"another word", b"click 1")
    posted = Posted(commitment(seed), swapped)
    assert not posted.holds(seed, swapped, (0, WORD))


def test_a_record_is_held_against_what_was_posted() -> None:
    record = the_record()
    verify(record)
    known = marks(record)
    assert len(known) == len(record.entries) + 1 and len(set(known)) == len(known)
    in_the_middle = len(known) // 2
    spelled = " ".join(known[in_the_middle][at : at + 4] for at in range(0, 16, 4))
    found = check_posted(record, record.table.commitment, [known[0], spelled, record.seal])
    assert found == [0, in_the_middle, len(record.entries)]


def test_a_record_of_another_game_is_refused_though_it_is_proved() -> None:
    record = the_record()
    verify(record)
    with pytest.raises(BadRecord, match="commitment"):
        check_posted(record, "0" * 64)
    with pytest.raises(BadRecord, match="no entry has the mark"):
        check_posted(record, None, ["0123 4567 89ab cdef"])
    with pytest.raises(BadRecord, match="no entry has the mark"):
        check_posted(record, None, [marks(record)[0][:4]])


def test_a_mark_tells_nothing_without_the_secret_seed() -> None:
    record = the_record()
    other = msgspec.structs.replace(record, server_seed="00" * 32)
    assert set(marks(record)).isdisjoint(marks(other))
    assert finished().journal is not None
    heads = [entry.prev_hash for entry in record.entries]
    assert not any(head.startswith(mark) for head, mark in zip(heads, marks(record), strict=False))


def test_herald_verify_compares_a_file_with_the_posts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, path = the_record(), tmp_path / "game.json"
    path.write_bytes(file())
    good = ["verify", str(path), "--commitment", record.table.commitment, "--head", record.seal]
    assert main([*good, "--head", marks(record)[3]]) == 0
    shown = capsys.readouterr().out
    assert "is that of entry 3, as posted" in shown
    assert "share of Angela: seed of Angela" in shown
    assert main(["verify", str(path), "--commitment", "f" * 64]) == 1
    assert "another seed was used" in capsys.readouterr().err
    assert main(["verify", str(path), "--head", "ffff ffff"]) == 1
    assert "that was posted" in capsys.readouterr().err
    assert main(["verify", str(path)]) == 0
    assert "not compared with any post" in capsys.readouterr().out


async def give_word(person: Person, panel_of: World, word: str) -> str:
    card = panel_of.posts()[0]
    shown = await person.raw_press(card, "My word for the dice")
    return (await person.fill(shown, word=word)).text


async def test_players_give_their_words_and_all_shares_are_posted(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "share_of", SHARE_OF_A_CLICK)
    people = await world.lobby(3)
    assert (await world.game()).game.commitment in world.posts()[0]
    assert "*moon*" not in await give_word(people[1], world, "*moon* @everyone")
    await people[0].press(world.posts()[0], "Start")
    first = next(post for post in world.posts() if "a share of everybody" in post)
    assert "the number that Discord gave to their click on Join or Start" in first
    game = await world.game()
    shares = [share_text(seat.player_seed) for seat in game.seats]
    assert shares[1] == "*moon* @everyone"
    assert all(share.startswith("click ") for share in (shares[0], shares[2]))
    assert shares[0] in first and shares[2] in first
    assert r"\*moon\*" in first and "@everyone" not in first.text
    assert len(set(shares)) == 3


async def test_each_post_carries_the_mark_of_the_log_and_the_result_its_seal(
    world: World,
) -> None:
    await world.running(2, turn_limit=1)
    game = await world.game()
    await world.left_to_clocks()
    record = load((await world.herald.look.export(game.id)).content)
    assert isinstance(record, Record)
    posted = [post.text.partition(" · log ")[2][:19] for post in world.posts()]
    posted = [mark for mark in posted if mark]
    seal = world.posts()[-1].text.partition("seal of the log: `")[2][:64]
    assert len(posted) >= 3 and len(seal) == 64
    entries = check_posted(record, game.game.commitment, [*posted, seal])
    assert entries == sorted(entries) and entries[-1] == len(record.entries)
