"""A machine on which docs/hosting.md is followed: a folder that stands for `/`, and who hosts.

What would change the machine of the tests is done in that folder: `sudo`, `systemctl` and the like
are small programs here. What is expensive is lent: packages come from the environment of the tests
instead of the package index, and the indexes of the rulebooks from the checkout of the tests.
"""

from __future__ import annotations

import re
import shutil
import stat
import subprocess
import sys
import sysconfig
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bot.local_discord.server import LocalDiscord

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "hosting.md").read_text("utf-8")
README = (ROOT / "README.md").read_text("utf-8")
IN_THE_CHECKOUT = (
    *("bot", "engine", "migrations", "render", "docs/hosting"),
    *("pyproject.toml", "requirements.lock", "README.md", "LICENSE"),
)
FOLDERS = ("opt", "etc/systemd/system", "var/lib", "usr/local/bin", "bin", "tmp")
ABSOLUTE = re.compile(r"(?<![\w./:])/(opt|etc|var/lib|usr/local/bin|data|src)\b")
PATIENCE = 600
"""Seconds until something counts as stuck, on a machine that has much else to do."""

LENT = """
import os, shutil, sys, sysconfig
if sys.orig_argv[-1] == "engine.rulebook" and os.path.isdir(os.environ["BUILT"]):
    own = os.path.join(sysconfig.get_path("purelib"), "engine", "rulebook", "built")
    shutil.copytree(os.environ["BUILT"], own, dirs_exist_ok=True)
"""
"""Gives a Herald that is to build the indexes of the rulebooks those that are there already."""

AT_THE_TABLE = """
import os, sys
if "TABLE" in os.environ and any(each.endswith("/herald") for each in sys.orig_argv):
    import yarl
    from discord.gateway import DiscordWebSocket
    from discord.http import Route
    Route.BASE = os.environ["TABLE"] + "/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["TABLE_GATEWAY"])
"""
"""Points a Herald that is installed on the machine at the local table."""

PROGRAMS = {
    "sudo": """
        if [ "$1" = -iu ]; then
            cd "$MACHINE/var/lib/$2" || exit 1
            export HOME=$PWD
            shift 2
        fi
        exec "$@"
    """,
    "useradd": 'while [ "$1" != --home-dir ]; do shift; done; mkdir -m 700 "$2"',
    "nano": 'cp "$MACHINE/typed" "$1"',
    "git": "true",
    "journalctl": 'cat "$MACHINE/journal"',
    "docker": 'echo "$@" >> "$MACHINE/docker"',
    "python3": """
        if [ "$1 $2" = "-m venv" ]; then
            exec "$MACHINE/bin/new-venv" "$3"
        fi
        exec "$PYTHON" "$@"
    """,
    "systemctl": """
        pid=$(cat "$MACHINE/pid" 2> /dev/null)
        unit=$MACHINE/etc/systemd/system/herald.service
        start() {
            cd "$(sed -n 's/^WorkingDirectory=//p' "$unit")" || exit 1
            setsid $(sed -n 's/^ExecStart=//p' "$unit") >> "$MACHINE/journal" 2>&1 &
            echo $! > "$MACHINE/pid"
        }
        case $1 in
            daemon-reload) sed -i -E "s#([= ])/(opt|var/lib)#\\\\1$MACHINE/\\\\2#g" "$unit";;
            enable|start) start;;
            stop) kill -TERM "$pid"; while kill -0 "$pid" 2> /dev/null; do sleep 0.05; done;;
            status) kill -0 "$pid";;
        esac
    """,
    "new-venv": """
        "$PYTHON" -m venv --without-pip "$1" || exit 1
        packages=$(echo "$1"/lib/python*/site-packages)
        cp "$MACHINE/lent.pth" "$packages/lent.pth"
        cp "$MACHINE/at_the_table.py" "$packages/at_the_table.py"
        cp "$MACHINE/bin/lent-pip" "$1/bin/pip"
    """,
    # What the lock names is there already; Herald itself is built and installed.
    "lent-pip": """
        for last; do :; done
        if [ "$last" = . ]; then
            exec "$PYTHON" -m pip --python "$(dirname "$0")/python" "$@"
        fi
        test -s "$last"
    """,
}


