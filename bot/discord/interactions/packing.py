"""Whole numbers as short text, for ids that have room for a hundred characters.

>>> pack([3, 0, 40])
'DAoB'
>>> unpack("DAoB")
[3, 0, 40]
"""

from __future__ import annotations

from collections.abc import Iterable

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_PLACE = {letter: at for at, letter in enumerate(LETTERS)}
_BITS = 5
_MORE = 1 << _BITS


def pack(numbers: Iterable[int]) -> str:
    """The numbers, none below zero, as text; small ones take one letter each."""
    letters = []
    for number in numbers:
        if number < 0:
            raise ValueError("only numbers from 0 on can be packed")
        while number >= _MORE:
            letters.append(LETTERS[_MORE | (number & (_MORE - 1))])
            number >>= _BITS
        letters.append(LETTERS[number])
    return "".join(letters)


def unpack(text: str) -> list[int]:
    """The numbers of `pack`; raises `ValueError` for any other text."""
    numbers: list[int] = []
    number = shift = 0
    for letter in text:
        if letter not in _PLACE:
            raise ValueError(f"{letter!r} is not packed text")
        digit = _PLACE[letter]
        number |= (digit & (_MORE - 1)) << shift
        if digit & _MORE:
            shift += _BITS
            continue
        numbers.append(number)
        number = shift = 0
    if shift:
        raise ValueError("packed text ends within a number")
    return numbers
