"""Names in scripts that no typeface here has, spelt in Latin letters rather than left out.

Drawing the scripts of India and South-East Asia takes a shaping library, which would give each
machine its own pictures. A name is known by its sound as well: "Priya" for a name in Devanagari.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from render.fonts.faces import face_for

JOINERS = "\u200c\u200d"
"""They choose the shape of letters, not their sound."""


class _Letter(NamedTuple):
    """A letter's sound. A consonant has a vowel after it unless the next letter takes it away."""

    sound: str
    kind: str
    silent_end: bool = False


def romanized(text: str) -> str:
    """The text with every word that cannot be drawn spelt in Latin letters, from a capital on."""
    if text.isascii() or not any(_foreign(character) for character in text):
        return text
    return re.sub(r"\S+", lambda word: _word(word[0]), text)


def _word(word: str) -> str:
    spelt: list[str] = []
    run = ""
    for character in word:
        if _foreign(character) or (run and character in JOINERS):
            run += character
            continue
        spelt += [_spelt(run), character]
        run = ""
    return "".join([*spelt, _spelt(run)])


def _foreign(character: str) -> bool:
    """Whether a character is a letter, or a sign of one, that no typeface has."""
    if character.isascii() or face_for(character, "strong") is not None:
        return False
    return unicodedata.category(character)[0] in "LM"


def _spelt(run: str) -> str:
    if not run:
        return ""
    table = _letters()
    letters = [
        table.get(character) or _Letter(_sound(character), "letter")
        for character in _spoken_order(run)
        if character not in JOINERS
    ]
    sounds: list[str] = []
    for at, letter in enumerate(letters):
        after = letters[at + 1].kind if at + 1 < len(letters) else "end"
        before = letters[at - 1].kind if at else "start"
        sounds.append(letter.sound)
        if letter.kind == "consonant" and after not in ("vowel sign", "killer"):
            silent = after == "end" and letter.silent_end and before not in ("killer", "start")
            sounds.append("" if silent else "a")
    said = "".join(sounds)
    return said[:1].upper() + said[1:]


def _spoken_order(run: str) -> str:
    """Thai writes some vowels before the consonant that they follow."""
    return re.sub(f"([{_data()['order']['before']}])(.)", r"\2\1", run)


@lru_cache(256)
def _sound(character: str) -> str:
    """The sound of a letter in most scripts; nothing for what is no letter any more."""
    # Imported here: few names need it.
    from anyascii import anyascii

    found = anyascii(character).replace("'", "")
    return found if found.isalpha() else ""


@cache
def _data() -> dict[str, Any]:
    path = Path(__file__).with_name("romanization.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


@cache
def _letters() -> dict[str, _Letter]:
    """Every letter that the data file spells."""
    found: dict[str, _Letter] = {}
    data = _data()
    for script in (data["indic"], data["sinhala"]):
        for start in script["starts"]:
            silent = start in script["silent_ends"]
            for key, kind in (
                ("vowels", "vowel"),
                ("consonants", "consonant"),
                ("vowel_signs", "vowel sign"),
            ):
                for offset, sounds in script[key]:
                    for i, sound in enumerate(sounds.split()):
                        found[chr(start + offset + i)] = _Letter(sound, kind, silent)
            for offset, sound in script["signs"].items():
                found[chr(start + int(offset, 16))] = _Letter(sound, "sign")
            found[chr(start + script["killer"])] = _Letter("", "killer")
    return found
