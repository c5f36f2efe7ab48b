"""Writes the site into a folder."""

from __future__ import annotations

import json
import shutil
from importlib.resources import files
from pathlib import Path

from bot.site.addresses import CARDS, GALLERY, INDEX, REFERENCE, RULES
from bot.site.drawings import draw_cards, draw_reference
from bot.site.index import index_of
from bot.site.pages import cards_page, gallery_page, reference_page, rules_page, start_page
from engine.core.registry import rulesets
from engine.rulebook import rulebook

PICTURES = (".webp", ".png")


def build_site(folder: Path, gallery: Path | None = None, *, is_drawn: bool = True) -> int:
    """Write all pages, copy the gallery's pictures, and draw cards and quick references.

    Answers with the number of pages.
    """
    books = [rulebook(name) for name in rulesets()]
    shown: list[Path] = []
    if gallery is not None and gallery.is_dir():
        shown = sorted(each for each in gallery.iterdir() if each.suffix in PICTURES)
    pages = {RULES: start_page(books, has_gallery=bool(shown))}
    if shown:
        pages[GALLERY] = gallery_page([each.name for each in shown])
    for book in books:
        pages[f"{book.ruleset}/{RULES}"] = rules_page(book)
        pages[f"{book.ruleset}/{CARDS}"] = cards_page(book, is_drawn=is_drawn)
        pages[f"{book.ruleset}/{REFERENCE}"] = reference_page(book, is_drawn=is_drawn)
    for name, text in pages.items():
        _write(folder / name, text)
    for book in books:
        index = json.dumps(index_of(book), separators=(",", ":"), ensure_ascii=False)
        _write(folder / book.ruleset / INDEX, f"window.heraldIndex = {index};\n")
    for name in ("style.css", "search.js", "cards.js"):
        _write(folder / name, files(__package__).joinpath(name).read_text("utf-8"))
    for book in books if is_drawn else ():
        draw_cards(folder, book.ruleset)
        draw_reference(folder, book.ruleset)
    for each in shown:
        (folder / "gallery").mkdir(parents=True, exist_ok=True)
        shutil.copyfile(each, folder / "gallery" / each.name)
    return len(pages)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
