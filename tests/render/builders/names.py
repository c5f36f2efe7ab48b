"""Names of players that are hard to draw."""

from __future__ import annotations

NAMES = ("Ada", "Bartholomew the Elder", "Chidi 🎉", "דנה", "Ελένη", "Farid")


WORST = (
    "👩\u200d👩\u200d👧\u200d👦" * 20,
    "\ufdfd" * 80,
    "W" * 80,
    "Z\u0338\u0349\u032d\u0348" * 30,
    "\u202e\u05e9\u05dc\u05d5\u05dd " * 16,
    "\u200b" * 9,
)


AWKWARD_NAMES = (
    "🎉🎊👨‍👩‍👧‍👦🏳️‍🌈",
    "محمد \u202e(دراغون)\u202c",
    "שלום עולם",
    "x" * 80,
    "a\u200b\u200c\u200d\ufeff\u2060b",
    "\u200b\u200b\u200b",
)
