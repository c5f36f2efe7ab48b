"""The leak detector: two games that differ only in what somebody cannot know.

Herald is put in front of each, the same person does the same things in both, and everything that
the person, the channel or the log gets is noted: messages, alt texts, suggestions, files, what
pictures are drawn from, log lines. If the notes differ, something hidden has got out.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from bot.discord.pictures.pictures import Pictures
from bot.discord.screen import Picture
from bot.store import Store, choices
from engine.conformance.twins import twin_of
from engine.core.decision import Decision
from engine.core.grammar import Value
from engine.core.registry import ruleset
from tests.bot.discord.builders.pictures import PNG
from tests.bot.discord.builders.world import Panel, Person, World
from tests.bot.service.builders import lay_out

_LONG_NUMBER = re.compile(r"\d{15,}|(?<=<t:)\d+")
_LOG_MARK = re.compile(r"log(?: [0-9a-f]{4}){4}")
"""Numbers of messages and moments: both go on from one twin to the next."""
_PASSING = re.compile(r" (ms|message|reference)=\S+")
_IGNORED = ("nonce", "id", "attachments")
TYPED = ("", "m", "2 gold")
QUESTIONS = ("income", "score", "why can't I attack Bea")
WRONG = "move 9 swordsman from gobi to steppe\nbuy everything\njoin Bea\nend end"
"""Orders that are refused, mostly: what is said against them must not depend on what is hidden."""
CARDS = 3

Notes = dict[str, list[str]]
"""What came out, by channel: messages, suggestions, pictures, files, log."""


class Watched(Pictures):
    """Draws nothing, but notes what pictures would be drawn from and the words behind them."""

    def __init__(self) -> None:
        self.noted: list[str] = []

    async def draw(self, name: str, wish: Any, look: Any, alt: str) -> Picture | None:
        return self._noted(name, alt, wish, look)

    def _noted(self, name: str, alt: str, *facts: Any) -> Picture:
        digest = hashlib.sha256(repr(facts).encode()).hexdigest()[:12]
        self.noted.append(f"{name} {digest} {alt}")
        return Picture(name, PNG, alt)


class LogLines(logging.Handler):
    """What Herald logs at info level and above."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(_PASSING.sub("", f"{record.name} {record.getMessage()}"))


class Moment(NamedTuple):
    """A game as it is now, and what somebody is about to choose."""

    folder: Path
    game: int
    rules: str
    seat: int
    person: Person
    onlooker: Person
    decision: Decision
    value: Value


async def twin(moment: Moment, store: Store, number: int) -> Path:
    """A copy of the database in which everything that the seat cannot know may have changed."""
    file = moment.folder / f"twin-{secrets.token_hex(6)}.db"
    await store.backup(file)
    async with await Store.open(f"sqlite:///{file}") as copy:
        async with copy.reading() as tx:
            kept = await choices.snapshot(tx, moment.game)
        assert kept is not None
        rules = ruleset(moment.rules)
        hidden = twin_of(rules, rules.decode(kept.state), moment.seat, Random(number))
        await lay_out(copy, moment.game, hidden, moment.rules)
    return file


async def reopen(world: World, database: Path, pictures: Pictures) -> None:
    """Let Herald go on with another database, on the same Discord."""
    url = f"sqlite:///{database}"
    world.config = msgspec.structs.replace(world.config, database_url=url)
    await world.restart(pictures)


async def compare(world: World, moment: Moment) -> bool:
    """Put Herald in front of two twins; raises `AssertionError` if anything hidden shows.

    False when the choice brought something to light: then only what came before it is compared.
    """
    first, second = await played_in_twins(world, moment)
    same(first.looking, second.looking)
    if not first.revealed and not second.revealed:
        same(first.acting, second.acting)
    return not first.revealed


class Played(NamedTuple):
    """What came out while somebody looked around, and while they chose something."""

    looking: Notes
    acting: Notes
    revealed: bool


async def played_in_twins(world: World, moment: Moment) -> list[Played]:
    """What comes out in two games that differ only in what the moment's person cannot know."""
    before = world.database
    files = [await twin(moment, world.herald.store, number) for number in (1, 2)]
    try:
        return [await played(world, moment, file) for file in files]
    finally:
        await reopen(world, before, Watched())


