"""`python -m bot` is `herald`."""

import sys

from bot.cli.program import main

if __name__ == "__main__":
    sys.exit(main())
