"""Answers that are kept are the ones that would be found now."""

from __future__ import annotations

import msgspec
import pytest

from engine.core.copying import copied
from engine.core.flow import GameState
from engine.core.lazy import depends_on, hand_over, kept, lazy


class Shelf(GameState, kw_only=True):
    books: list[str]
    lamps: list[int]

    @depends_on("books")
    def places(self, title: str) -> tuple[int, ...]:
        """Where a title stands."""
        LOOKED.append(title)
        return tuple(at for at, book in enumerate(self.books) if book == title)

    @depends_on("books", "lamps")
    def lit(self, lamp: int) -> str:
        """The book that a lamp shines on."""
        return self.books[self.lamps[lamp]]

    @kept
    def first(self, letter: str) -> str:
        """The first title that begins so; nobody says when that changes."""
        return next(book for book in self.books if book.startswith(letter))


LOOKED: list[str] = []


def a_shelf() -> Shelf:
    LOOKED.clear()
    return Shelf(ruleset="", version=1, seats=1, books=["emma", "ulysses"], lamps=[1])


def test_the_same_question_is_looked_up_once_while_nothing_changes() -> None:
    shelf = a_shelf()
    assert shelf.places("emma") == shelf.places("emma") == (0,)
    assert shelf.places("ulysses") == (1,)
    assert LOOKED == ["emma", "ulysses"]


def test_any_change_of_the_list_is_noticed_however_it_was_made() -> None:
    shelf = a_shelf()
    assert shelf.places("emma") == (0,)
    shelf.books[1] = "emma"
    assert shelf.places("emma") == (0, 1)
    shelf.books = ["ulysses", "emma"]
    assert shelf.places("emma") == (1,)
    shelf.books.append("emma")
    assert shelf.places("emma") == (1, 2)


def test_a_change_of_any_of_several_lists_is_noticed() -> None:
    shelf = a_shelf()
    assert shelf.lit(0) == "ulysses"
    shelf.lamps[0] = 0
    assert shelf.lit(0) == "emma"
    shelf.books[0] = "dubliners"
    assert shelf.lit(0) == "dubliners"


def test_a_copy_answers_for_itself() -> None:
    shelf = a_shelf()
    assert shelf.places("emma") == (0,)
    other = copied(shelf)
    other.books[0] = "dubliners"
    assert other.places("emma") == ()
    assert shelf.places("emma") == (0,)


def test_what_was_looked_up_is_no_part_of_the_state() -> None:
    shelf = a_shelf()
    shelf.places("emma")
    assert shelf == a_shelf()


def test_a_copy_goes_on_with_what_is_kept_as_long_as_it_is_the_same() -> None:
    shelf = a_shelf()
    assert shelf.places("emma") == (0,)
    later = copied(shelf)
    hand_over(shelf, later)
    assert later.places("emma") == (0,)
    assert LOOKED == ["emma"]
    later.books.insert(0, "emma")
    assert later.places("emma") == (0, 1)
    assert shelf.places("emma") == (0,)
    assert LOOKED == ["emma", "emma"]


def test_what_is_not_compared_with_the_state_is_not_handed_over() -> None:
    shelf = a_shelf()
    assert shelf.first("e") == "emma"
    later = copied(shelf)
    later.books[0] = "evelina"
    hand_over(shelf, later)
    assert later.first("e") == "evelina"


def test_what_a_copy_has_found_out_itself_stays() -> None:
    shelf = a_shelf()
    later = copied(shelf)
    later.books.append("emma")
    assert later.places("emma") == (0, 2)
    assert shelf.places("emma") == (0,)
    hand_over(shelf, later)
    assert later.places("emma") == (0, 2)
    assert LOOKED == ["emma", "emma"]


class Reader:
    """Something that finds out once what it reads."""

    @lazy
    def title(self) -> str:
        """What is read now."""
        LOOKED.append("title")
        return "emma"


class FrozenReader(msgspec.Struct, frozen=True, dict=True):
    """The same, of a sort whose attributes cannot be set."""

    @lazy
    def title(self) -> str:
        """What is read now."""
        LOOKED.append("title")
        return "emma"


@pytest.mark.parametrize("kind", [Reader, FrozenReader])
def test_a_lazy_property_is_found_once(kind: type[Reader]) -> None:
    LOOKED.clear()
    reader = kind()
    assert reader.title == reader.title == "emma"
    assert LOOKED == ["title"]
    assert kind().title == "emma"
    assert LOOKED == ["title", "title"]
