"""What tests need of the machine besides Python: a browser, a database server, small programs.

    python -m tests.machine    # install what is missing, or say what will be skipped without it

`make test` does so first. As root on Debian and its relatives the packages are installed, after a
line that says so; elsewhere a line says what to install. `HERALD_TEST_INSTALL=no` installs nothing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
DEBIAN_POSTGRES = Path("/usr/lib/postgresql")


def browser() -> Path | None:
    """A browser of this machine: `CHROMIUM`, or one that is on the path."""
    named = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM)), None)
    return (named and Path(named)) or None


def postgres() -> Path | None:
    """The folder of a PostgreSQL server's programs."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    # Debian keeps the server's programs off the path, by version.
    versions = sorted(DEBIAN_POSTGRES.glob("*/bin/initdb"))
    return versions[-1].parent if versions else None


def program(name: str) -> Path | None:
    """A program that is on the path."""
    found = shutil.which(name)
    return Path(found) if found else None


class Need(NamedTuple):
    """A program, the tests that need it, how it is found, and Debian's packages that have it."""

    name: str
    tests: str
    find: Callable[[], Path | None]
    packages: tuple[str, ...]


NEEDS = (
    Need("a browser", "the page", browser, ("chromium", "fonts-noto-color-emoji")),
    Need("a PostgreSQL server", "that database", postgres, ("postgresql",)),
    Need("openssl", "encrypted connections", partial(program, "openssl"), ("openssl",)),
    Need("Node.js", "the scripts of pages", partial(program, "node"), ("nodejs",)),
    # It checks units; systemd itself does not have to run.
    Need(
        "systemd-analyze", "the service's unit", partial(program, "systemd-analyze"), ("systemd",)
    ),
)


def may_install() -> bool:
    """Whether packages can be installed here, and nobody has forbidden it."""
    root = os.geteuid() == 0 and shutil.which("apt-get") is not None
    return root and os.environ.get("HERALD_TEST_INSTALL") != "no"


def provide(need: Need) -> None:
    """Install what is missing, or say that tests will be skipped."""
    if need.find() is not None:
        return
    packages = " ".join(need.packages)
    if not may_install():
        print(f"Not found: {need.name}. The tests of {need.tests} are skipped; install {packages}.")
        return
    print(f"Not found: {need.name} for the tests of {need.tests}. Installing {packages}.")
    for command in (["update"], ["install", "-y", "--no-install-recommends", *need.packages]):
        done = subprocess.run(["apt-get", "-qq", *command], capture_output=True, check=False)
        if done.returncode:
            print(f"apt-get {command[0]} failed, those tests are skipped: {done.stderr.decode()}")
            return


if __name__ == "__main__":
    for each in NEEDS:
        provide(each)