class Done(NamedTuple):
    """A command that was typed, and what came of it."""

    command: str
    status: int
    output: str


def section(title: str) -> str:
    """A part of the page."""
    found = re.search(rf"^## (?:\d\. )?{re.escape(title)}\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S)
    assert found is not None, title
    return found[1]


def blocks(text: str, language: str = "sh") -> list[str]:
    """What is to be typed, or written into a file."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)


def commands(title: str) -> Iterator[str]:
    """The commands of a part of the page, in order."""
    for block in blocks(section(title)):
        yield from block.splitlines()


class Machine:
    """A folder that stands for `/`, and a checkout in it from which Herald is installed."""

    def __init__(self, root: Path, table: LocalDiscord | None = None) -> None:
        self.root = root
        self.checkout = root / "checkout"
        for name in FOLDERS:
            (root / name).mkdir(parents=True)
        for name in IN_THE_CHECKOUT:
            copy(ROOT / name, self.checkout / name)
        for name, script in PROGRAMS.items():
            self._program(name, script)
        lent = sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})
        (root / "lent.pth").write_text("\n".join([*lent, "import at_the_table"]) + "\n")
        (root / "at_the_table.py").write_text(LENT + AT_THE_TABLE)
        path = f"{root / 'usr/local/bin'}:{root / 'bin'}:/usr/bin:/bin"
        self.environment = {
            "PATH": path,
            "MACHINE": str(root),
            "PYTHON": sys.executable,
            "BUILT": str(ROOT / "engine" / "rulebook" / "built"),
            "HOME": str(root / "tmp"),
            "LANG": "C.UTF-8",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PIP_NO_INDEX": "1",
            "PIP_NO_COMPILE": "1",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "PIP_ROOT_USER_ACTION": "ignore",
        }
        if table is not None:
            self.environment |= {"TABLE": table.origin, "TABLE_GATEWAY": table.discord.gateway_url}

    def _program(self, name: str, script: str) -> None:
        file = self.root / "bin" / name
        file.write_text("#!/bin/bash\n" + textwrap.dedent(script))
        file.chmod(file.stat().st_mode | stat.S_IXUSR)

    def here(self, text: str) -> str:
        """Text with what lies below `/` where it is on this machine."""
        return ABSOLUTE.sub(rf"{self.root}/\1", text)

    def type(self, lines: str, *, folder: Path | None = None) -> Done:
        """Type lines into a shell, in the checkout."""
        done = subprocess.run(
            ["bash", "-ec", self.here(lines)],
            cwd=folder or self.checkout,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=PATIENCE,
        )
        return Done(lines, done.returncode, done.stdout)

    def follow(self, title: str) -> list[Done]:
        """Type the commands of a part of the page; each has to succeed, but for `check`."""
        found = []
        for command in commands(title):
            done = self.type(command)
            assert done.status == 0 or command.endswith("herald check"), done
            found.append(done)
        return found

    def check(self) -> Done:
        """Ask what is right and wrong."""
        return self.type("sudo -iu herald herald check")

    @property
    def journal(self) -> str:
        """What the service has logged."""
        file = self.root / "journal"
        return file.read_text("utf-8") if file.exists() else ""

    def stop(self) -> None:
        """End what was started."""
        if (self.root / "pid").exists():
            self.type("systemctl stop herald || true")


def copy(source: Path, to: Path) -> None:
    """Copy a file or folder, without what is made by using it."""
    to.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, to, ignore=shutil.ignore_patterns("__pycache__", "built"))
    else:
        shutil.copy(source, to)
