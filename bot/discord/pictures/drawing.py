"""What runs in the drawing process: reads work, does it, writes what came of it."""

from __future__ import annotations

import os
import pickle
import select
import signal
import sys
from typing import Any

from bot import memory_budget
from bot.config import Config
from bot.discord.logs import log_everything
from bot.discord.pictures.pipe import receive, send
from render.files import forget_pictures
from render.world_map.picture import forget_maps, keep_within

QUIET, LONG_QUIET = 1.0, 600.0
"""Seconds without work after which memory that is free is given back, and after which maps are
forgotten: most games are slow."""


def serve() -> None:
    """Draw until our parent closes our input, which its end does as well; nothing else stops us."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # What anybody prints is no answer.
    # Without a buffer: what has not been read shows on the pipe itself.
    questions = os.fdopen(0, "rb", buffering=0)
    _settle_in(*pickle.loads(receive(questions)))
    while True:
        _use_the_quiet()
        try:
            question = receive(questions)
        except EOFError:
            return
        send(answers, pickle.dumps(_done(question)))


def _settle_in(niceness: int, log_settings: Config | None) -> None:
    if log_settings is not None:
        log_everything(log_settings)
    if hasattr(os, "nice"):  # Windows has none.
        os.nice(niceness)
    keep_within(memory_budget.budget_of("pictures"))


def _use_the_quiet() -> None:
    """Free memory until there is more work."""
    if sys.platform == "win32":  # It cannot look at pipes.
        return
    if not select.select([0], [], [], QUIET)[0]:
        memory_budget.give_back()
        if not select.select([0], [], [], LONG_QUIET)[0]:
            forget_maps()
            forget_pictures()
            memory_budget.give_back()


def _done(question: bytes) -> Any:
    """What came of some work: an answer or an error."""
    try:
        return pickle.loads(question)()
    except Exception as error:
        error.add_note("in the drawing process")
        return error
