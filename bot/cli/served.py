"""Herald as `herald serve` runs it, at a local table of another process: to be measured.

`python -m bot.cli.served ORIGIN GATEWAY`; the rest is configured as always.
"""

from __future__ import annotations

import sys

from bot.cli.program import main
from bot.local_discord.redirect import discord_at

if __name__ == "__main__":
    with discord_at(*sys.argv[1:3]):
        sys.exit(main(["serve"]))
