"""`herald rules`: search the rules, read a section."""

from __future__ import annotations

import argparse
import textwrap

from bot.cli.commands import FAILED, OK, Commands, printable
from engine.rulebook import Rulebook, UnknownSection, rulebook

WIDTH = 100


def add(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser("rules", help="look something up in the rules")
    parser.add_argument("query", nargs="+", metavar="QUERY", help="words, or a section's anchor")
    parser.add_argument("--ruleset", default="standard", help="the rule set (standard)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the section of that anchor, or the best passages for the words."""
    book, query = rulebook(args.ruleset), " ".join(args.query)
    text = section(book, query) or found(book, query)
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
    return f"{hit.number} {hit.title}\n\n{hit.body}"


def found(book: Rulebook, query: str) -> str:
    """What a search finds, best first."""
    hits = book.search(query)
    return "\n\n".join(
        f"{hit.section.number} {hit.section.title} (#{hit.section.anchor})\n"
        + textwrap.fill(hit.excerpt, WIDTH, initial_indent="  ", subsequent_indent="  ")
        for hit in hits
    )
