"""`herald render`: the picture of a stored game."""

from __future__ import annotations

import argparse
from pathlib import Path

from bot.cli.console import OK, Commands, WrongUse, read_record, whole_number


def add(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser("render", help="draw a stored game")
    parser.add_argument("file", type=Path, metavar="F", nargs="?", help="a file with a game")
    parser.add_argument("-o", dest="output", type=Path, metavar="PICTURE", help=".png or .webp")
    parser.add_argument("--text", action="store_true", help="print the board in words")
    parser.add_argument("--seat", type=whole_number(0), help="as this seat saw it (from 0)")
    parser.add_argument("--turn", type=whole_number(0), metavar="T", help="at the end of this turn")
    parser.add_argument("--focus", metavar="R", help="a continent or a place, not the whole board")
    parser.add_argument("--theme", default="dark", help="dark or light (dark)")
    parser.add_argument("--gallery", type=Path, metavar="DIR", help="write pictures to look at")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Draw what is asked for."""
    if args.gallery is not None:
        # Here, for drawing takes longer to import than most commands to run.
        from render.gallery.files import write_gallery

        for path in write_gallery(args.gallery):
            print(path)
        return OK
    if args.file is None or (args.output is None and not args.text):
        raise WrongUse("name a game and a picture: herald render F -o map.png")
    from bot.cli.pictures import board_words, write_picture

    record = read_record(args.file)
    if args.text:
        print(board_words(record, seat=args.seat, turn=args.turn, focus=args.focus))
    if args.output is not None:
        write_picture(
            record,
            args.output,
            seat=args.seat,
            turn=args.turn,
            focus=args.focus,
            theme=args.theme,
        )
    return OK
