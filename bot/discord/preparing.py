"""Loads what answers are made of before the first one is asked for, so that no answer waits for it.

Everything here is read or built once, when it is first needed. On the event loop, that would hold
up everybody: reading one rule set takes half a second.
"""

from __future__ import annotations

import contextlib
import sys
import threading
from pathlib import Path
from subprocess import DEVNULL, run

import msgspec

from bot.discord.voices import own_catalog, rules_voice
from bot.service.choices.desks import recurring
from bot.service.game.days import turn_shares
from bot.service.game.voices import game_catalog, own_voice
from bot.service.timing.lengths import lengths
from engine.core.events import TakenBack
from engine.core.messages import ENGLISH, catalog
from engine.core.registry import ruleset, rulesets
from engine.lessons import lesson_of, lessons
from engine.notation.asked_orders import asked_order
from engine.notation.card_names import card_names
from engine.notation.order_lists import listing_verbs
from engine.notation.phrases import Phrases
from engine.notation.plurals import plurals
from engine.rulebook import keep_indexes_in, rulebook
from engine.rulebook.questions import about, names_of
from render.sprites import things
from render.sprites.icons import has_icon
from render.sprites.looks import looks
from render.voice import game_voice, label

A_QUESTION = "why can I not move my settlers"


def prepare(language: str = ENGLISH) -> None:
    """Load whatever the answers about any game are made of; it takes a second or two."""
    own_catalog(language)
    own_voice(language)
    label("picture.title")
    looks()
    things.looks()
    has_icon("flag")
    lengths()
    turn_shares()
    for name in rulesets():
        _prepare_rules(name, language)


def prepare_searches(folder: Path) -> None:
    """Open the search of all rules, beside everything else: it is asked for in threads as well.

    Where it was never built, a process of its own builds it: this one would keep the memory that
    it takes. The files may go into the folder.
    """
    keep_indexes_in(folder)

    def prepare() -> None:
        books = [rulebook(name) for name in rulesets()]
        if not all(book.is_built for book in books):
            command = [sys.executable, "-m", "engine.rulebook", str(folder)]
            with contextlib.suppress(OSError):  # Then they are built here.
                run(command, stdin=DEVNULL, check=False)
        for book in books:
            book.index  # noqa: B018 - it is opened by being looked at

    threading.Thread(target=prepare, name="rules", daemon=True).start()


def _prepare_rules(name: str, language: str) -> None:
    # Reading an event is slow the first time: the shapes of all its rule set's events are made.
    ruleset(name).read_event(msgspec.to_builtins(TakenBack(0)))
    game_catalog(name, language)
    rules_voice(name, (), language)
    game_voice(name, 0, (), language)
    # What reads typed lines, and questions that begin like one.
    Phrases(name, (), language).reader  # noqa: B018 - it is built by being looked at
    plurals(catalog(name, language))
    listing_verbs(name)
    asked_order(name, A_QUESTION)
    recurring(name)
    card_names(name, language)
    about(name)
    names_of(name)
    if name in lessons():
        lesson_of(name)
