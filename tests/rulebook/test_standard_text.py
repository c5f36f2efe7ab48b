"""What the text of the Standard rules promises to those who cite and read it."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from engine.rulebook import Section, rulebook

BOOK = rulebook("standard")
SOURCES = Path(__file__).parents[3] / "shared" / "seeds"
SHARED_WORDS_ALLOWED = 12

REQUIRED = {
    1: "aim turn board pieces",
    2: "setup-markers setup-gold setup-order setup-placement setup-flip setup-first-turn",
    3: "looking resources free-technology treasure minor-civilization plague terrain fertile"
    " no-encounter",
    4: "movement movement-points sharing fleets aircraft-movement settlers-look wrap taking-back",
    5: "declaring challenges joining rounds battle-dice superiority science aircraft-battle"
    " sea-battles capture",
    6: "trade loans permanent-trades offers",
    7: "city-production critical-resource science-income monopolies minimum-income",
    8: "prices buying-units placing villages upgrades technologies",
    9: "eras era-change wonders announcing wonder-contest",
    10: "end scoring ties fallen",
    11: "standing-orders defaults notation",
}

EXAMPLES = (
    "1.2-a 2.4-a 3.6-a 4.3-a 4.3-b 5.6-a 5.9-a 5.10-a 7.1-a 7.2-a 7.3-a 7.4-a 7.5-a 8.2-a 10.1-a"
)


def place(section: Section) -> tuple[int, ...]:
    return tuple(map(int, section.number.split(".")))


def quotes(section: Section) -> list[str]:
    return [line for line in section.body.splitlines() if line.startswith(">")]


@pytest.mark.parametrize(
    ("chapter", "anchor"),
    [(chapter, anchor) for chapter, names in REQUIRED.items() for anchor in names.split()],
)
def test_every_anchor_the_code_cites_stands_once_in_its_chapter(chapter: int, anchor: str) -> None:
    found = [section for section in BOOK.sections if section.anchor == anchor]
    assert [place(section)[0] for section in found] == [chapter]


def test_numbers_ascend_without_gaps() -> None:
    places = [place(section) for section in BOOK.sections]
    assert places[0] == (1,)
    for before, after in pairwise(places):
        assert after in {(before[0] + 1,), (*before[:1], (*before, 0)[1] + 1)}


def test_every_section_says_something_and_fits_one_discord_message() -> None:
    for section in BOOK.sections:
        assert 0 < len(section.body) < 2000, section.anchor


def test_tables_fit_a_phone() -> None:
    for section in BOOK.sections:
        for line in section.body.splitlines():
            assert not line.startswith("|") or len(line) <= 56, line


def test_every_ruling_says_its_reason() -> None:
    for section in BOOK.sections:
        assert section.rulings == len(quotes(section))
        for quote in quotes(section):
            assert re.fullmatch(r"> \*\*Ruling\.\*\* \S.+ \*Reason:\* \S.+\.", quote), quote


def test_references_lead_to_sections() -> None:
    numbers = {section.number for section in BOOK.sections}
    for section in BOOK.sections:
        cited = re.findall(r"\d+\.\d+|(?<=see )\d+(?!\.?\d)", section.body)
        assert numbers.issuperset(cited), f"{section.number} refers to {set(cited) - numbers}"


def test_examples_are_numbered_after_their_section() -> None:
    found = [
        (section.number, name)
        for section in BOOK.sections
        for name in re.findall(r"\*\*Example (\S+)\.\*\*", section.body)
    ]
    assert [name for _, name in found] == EXAMPLES.split()
    assert all(name.rpartition("-")[0] == number for number, name in found)


def test_nothing_is_copied_from_the_printed_rules(capsys: pytest.CaptureFixture[str]) -> None:
    texts = sorted(SOURCES.glob("*.txt"))
    if not texts:
        with capsys.disabled():
            print(f"\nnot compared: the printed rules are not at {SOURCES}")
        pytest.skip("the printed rules are not here")
    theirs = {run for text in texts for run in runs(text.read_text(encoding="utf-8"))}
    for section in BOOK.sections:
        for line in section.body.splitlines():
            copied = runs(line) & theirs
            assert not copied, f"{section.anchor}: {sorted(copied)[0]}"


def runs(text: str) -> set[str]:
    """Every run of words too long to be shared by chance; a sentence of that length is one."""
    words = re.findall(r"[a-z0-9]+", text.casefold())
    size = SHARED_WORDS_ALLOWED + 1
    return {" ".join(words[at : at + size]) for at in range(len(words) - size + 1)}
