"""Herald is installed without `make`, by the README's lines, and then has all that it needs."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
NEEDED = ("bot", "engine", "render", "migrations", "pyproject.toml", "README.md", "LICENSE")
FOR_MAINTAINERS = ("render/build/", "bot/local_discord/page/jsconfig.json")
"""What nobody needs who plays."""


def lines_of_the_readme() -> list[str]:
    """What someone without `make` types, in order."""
    found = re.search(r"Without `make` it takes three lines.*?```\n(.*?)```", README, re.DOTALL)
    assert found is not None
    return found[1].splitlines()


def test_windows_has_the_same_three_lines() -> None:
    for_windows = [
        line.replace("python3", "py").replace(".venv/bin/", ".venv\\Scripts\\")
        for line in lines_of_the_readme()
    ]
    assert [line for line in for_windows if f"`{line}`" not in README] == []


@pytest.mark.soak
def test_the_lines_of_the_readme_install_and_start_herald(tmp_path: Path) -> None:
    checkout, home = tmp_path / "checkout", tmp_path / "home"
    checkout.mkdir()
    home.mkdir()
    for name in NEEDED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, checkout / name)
        else:
            shutil.copy(source, checkout)
    own = os.environ | {
        "HOME": str(home),
        # Nothing comes from elsewhere: what Herald needs is lent by the environment of the tests.
        "PIP_NO_DEPS": "1",
        "PIP_NO_INDEX": "1",
        "PIP_NO_BUILD_ISOLATION": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "BROWSER": "true",
    }
    own.pop("DISCORD_TOKEN", None)
    environment, install, start = lines_of_the_readme()
    subprocess.run([sys.executable, *environment.split()[1:]], cwd=checkout, env=own, check=True)
    (packages,) = (checkout / ".venv" / "lib").glob("python*/site-packages")
    lent = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    # Python 3.11 puts an old setuptools there; pip would fetch what pyproject.toml asks for.
    for own_copy in packages.glob("setuptools*"):
        shutil.rmtree(own_copy)
    (packages / "lent.pth").write_text("\n".join(lent))
    subprocess.run(install.split(), cwd=checkout, env=own, check=True)
    # What is played is what was installed, not the checkout.
    for name in ("bot", "engine", "render", "migrations"):
        shutil.rmtree(checkout / name)
        ours = [each for each in (ROOT / name).rglob("*") if each.is_file()]
        kept = [each.relative_to(ROOT) for each in ours if "__pycache__" not in each.parts]
        missing = [each.as_posix() for each in kept if not (packages / each).exists()]
        assert [each for each in missing if not each.startswith(FOR_MAINTAINERS)] == []
    with subprocess.Popen(
        [start], cwd=checkout, env=own, stdout=subprocess.PIPE, text=True
    ) as herald:
        assert herald.stdout is not None
        try:
            assert any("http://127.0.0.1" in line for line in herald.stdout)
        finally:
            herald.send_signal(signal.SIGINT)
            herald.communicate()
    assert herald.returncode == 0
