"""`herald docs`: the rules, cards and quick references as a static site."""

from __future__ import annotations

import argparse
from pathlib import Path

from bot.cli.console import OK, Commands, WrongUse


def add(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser("docs", help="write the rules and cards as a site of plain pages")
    parser.add_argument("-o", dest="output", type=Path, default=Path("site"), metavar="DIR")
    parser.add_argument(
        "--gallery",
        type=Path,
        default=Path("docs/gallery"),
        metavar="DIR",
        help="pictures to show (docs/gallery)",
    )
    parser.add_argument(
        "--plain", action="store_true", help="cards and quick references in words, not drawn"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the site."""
    from bot.site.build import build_site

    try:
        pages = build_site(args.output, args.gallery, is_drawn=not args.plain)
    except OSError as wrong:
        raise WrongUse(f"cannot write {args.output}: {wrong.strerror}") from None
    print(f"{pages} pages in {args.output}")
    return OK
