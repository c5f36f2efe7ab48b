"""The container of docs/hosting: its file step by step in a clean folder, and what compose adds."""

from __future__ import annotations

import asyncio
import fnmatch
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.local_discord.demo import create_demo_server
from bot.local_discord.server import LocalDiscord
from bot.store.address import parse
from tests.hosting.builders import PATIENCE, ROOT, Machine, blocks, copy, section

FOLDER = ROOT / "docs" / "hosting"
COMPOSE: dict[str, Any] = yaml.safe_load((FOLDER / "compose.yaml").read_text("utf-8"))
IGNORED = (ROOT / ".dockerignore").read_text("utf-8").splitlines()


def steps() -> Iterator[tuple[str, str]]:
    """The instructions of the container's file, in order."""
    for line in (FOLDER / "Containerfile").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            instruction, _, rest = line.partition(" ")
            yield instruction, rest


class Container(Machine):
    """A clean folder in which the container's file is carried out."""

    def __init__(self, root: Path, table: LocalDiscord) -> None:
        super().__init__(root, table)
        self.workdir = root
        self.set: dict[str, str] = {}

    def build(self) -> None:
        """Carry out all instructions that are not those of the last one alone."""
        for instruction, rest in steps():
            match instruction:
                case "FROM":
                    # What is not copied from one stage to the next is gone.
                    shutil.rmtree(self.root / "src", ignore_errors=True)
                    self.workdir = self.root
                case "WORKDIR":
                    self.workdir = Path(self.here(rest))
                    self.workdir.mkdir(parents=True, exist_ok=True)
                case "COPY":
                    self._copy(*rest.split())
                case "RUN":
                    done = self.type(rest, folder=self.workdir)
                    assert done.status == 0, done
                case "ENV":
                    variables = (each.partition("=") for each in shlex.split(self.here(rest)))
                    self.environment |= {name: value for name, _, value in variables}
                case _:
                    self.set[instruction] = rest

    def _copy(self, *words: str) -> None:
        if words[0].startswith("--from="):
            assert words[1] == words[2] and Path(self.here(words[1])).exists()
            return
        *sources, to = words
        for name in sources:
            assert is_sent(name), f"{name} is not part of the context"
            place = self.workdir / to
            copy(self.checkout / name, place / name if to.endswith("/") else place)

    def start(self) -> subprocess.Popen[bytes]:
        """Run what the container runs."""
        entry, arguments = json.loads(self.set["ENTRYPOINT"]), json.loads(self.set["CMD"])
        program = shutil.which(entry[0], path=self.environment["PATH"])
        assert program is not None
        with (self.root / "journal").open("wb") as journal:
            return subprocess.Popen(
                [program, *entry[1:], *arguments],
                cwd=self.workdir,
                env=self.environment,
                stderr=journal,
                start_new_session=True,
            )

    def is_healthy(self) -> bool:
        """What the health check says."""
        command = self.set["HEALTHCHECK"].partition("CMD ")[2]
        return self.type(command, folder=self.workdir).status == 0


def is_sent(name: str) -> bool:
    """Whether .dockerignore lets a file or folder into the context."""
    sent = True
    for pattern in IGNORED:
        if fnmatch.fnmatch(name, pattern.removeprefix("!")):
            sent = pattern.startswith("!")
    return sent


async def test_its_steps_make_a_herald_that_serves_until_it_is_told_to_stop(tmp_path: Path) -> None:
    async with LocalDiscord(redirect=False) as table:
        create_demo_server(table.world)
        container = await asyncio.to_thread(Container, tmp_path / "machine", table)
        await asyncio.to_thread(container.build)
        container.environment["DISCORD_TOKEN"] = table.token
        data = container.root / "data"
        assert not container.is_healthy()
        before = files_outside(container, data)
        herald = container.start()
        try:
            async with asyncio.timeout(PATIENCE):
                while not await asyncio.to_thread(container.is_healthy):
                    assert herald.poll() is None, container.journal
                    await asyncio.sleep(0.1)
            assert {"herald.db", "ids.key"} <= {each.name for each in data.iterdir()}
            assert files_outside(container, data) == before
        finally:
            herald.send_signal(getattr(signal, container.set["STOPSIGNAL"]))
            status = await asyncio.to_thread(herald.wait, PATIENCE)
        assert status == 0, container.journal
        assert not container.is_healthy()