async def played(world: World, moment: Moment, database: Path) -> Played:
    """Have the moment's person look around and choose, in one of the twins."""
    pictures = Watched()
    await reopen(world, database, pictures)
    # The clocks of those who are awaited are set before anybody looks.
    await world.herald.scheduler.tick()
    await world.env.settle()
    with noting(world, moment, pictures) as looking:
        await look_around(world, moment, looking)
    with noting(world, moment, pictures) as acting:
        await act(world, moment)
    async with world.herald.store.reading() as tx:
        (latest,) = (await choices.of_game(tx, moment.game))[-1:]
    return Played(looking, acting, latest.revealed)


def same(one: Notes, other: Notes) -> None:
    """Raise `AssertionError` with the first difference."""
    for channel in one.keys() | other.keys():
        left, right = one.get(channel, []), other.get(channel, [])
        odd = [line for line in left if line not in right]
        even = [line for line in right if line not in left]
        assert not odd and not even, f"{channel}: {difference(odd, even)}"
        assert left == right, f"{channel}: not as often"


def difference(odd: Sequence[str], even: Sequence[str]) -> str:
    """Where the first of two lists that differ does so."""
    one, other = (odd or [""])[0], (even or [""])[0]
    start = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    begin = max(0, start - 200)
    return f"…{one[begin : start + 300]}…\n…{other[begin : start + 300]}…"


@contextmanager
def noting(world: World, moment: Moment, pictures: Watched) -> Iterator[Notes]:
    """Note everything that the moment's person, the channel or the log gets."""
    notes: Notes = {"files": []}
    log = LogLines()
    start, drawn = len(world.env.http_requests), len(pictures.noted)
    logger = logging.getLogger("herald")
    level = logger.level
    logger.setLevel(logging.INFO)
    logger.addHandler(log)
    try:
        yield notes
    finally:
        logger.removeHandler(log)
        logger.setLevel(level)
        private = dms_of_others(world, moment)
        for request in world.env.http_requests[start:]:
            if any(f"/channels/{number}/" in request.path for number in private):
                continue
            channel = "suggestions" if is_suggestion(request.json) else "messages"
            notes.setdefault(channel, []).append(plain(request.json))
        notes["pictures"] = pictures.noted[drawn:]
        notes["log"] = [_LONG_NUMBER.sub("#", line) for line in log.lines]
        for lines in notes.values():
            lines.sort()


def dms_of_others(world: World, moment: Moment) -> set[int]:
    """The private channels of other players: what is said there is theirs to know."""
    channels = world.env.backend.dm_channels
    return {number for user, number in channels.items() if user != moment.person.id}


def is_suggestion(body: Any) -> bool:
    return isinstance(body, dict) and body.get("type") == 8


def plain(body: Any) -> str:
    """What was sent, without what differs from one sending to the next."""

    def without(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: without(each) for key, each in value.items() if key not in _IGNORED}
        return [without(each) for each in value] if isinstance(value, list) else value

    sent = json.dumps(without(body), sort_keys=True, ensure_ascii=False)
    # The mark of the log is keyed with a secret: that it differs tells nobody anything.
    return _LONG_NUMBER.sub("#", _LOG_MARK.sub("log #", sent))


async def look_around(world: World, moment: Moment, notes: Notes) -> None:
    """Ask for everything that can be asked for without changing anything."""
    person = moment.person
    await person.slash("play")
    for typed in TYPED:
        await person.suggestions("act", "what", typed)
    await person.slash("inbox")
    for question in QUESTIONS:
        await person.slash("why", about=question)
    await person.fill(await person.actor.slash(world.channel, "orders"), orders=WRONG)
    for name in Random(moment.rules).sample(ruleset(moment.rules).cards(), CARDS):
        await person.slash("card", name=name)
    await person.slash("log", since=1)
    await person.suggestions("map", "chart", "")
    for looker in (person, moment.onlooker):
        for command in ("board", "map", "log", "game status"):
            await looker.slash(command)
        record = await looker.slash("game export")
        notes["files"] += [text async for text in contents([record])]


async def contents(panels: Iterable[Panel]) -> Any:
    """The files of some messages."""
    for panel in panels:
        for file in panel.handle.attachments:
            yield f"{file.filename} {(await file.read()).decode(errors='replace')}"


async def act(world: World, moment: Moment) -> None:
    """Make the choice, as a typed order."""
    line = f"{moment.decision.id}: {json.dumps(moment.value)}"
    shown = await moment.person.actor.slash(world.channel, "orders")
    sheet = await moment.person.fill(shown, orders=line)
    await moment.person.press(sheet, "Do it")
    await world.env.settle()
