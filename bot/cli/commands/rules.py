"""`herald rules`: ask the rules, read a section."""

from __future__ import annotations

import argparse
import textwrap

from bot.cli.console import FAILED, OK, Commands, printable
from engine.rulebook import Rulebook, UnknownSection, marked, rulebook

WIDTH = 100


def add(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser("rules", help="look something up in the rules")
    parser.add_argument("query", nargs="+", metavar="QUERY", help="words, or a section's anchor")
    parser.add_argument("--ruleset", default="standard", help="the rule set (standard)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the section of that anchor, or the one that answers the question."""
    book, query = rulebook(args.ruleset), " ".join(args.query)
    text = section(book, query) or answer(book, query)
    if not text:
        print(f"nothing in the {book.ruleset} rules about {printable(query)[:60]}")
        return FAILED
    print(text)
    return OK


def section(book: Rulebook, anchor: str) -> str:
    """A section in full, or nothing when there is none of that anchor."""
    try:
        hit = book.section(anchor)
    except UnknownSection:
        return ""
    return f"{hit.number} {hit.title}\n\n{_wrapped(hit.body)}"


def _wrapped(body: str) -> str:
    """Prose in lines of a terminal's width; tables as they are."""
    return "\n".join(
        line if line.startswith("|") else textwrap.fill(line, WIDTH) for line in body.splitlines()
    )


def answer(book: Rulebook, query: str) -> str:
    """The section that answers a question, the sentence that does marked, and the next best."""
    hits = book.search(query)
    if not hits:
        return ""
    best, *others = hits
    body = best.section.body
    if best.sentence is not None:
        body = (
            f"> {best.sentence.plain}\n\n{body}"
            if best.sentence.tabular
            else marked(body, best.sentence.raw)
        )
    head = f"{best.section.number} {best.section.title} (#{best.section.anchor})"
    found = [f"{head}\n\n{_wrapped(body)}"]
    found += [
        f"{hit.section.number} {hit.section.title} (#{hit.section.anchor})\n"
        + textwrap.fill(hit.excerpt, WIDTH, initial_indent="  ", subsequent_indent="  ")
        for hit in others
    ]
    return "\n\n".join(found)
