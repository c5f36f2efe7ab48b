"""Lines of text: any name a person can have, as it is written."""

from __future__ import annotations

import pytest

from engine.core.messages import Voice, capital, catalog
from engine.core.registry import rulesets
from render.fonts.script import clean, visual
from render.fonts.writing import fitted, readable, runs, width
from render.voice import game_voice, label


def drawn(text: str) -> str:
    return "".join(part for _, part in runs(text, "strong"))


def test_invisible_characters_are_gone() -> None:
    assert clean("a\u200b\u200cb\ufeff\u2060\u202ec\u202c\x07\n d") == "abc d"
    assert clean("  \t ") == ""
    assert len(clean("y" * 5000)) == 120


def test_accents_stay_with_their_letters() -> None:
    assert clean("Zoe\u0308") == "Zoë"


def test_emoji_are_drawn_without_what_joins_them() -> None:
    assert drawn("👨‍👩‍👧👍🏽!") == "👨👩👧👍!"


def test_emoji_younger_than_python_are_drawn() -> None:
    orca, harp = "\U0001facd", "\U0001fa89"
    assert drawn(f"Ada {orca}{harp}") == f"Ada {orca}{harp}"


def test_the_sign_of_a_gender_is_not_drawn_beside_its_person() -> None:
    assert drawn("🏃\u200d♂\ufe0f go") == "🏃 go"
    assert drawn("♂") == "♂"


@pytest.mark.parametrize(
    ("name", "spelt"),
    [
        ("प्रिया", "Priya"),
        ("राहुल शर्मा", "Rahul Sharma"),
        ("सूर्य", "Surya"),
        ("क्\u200dष", "Ksha"),
        ("සිංහල", "Sinhala"),
        ("ශ්\u200dරී ලංකා", "Shri Lanka"),
        ("தமிழ்", "Tamizh"),
        ("অর্ণব", "Arnab"),
        ("ไทย", "Thaiy"),
        ("გიორგი", "Giorgi"),
        ("Հայկ", "Hayk"),
        ("አማራ", "Amara"),
        ("ភ្នំពេញ", "Phnampenh"),
        ("မြန်မာ", "Mrnma"),
        ("Ada (प्रिया) 2", "Ada (Priya) 2"),
    ],
)
def test_scripts_without_a_typeface_are_spelt_in_latin_letters(name: str, spelt: str) -> None:
    assert drawn(name) == spelt


def test_persian_words_keep_apart_what_a_joiner_parts() -> None:
    # yeh before the non-joiner ends its part of the word, and the letter after it begins one.
    word, rest = "\u0645\u06cc", "\u062e\u0648\u0627\u0647\u0645"
    parted, joined = visual(clean(f"{word}\u200c{rest}")), visual(clean(word + rest))
    assert "\u200c" not in parted
    assert parted != joined
    assert "\ufbfd" in parted and "\ufea7" in parted
    assert drawn(f"{word}\u200c{rest}") == parted


def test_hebrew_runs_from_right_to_left() -> None:
    assert visual("שלום") == "םולש"
    assert visual("abc שלום 12") == "abc 12 םולש"
    assert visual("שלום abc") == "abc םולש"
    assert visual("שלום 12 עולם") == "םלוע 12 םולש"


def test_arabic_letters_join_and_run_from_right_to_left() -> None:
    # beh, yeh, teh: initial, medial, final, and so drawn from the left: final, medial, initial.
    assert visual("بيت") == "\ufe96\ufef4\ufe91"
    assert visual("لا") == "\ufefb"


def test_brackets_turn_with_right_to_left_text() -> None:
    assert visual("(של)") == "(לש)"


@pytest.mark.parametrize(
    "text", ["Ωμέγα", "Привет", "Đặng", "田中さくら", "한국어", "Łódź", "日本 2"]
)
def test_names_in_many_scripts_are_drawn_whole(text: str) -> None:
    assert drawn(text) == text


def test_ornamental_letters_become_plain_ones() -> None:
    assert drawn("\U0001d576\U0001d58e\U0001d593\U0001d58c") == "King"


def test_what_no_font_has_is_left_out() -> None:
    assert not readable("\U00013000\U00013001")
    assert readable("a\U00013000")


def test_a_long_line_is_shortened_to_its_room() -> None:
    short = fitted("Bartholomew the Elder of the Northern Isles", "strong", 22, 150)
    assert short.endswith("…")
    assert width(short, "strong", 22) <= 150
    assert fitted("Ada", "strong", 22, 150) == "Ada"
    assert fitted("Ada", "strong", 22, 1) == ""


@pytest.mark.parametrize("name", rulesets())
def test_phases_are_called_what_their_rules_call_them(name: str) -> None:
    phases = [key for key in catalog(name).entries if key.startswith("phase.")]
    assert phases
    for key in phases:
        assert game_voice(name, 0).title("phase", key.removeprefix("phase.")) == capital(
            Voice(catalog(name)).say(key)
        )


def test_labels_come_from_the_catalog_and_unknown_keys_are_made_readable() -> None:
    assert label("eras.ancient") == "Ancient"
    assert label("eras.man_at_arms") == "Man at arms"
    assert game_voice("standard", 0).title("phase", "grand_finale") == "Grand finale"
    assert game_voice("no_such_rules", 0).title("phase", "grand_finale") == "Grand finale"
