"""What a fresh checkout promises: a reproducible install and two commands."""

import os
import re
import tomllib
from importlib.metadata import distributions, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
LOCKS = ("requirements.lock", "requirements-dev.lock")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
RUNTIME = PROJECT["dependencies"]
SOURCE = PROJECT["optional-dependencies"]["source"]
POSTGRES = PROJECT["optional-dependencies"]["postgres"]
DEV = PROJECT["optional-dependencies"]["dev"]
MAKEFILE = (ROOT / "Makefile").read_text()


def entries(lock: str) -> list[str]:
    """One line for each requirement of a lock file, its hashes included."""
    joined = (ROOT / lock).read_text().replace("\\\n", " ")
    return [line for line in joined.splitlines() if line and not line.startswith("#")]


def pins(lock: str) -> dict[str, str]:
    """Name -> version of everything a lock file pins."""
    pin = re.compile(r"([\w.-]+)(?:\[[\w,-]+\])?==([\w.!+]+)(?=\s)")
    found = (pin.match(entry) for entry in entries(lock))
    return {canonicalize_name(match[1]): match[2] for match in found if match}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_line_of_a_lock_pins_one_version_with_hashes(lock: str) -> None:
    name, hashes = r"[\w.-]+(\[[\w,-]+\])?", r"(\s+--hash=sha256:[0-9a-f]{64})+"
    pinned = re.compile(rf"{name}==[\w.!+]+( ; [^#]+?)?{hashes}\s*")
    assert entries(lock)
    assert [entry for entry in entries(lock) if not pinned.fullmatch(entry)] == []


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_host_and_no_path(lock: str) -> None:
    text = (ROOT / lock).read_text()
    # "aiohttp" is a package; an address has a scheme.
    assert not re.search(r"https?:|://|index-url|find-links|trusted-host| @ |/", text)


@pytest.mark.parametrize(
    ("lock", "requirement"),
    [("requirements.lock", text) for text in [*RUNTIME, *SOURCE, *POSTGRES]]
    + [("requirements-dev.lock", text) for text in [*RUNTIME, *SOURCE, *DEV]],
)
def test_a_dependency_is_pinned_to_a_version_it_allows(lock: str, requirement: str) -> None:
    wanted = Requirement(requirement)
    version = pins(lock).get(canonicalize_name(wanted.name))
    assert version is not None
    assert wanted.specifier.contains(version)


@pytest.mark.parametrize("lock", LOCKS)
def test_what_packages_want_with_extras_is_pinned_with_them(lock: str) -> None:
    # The pip of Python 3.11 would otherwise take the newest version, and refuse it unpinned.
    named = {Requirement(re.split(r"[\s;]", entry)[0]).name: entry for entry in entries(lock)}
    missing = []
    for package in pins(lock).keys() & {canonicalize_name(each.name) for each in distributions()}:
        for wanted in map(Requirement, requires(package) or ()):
            if wanted.extras and (wanted.marker is None or wanted.marker.evaluate({"extra": ""})):
                entry = named.get(canonicalize_name(wanted.name), "")
                pinned = set(Requirement(entry.split("==")[0]).extras) if entry else set()
                missing += [f"{package}: {wanted}"] if wanted.extras - pinned else []
    assert missing == []


def test_development_runs_on_the_versions_players_get() -> None:
    assert pins("requirements.lock").items() <= pins("requirements-dev.lock").items()


@pytest.mark.parametrize("command", ["make play", "make test"])
def test_the_readme_tells_the_command_and_the_makefile_has_it(command: str) -> None:
    target = command.removeprefix("make ")
    assert command in (ROOT / "README.md").read_text()
    assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE)


def installed_for(target: str) -> set[str]:
    """The locks that are installed before a target of the Makefile is made."""
    rule = re.search(
        rf"^{re.escape(target)}: ([^\n]*[^\n:=])$((?:\n\t.*)*)", MAKEFILE, re.MULTILINE
    )
    if rule is None:
        return set()
    needed = [each for each in rule[1].split() if each != target]
    return set(re.findall(r"-r (\S+)", rule[2])).union(*map(installed_for, needed))


def test_to_play_only_what_is_played_with_is_installed() -> None:
    assert installed_for("play") == {"requirements.lock"}
    assert installed_for("test") == {"requirements.lock", "requirements-dev.lock"}


def test_ci_runs_the_test_command() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert re.search(r"^make test\b", script.read_text(), re.MULTILINE)