def files_outside(container: Container, data: Path) -> set[Path]:
    """All files of the machine but those of the volume."""
    found = {each for each in container.root.rglob("*") if each.is_file()}
    own = {container.root / "journal"}
    return {each for each in found - own if data not in each.parents}


def test_it_runs_as_a_user_without_rights_and_keeps_its_data_in_a_volume() -> None:
    last = dict(steps())
    assert last["USER"] not in ("root", "0")
    assert last["VOLUME"] == last["WORKDIR"] == "/data"
    assert f"--uid {8707}" in dict(steps_of("RUN"))[last["USER"]]
    names = [rest.split()[0] for instruction, rest in steps() if instruction == "FROM"]
    # By their plain names: a host may have a registry of its own.
    assert all(re.fullmatch(r"[a-z]+:[\w.-]+", each) for each in names)


def steps_of(instruction: str) -> Iterator[tuple[str, str]]:
    """Instructions of one kind, by their last word."""
    return ((rest.split()[-1], rest) for each, rest in steps() if each == instruction)


def test_nothing_private_is_sent_to_who_builds_it() -> None:
    for name in (".git", ".venv", "herald-data", "herald.toml", "docs/hosting/herald.env", "tests"):
        assert not is_sent(name), name


def test_compose_gives_it_no_rights_and_waits_for_the_database() -> None:
    herald, database = COMPOSE["services"]["herald"], COMPOSE["services"]["database"]
    assert (FOLDER / herald["build"]["context"]).resolve() == ROOT
    assert (ROOT / herald["build"]["dockerfile"]).exists()
    assert herald["read_only"] is True and herald["cap_drop"] == ["ALL"]
    assert herald["security_opt"] == ["no-new-privileges:true"]
    assert [each.partition(":")[2] for each in herald["volumes"]] == ["/data"]
    assert herald["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert database["healthcheck"]["test"][1] == "pg_isready"
    named = {each.partition(":")[0] for each in (*herald["volumes"], *database["volumes"])}
    assert named == COMPOSE["volumes"].keys()


def test_the_page_writes_what_compose_reads(tmp_path: Path) -> None:
    machine = Machine(tmp_path / "machine")
    compose, _ = blocks(section("As a container"))
    done = machine.type(compose)
    assert done.status == 0, done
    written = machine.checkout / "docs" / "hosting"
    for service in COMPOSE["services"].values():
        assert (written / service["env_file"]).stat().st_mode & 0o077 == 0
    variables = dict(
        line.partition("=")[::2]
        for name in ("herald.env", "postgres.env")
        for line in (written / name).read_text().splitlines()
    )
    assert variables["DISCORD_TOKEN"] == "TOKEN"
    address = parse(variables["HERALD_DATABASE_URL"])
    assert address.password == variables["POSTGRES_PASSWORD"] and len(address.password) == 32
    own = COMPOSE["services"]["database"]["environment"]
    assert (address.username, address.database) == (own["POSTGRES_USER"], own["POSTGRES_DB"])
    assert address.host in COMPOSE["services"]
    asked = (machine.root / "docker").read_text().splitlines()
    assert "compose exec herald herald check" in asked


@pytest.mark.soak
def test_an_engine_builds_it() -> None:
    engine = shutil.which("docker") or shutil.which("podman")
    if engine is None or subprocess.run([engine, "info"], capture_output=True).returncode:
        pytest.skip("there is no container engine")
    tag = f"herald-test-{os.getpid()}"
    file = str(FOLDER / "Containerfile")
    build = [engine, "build", "--file", file, "--tag", tag, str(ROOT)]
    subprocess.run(build, check=True)
    try:
        said = subprocess.check_output([engine, "run", "--rm", tag, "--version"], text=True)
        assert said.startswith("herald ")
    finally:
        subprocess.run([engine, "rmi", "--force", tag], check=True)
