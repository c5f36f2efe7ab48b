"""The command line: the program `herald`, its commands, simulation, terminal game and bench."""

from __future__ import annotations

from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run `herald` and give its exit status."""
    # Imported here because the drawing process of the bench must not load the whole program.
    from bot.cli.program import main as run

    return run(argv)
