"""How much memory caches may take, and how what is free goes back to the system.

Everything that Herald keeps only to be quicker shares one budget, which follows the machine, or the
container or unit that Herald runs in.
"""

from __future__ import annotations

import ctypes
import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

MEGABYTE = 1 << 20
NEEDED = 240 * MEGABYTE
"""What Herald takes without anything that is kept to be quicker, and a little more."""
OF_THE_REST = 4
"""Of the rest of the memory caches get one part in so many: others live on the machine, too."""
CACHES_LEAST, CACHES_MOST = 16 * MEGABYTE, 640 * MEGABYTE
UNKNOWN = 2048 * MEGABYTE
"""What a machine is taken to have that does not say."""
PARTS = {"games": 0.6, "database": 0.1, "films": 0.1, "pictures": 0.2}
"""How the caches share their budget. `database` is for what SQLite keeps of its file."""


@cache
def budget_of(part: str) -> int:
    """How many bytes a cache may take."""
    spare = (memory_of_the_machine() - NEEDED) // OF_THE_REST
    return int(min(max(spare, CACHES_LEAST), CACHES_MOST) * PARTS[part])


def memory_of_the_machine(root: Path = Path("/")) -> int:
    """How many bytes Herald may use: all of the machine's, unless a container or unit has less."""
    found = [_limit(file) for file in (*_of_groups(root), root / _OF_OLD_CONTAINERS)]
    try:
        found.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    except (AttributeError, ValueError, OSError):  # Windows does not say.
        found.append(UNKNOWN)
    return min(limit for limit in found if limit)


_OF_OLD_CONTAINERS = "sys/fs/cgroup/memory/memory.limit_in_bytes"


def _of_groups(root: Path) -> list[Path]:
    """Where Linux says how much the groups that this process is in may use, and where to begin."""
    try:
        lines = (root / "proc/self/cgroup").read_text("ascii").splitlines()
    except (OSError, UnicodeDecodeError):
        return []
    groups = root / "sys/fs/cgroup"
    own = next((line.removeprefix("0::/") for line in lines if line.startswith("0::/")), "")
    places = [groups / own, *(groups / own).parents]
    within = [place for place in places if place == groups or groups in place.parents]
    return [place / name for place in within for name in ("memory.max", "memory.high")]


def _limit(file: Path) -> int:
    """The bytes that a file allows; 0 where it sets no limit."""
    try:
        said = file.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError):
        return 0
    return int(said) if said.isdecimal() else 0


def give_back() -> None:
    """Give memory that is free back to the system, where the C library keeps it (Linux)."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # Other C libraries than GNU's.
            ctypes.CDLL(None).malloc_trim(0)


def keep_little() -> None:
    """Have the C library keep less of what is free for each thread (Linux)."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(_ARENA_MAX, 1)


_ARENA_MAX = -8
"""The number of this setting in GNU's malloc.h."""
