"""Sentences for people, made from what the engine tells.

>>> words = catalog("standard")
>>> words.event(Placed(seat=0, place="gobi"), ["Angela", "Brad"])
'Angela settles in Gobi.'
"""

from engine.core.messages.catalogs import Catalog, Refusal, Vocabulary, catalog
from engine.core.messages.report import Merger
from engine.core.messages.speech import Format, MissingText, Speech

__all__ = [
    "Catalog",
    "Format",
    "Merger",
    "MissingText",
    "Refusal",
    "Speech",
    "Vocabulary",
    "catalog",
]
