"""The pages of the site as HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from bot.site.addresses import (
    CARDS,
    GALLERY,
    REFERENCE,
    RULES,
    card_anchor,
    card_picture,
    reference_picture,
)
from bot.site.markup import html_of
from engine.core.charts import FactCard, QuickReference, ReferenceGroup
from engine.core.messages import Voice, capital, catalog
from engine.core.registry import ruleset
from engine.rulebook import Rulebook, Section, UnknownSection


def page(title: str, body: str, ways: Iterable[tuple[str, str]], root: str = "../") -> str:
    """A whole page; `ways` are the links at its top."""
    links = "".join(f'<a href="{to}">{escape(label)}</a>' for to, label in ways)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title>"
        f'<link rel="stylesheet" href="{root}style.css"></head>\n'
        f"<body><nav>{links}</nav>\n<main>\n<h1>{escape(title)}</h1>\n{body}\n</main></body></html>\n"
    )


def ways(root: str = "../") -> list[tuple[str, str]]:
    """The links that a rule set's pages share."""
    return [
        (f"{root}{RULES}", "Herald"),
        (RULES, "Rules"),
        (REFERENCE, "Quick reference"),
        (CARDS, "Cards"),
    ]


def rules_page(book: Rulebook) -> str:
    """A rulebook with its contents and the search."""
    numbers = {section.number: section.anchor for section in book.sections}
    contents = "".join(
        f'<li><a href="#{each.anchor}">{each.number} {escape(each.title)}</a></li>'
        for each in book.sections
        if each.anchor == each.chapter
    )
    asking = (
        '<form><input id="query" type="search" autocomplete="off" aria-label="Ask the rules" '
        'placeholder="Ask: can my boat carry soldiers"><ul id="hits"></ul></form>'
    )
    sections = "\n".join(_section(each, numbers) for each in book.sections)
    body = f'{asking}<ul>{contents}</ul>\n{sections}\n<script src="../search.js" defer></script>'
    return page(book.title, body, ways())


def _section(section: Section, numbers: dict[str, str]) -> str:
    level = "h2" if section.anchor == section.chapter else "h3"
    head = f'<a href="#{section.anchor}">{section.number} {escape(section.title)}</a>'
    return (
        f'<section id="{section.anchor}"><{level}>{head}</{level}>\n'
        f"{html_of(section.body, numbers.get)}</section>"
    )


def cards_page(book: Rulebook, *, is_drawn: bool = True) -> str:
    """Every card of a rule set, by its kind: drawn, and in words."""
    rules, voice = ruleset(book.ruleset), Voice(catalog(book.ruleset), ())
    articles = "\n".join(
        _card(name, rules.card(name), book, voice, is_drawn=is_drawn) for name in rules.cards()
    )
    finding = (
        '<form><input id="query" type="search" autocomplete="off" aria-label="Find a card" '
        'placeholder="Find a card"></form>'
    )
    script = '<script src="../cards.js" defer></script>'
    return page(f"{book.title}: cards", f"{finding}\n{articles}\n{script}", ways())


def _card(name: str, card: FactCard, book: Rulebook, voice: Voice, *, is_drawn: bool) -> str:
    def said(text: str) -> str:
        return escape(capital(text), quote=False)

    title = said(voice.text(card.title))
    # The picture has the title, too: what is drawn keeps its heading for those who listen.
    head = f'<h3 class="drawn">{title}</h3>' if is_drawn else f"<h3>{title}</h3>"
    lines = []
    cost = "" if card.cost is None else f" · {escape(voice.text(card.cost))}"
    lines.append(f'<p class="quiet">{said(voice.text(card.kind))}{cost}</p>')
    facts = [f"{voice.text(fact.label)} {voice.text(fact.value)}" for fact in card.facts]
    if facts:
        lines.append(f"<p>{said(', '.join(facts))}</p>")
    lines += [f"<p>{said(voice.text(effect))}</p>" for effect in card.effects]
    for label, texts in (
        ("Needs", [each.title for each in card.requires]),
        ("Makes possible", list(card.unlocks)),
    ):
        if texts:
            listed = escape(", ".join(map(voice.text, texts)), quote=False)
            lines.append(f"<p>{label}: {listed}</p>")
    words, rule = "".join(lines), ""
    if is_drawn:
        # A thousand wide like all cards: the page knows the room before the picture is there.
        head += f'<img src="{card_picture(name)}" alt="{title}" width="1000" loading="lazy">'
        words = f"<details><summary>In words</summary>{words}</details>"
    try:
        section = book.section(card.rule)
    except UnknownSection:
        pass
    else:
        label = f"{section.number} {escape(section.title)}"
        rule = f'<p class="quiet"><a href="{RULES}#{section.anchor}">{label}</a></p>'
    return f'<article id="{card_anchor(name)}">{head}{words}{rule}</article>'


def reference_page(book: Rulebook, *, is_drawn: bool = True) -> str:
    """The quick reference of a rule set: drawn, and as tables."""
    reference: QuickReference = ruleset(book.ruleset).quick_reference()
    voice = Voice(catalog(book.ruleset), ())
    groups = "\n".join(_group(group, voice) for group in reference.groups)
    title = voice.label(reference.title)
    if is_drawn:
        picture = f'<img src="{reference_picture()}" alt="{escape(title)}: the tables below">'
        groups = f"<figure>{picture}</figure>\n{groups}"
    return page(title, groups, ways())


def _group(group: ReferenceGroup, voice: Voice) -> str:
    def cell(text: str) -> str:
        return escape(capital(text), quote=False)

    title = f"<h2>{cell(voice.text(group.title))}</h2>"
    if group.steps:
        items = "".join(f"<li>{cell(voice.text(line.label))}</li>" for line in group.lines)
        return f"{title}<ol>{items}</ol>"
    columns = max(1, len(group.columns))
    head = "".join(f"<th>{cell(voice.text(column))}</th>" for column in group.columns)
    rows = ""
    for line in group.lines:
        span = f' colspan="{columns}"' if len(line.values) < columns else ""
        values = "".join(f"<td{span}>{cell(voice.text(value))}</td>" for value in line.values)
        rows += f"<tr><th>{cell(voice.text(line.label))}</th>{values}</tr>"
    top = f"<thead><tr><th></th>{head}</tr></thead>" if head else ""
    return f'{title}<div class="table"><table>{top}<tbody>{rows}</tbody></table></div>'


def start_page(books: Sequence[Rulebook], *, has_gallery: bool) -> str:
    """The first page: every rule set with its pages."""
    parts = []
    for book in books:
        name = book.ruleset
        links = " · ".join(f'<a href="{name}/{to}">{label}</a>' for to, label in ways()[1:])
        parts.append(f"<h2>{escape(book.title)}</h2><p>{links}</p>")
    more = [(GALLERY, "Gallery")] if has_gallery else []
    return page("Herald", "\n".join(parts), [(RULES, "Herald"), *more], root="")


def gallery_page(pictures: Sequence[str]) -> str:
    """Pictures that Herald draws."""
    shown = "\n".join(
        f'<figure><img src="gallery/{name}" alt="{_called(name)}" loading="lazy">'
        f"<figcaption>{_called(name)}</figcaption></figure>"
        for name in pictures
    )
    return page("Gallery", shown, [(RULES, "Herald")], root="")


def _called(file: str) -> str:
    return escape(file.rpartition(".")[0].replace("_", " ").capitalize())
