"""Sentences for people, made from what the engine reports.

A catalog holds sentences in one language; a voice speaks them about certain players.

>>> voice = Voice(catalog("standard"), ["Angela", "*Brad*"], escape=lambda name: name.strip("*"))
>>> voice.event(Placed(seat=1, place="gobi"))
'Brad settles in Gobi.'
>>> voice.say("gold", n=3)
'3 gold'
"""

from engine.core.messages.catalogs import ENGLISH, Catalog, Vocabulary, catalog, load, read
from engine.core.messages.entries import Format, MissingText
from engine.core.messages.voice import Refusal, Voice, capital

__all__ = [
    "ENGLISH",
    "Catalog",
    "Format",
    "MissingText",
    "Refusal",
    "Vocabulary",
    "Voice",
    "capital",
    "catalog",
    "load",
    "read",
]
