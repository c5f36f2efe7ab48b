"""The pictures of the site: cards and quick references, drawn as Discord shows them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from bot.site.addresses import card_picture, reference_picture
from engine.core.registry import ruleset
from render import Card, Look, image

QUALITY = 82
"""Of a hundred: letters stay sharp, and a card has some twenty kilobytes."""


def draw_cards(folder: Path, name: str, cards: Iterable[str] | None = None) -> int:
    """Draw the cards of a rule set, or some of them; gives how many."""
    rules, drawn = ruleset(name), 0
    for card in rules.cards() if cards is None else cards:
        path = folder / name / card_picture(card)
        path.parent.mkdir(parents=True, exist_ok=True)
        image(Card(rules.card(card), name), Look()).save(path, "WEBP", quality=QUALITY)
        drawn += 1
    return drawn


def draw_reference(folder: Path, name: str) -> None:
    """Draw the quick reference of a rule set."""
    path = folder / name / reference_picture()
    path.parent.mkdir(parents=True, exist_ok=True)
    page = image(Card(ruleset(name).quick_reference(), name), Look())
    page.save(path, "WEBP", quality=QUALITY)
