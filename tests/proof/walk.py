"""Counts what a press runs through: the functions, files and folders of ours that are on its way.

Someone presses a region in their panel, the first choice of a standard game. Counted is what runs
until the answer is shown, and what runs until the channel's post and the next panel are there as
well. The fewer they are, the less has to be known by who changes something on that way.

    python -m tests.proof.walk            # the figures
    python -m tests.proof.walk --names    # and the functions, in the order in which they come
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple
from unittest.mock import patch

from bot.discord.delivery.sender import Sender
from bot.discord.interactions.replies import Reply
from bot.discord.screen import Screen
from bot.moment import Moment
from tests.bot.discord.builders.world import World, a_world

ROOT = Path(__file__).parents[2]
OURS = tuple(f"{ROOT / package}/" for package in ("bot", "engine", "render"))
NOT_FUNCTIONS = ("<module>", "<lambda>", "<listcomp>", "<dictcomp>", "<setcomp>", "<genexpr>")
START = "on_interaction"
STORE = f"{ROOT / 'bot/store'}/"


class Figures(NamedTuple):
    """How much is on a way."""

    functions: int
    files: int
    folders: int

    def __str__(self) -> str:
        return f"{self.functions} functions in {self.files} files in {self.folders} folders"


class Trace:
    """The functions of ours that ran while it was on, in the order in which they began."""

    def __init__(self) -> None:
        self.ran: dict[CodeType, None] = {}
        self.answered = 0
        """How many of them before the answer was shown."""
        self.depth = 0
        """How many frames of ours lay between the press and the store at most."""
        self.is_shown = asyncio.Event()
        self._is_on = False
        self._ours: dict[str, bool] = {}

    def shown(self) -> None:
        """The answer is shown now."""
        self.answered = len(self.ran)
        self.is_shown.set()

    @contextmanager
    def on(self) -> Iterator[None]:
        """Trace what runs inside."""
        self._is_on = True
        try:
            yield
        finally:
            self._is_on = False

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Be called by all threads that begin inside."""
        threading.setprofile(self._seen)
        sys.setprofile(self._seen)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    def until_answered(self) -> Figures:
        """What ran until the answer was shown."""
        return figures(list(self.ran)[: self.answered])

    def in_all(self) -> Figures:
        """What ran until all was at rest."""
        return figures(self.ran)

    def names(self) -> list[str]:
        """The functions that ran, each with its file."""
        return [f"{Path(e.co_filename).relative_to(ROOT)} {e.co_qualname}" for e in self.ran]

    def _seen(self, frame: FrameType, event: str, _: Any) -> None:
        if not self._is_on:
            return
        code = frame.f_code
        if event != "call" or code in self.ran or not self._is_ours(code.co_filename):
            return
        if code.co_name not in NOT_FUNCTIONS:
            self.ran[code] = None
        if code.co_filename.startswith(STORE):
            self.depth = max(self.depth, self._frames_below(frame))

    def _is_ours(self, file: str) -> bool:
        if file not in self._ours:
            self._ours[file] = file.startswith(OURS)
        return self._ours[file]

    def _frames_below(self, frame: FrameType | None) -> int:
        count = 0
        while frame is not None:
            count += self._is_ours(frame.f_code.co_filename)
            if frame.f_code.co_name == START:
                return count
            frame = frame.f_back
        return 0


def figures(functions: Iterable[CodeType]) -> Figures:
    """How many functions, in how many files and folders."""
    ran = list(functions)
    files = {Path(each.co_filename) for each in ran}
    return Figures(len(ran), len(files), len({each.parent for each in files}))


@contextmanager
def posts_held_back(trace: Trace) -> Iterator[None]:
    """Note when the answer is shown, and post nothing before: what runs is the answer's."""
    show, set_out = Reply.show, Sender._set_out

    async def shown(reply: Reply, screen: Screen) -> None:
        await show(reply, screen)
        trace.shown()

    async def held_back(sender: Sender) -> Moment | None:
        await trace.is_shown.wait()
        return await set_out(sender)

    with patch.object(Reply, "show", shown), patch.object(Sender, "_set_out", held_back):
        yield


async def press_a_region(world: World, trace: Trace) -> None:
    """Begin a game, and press a region where the first pieces are placed."""
    await world.running(2, "standard")
    (who, *_) = await world.awaited()
    panel = await who.slash("play")
    region = next(iter(panel.options()))
    with posts_held_back(trace), trace.on():
        await who.pick(panel, region)


async def traced() -> Trace:
    """The trace of a press on a region."""
    trace = Trace()
    with tempfile.TemporaryDirectory(prefix="herald-") as folder, trace.installed():
        async with a_world(Path(folder)) as world:
            await press_a_region(world, trace)
    return trace


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--names", action="store_true", help="list the functions, too")
    asked = parser.parse_args()
    trace = asyncio.run(traced())
    if asked.names:
        for number, name in enumerate(trace.names(), 1):
            print(number, name, "(the answer is shown)" if number == trace.answered else "")
    print(f"until the answer is shown:    {trace.until_answered()}")
    print(f"with the post and the panel:  {trace.in_all()}")
    print(f"frames of ours from {START} to the store: {trace.depth}")


if __name__ == "__main__":
    main()
