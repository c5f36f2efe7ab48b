"""Where things are on the site; the same for its pages and for links from Discord."""

from __future__ import annotations

RULES, CARDS, REFERENCE, GALLERY = "index.html", "cards.html", "reference.html", "gallery.html"
INDEX = "search-index.js"


def section_page(ruleset: str, anchor: str) -> str:
    """The page of a section, from the site's root."""
    return f"{ruleset}/{RULES}#{anchor}"


def card_anchor(card: str) -> str:
    """The anchor of a card on its page."""
    return card.replace(".", "-")


def card_page(ruleset: str, card: str) -> str:
    """The page of a card, from the site's root."""
    return f"{ruleset}/{CARDS}#{card_anchor(card)}"


def card_picture(card: str) -> str:
    """The picture of a card, from the folder of its rule set."""
    return f"cards/{card_anchor(card)}.webp"


def reference_picture() -> str:
    """The picture of a quick reference, from the folder of its rule set."""
    return "reference.webp"


def under(base: str, page: str) -> str:
    """The address of a page on a site that begins at `base`."""
    return f"{base.rstrip('/')}/{page}"
