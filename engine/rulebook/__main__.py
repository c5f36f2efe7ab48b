"""Builds the indexes of the rulebooks that are not built yet: `python -m engine.rulebook [FOLDER]`.

They are built where the program is, or in the folder if that cannot be written.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from engine.core.registry import rulesets
from engine.rulebook import UnknownRulebook, keep_indexes_in, rulebook


def main(arguments: list[str]) -> None:
    """Build what is missing, with what time other programs leave."""
    if hasattr(os, "nice"):  # Windows has none.
        os.nice(10)
    for folder in arguments:
        keep_indexes_in(Path(folder))
    for name in rulesets():
        try:
            book = rulebook(name)
        except UnknownRulebook:  # A rule set in the making.
            continue
        if not book.is_built:
            book.index.close()


if __name__ == "__main__":
    main(sys.argv[1:])
