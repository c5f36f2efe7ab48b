from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.discord.interactions.ids import LONGEST, ForeignId, Ids, OldId, TooLong, read_key
from bot.discord.interactions.packing import pack, unpack
from bot.discord.interactions.panel_state import DraftCache, PanelIds, PanelState, Start

IDS = Ids(b"a key")


@given(st.lists(st.integers(0, 10**12)))
def test_packed_numbers_read_back(numbers: list[int]) -> None:
    assert unpack(pack(numbers)) == numbers


@given(st.text(max_size=20))
def test_text_that_was_never_packed_is_refused_or_is_numbers(text: str) -> None:
    try:
        numbers = unpack(text)
    except ValueError:
        return
    assert all(number >= 0 for number in numbers)


def test_an_id_says_what_it_was_made_of() -> None:
    press = IDS.read(IDS.make("my", 12345, "A", "b-_"))
    assert press == ("my", 12345, ("A", "b-_"))


@given(st.text(max_size=100))
def test_an_id_of_somebody_else_is_recognised(text: str) -> None:
    with pytest.raises((ForeignId, OldId)):
        IDS.read(text)


def test_an_id_that_was_tampered_with_is_recognised() -> None:
    made = IDS.make("my", 12345)
    for at in range(2, len(made)):
        other = "B" if made[at] != "B" else "C"
        with pytest.raises(ForeignId):
            IDS.read(made[:at] + other + made[at + 1 :])


def test_an_id_made_with_another_key_is_recognised() -> None:
    with pytest.raises(ForeignId):
        IDS.read(Ids(b"another key").make("my", 1))


def test_an_id_of_another_version_is_told_apart_from_a_forged_one() -> None:
    with pytest.raises(OldId):
        IDS.read("h2" + IDS.make("my", 1)[2:])


def test_an_id_never_outgrows_discord() -> None:
    with pytest.raises(TooLong):
        IDS.make("my", 1, "x" * LONGEST)


@given(
    st.lists(st.integers(0, 400), max_size=120).map(tuple),
    st.lists(st.integers(0, 400), max_size=60).map(tuple),
)
def test_a_panel_is_read_back_from_its_id_however_long_its_draft(
    codes: tuple[int, ...], work: tuple[int, ...]
) -> None:
    panel_ids = PanelIds(IDS, DraftCache())
    state = PanelState(99, 3, "0123abcd", 321, codes, work, (2,))
    made = panel_ids.make("pk", state, 7)
    assert len(made) <= LONGEST
    assert panel_ids.read(IDS.read(made)) == (state, (7,))


def test_a_short_draft_outlives_a_restart_and_a_long_one_says_that_it_is_lost() -> None:
    short, long = (
        PanelState(1, 0, "0123abcd", 1, codes) for codes in ((1, 2, 3), tuple(range(90)))
    )
    made = [PanelIds(IDS, DraftCache()).make("pk", state) for state in (short, long)]
    restarted = PanelIds(IDS, DraftCache())
    assert restarted.read(IDS.read(made[0]))[0] == short
    with pytest.raises(Start):
        restarted.read(IDS.read(made[1]))


def test_long_drafts_do_not_pile_up() -> None:
    stash = DraftCache(most=3)
    names = [stash.put((n,), ()) for n in range(5)]
    assert stash.get(names[-1]) == ((4,), ())
    with pytest.raises(Start):
        stash.get(names[0])


def test_the_key_is_made_once_and_kept_from_others(tmp_path: Path) -> None:
    key = read_key(tmp_path / "data")
    assert read_key(tmp_path / "data") == key
    assert (tmp_path / "data" / "ids.key").stat().st_mode & 0o077 == 0


@given(st.integers(0, 2**32 - 1))
def test_a_hidden_number_reads_back(number: int) -> None:
    assert IDS.read_hidden(IDS.hide(number)) == number


def test_a_hidden_number_does_not_show_its_size_or_its_neighbours() -> None:
    hidden = [unpack(IDS.hide(number))[0] for number in range(200)]
    assert hidden != sorted(hidden)
    assert min(abs(one - two) for one, two in itertools.pairwise(hidden)) > 1000
    assert hidden != [unpack(Ids(b"another key").hide(number))[0] for number in range(200)]
