"""Tables of people who act, people who never do, and AI players, and what their channel shows.

Days pass, clocks run out, Herald is stopped between two choices, and the table is paused or given
more time. `Table.check` compares the newest post with what is true whenever the game rests.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from copy import copy
from itertools import count
from random import Random
from typing import Any, NamedTuple

from simcord.components import walk_components

from bot.discord.pictures.pictures import Pictures
from bot.discord.screen import Picture
from bot.moment import SECOND, Moment
from bot.service import Actor, NewLobby, Pace, Refused, Status
from bot.service import Person as Seated
from bot.service.announcing.announcements import PhasePost
from bot.service.responses import Awaited
from engine.core.policies import Eyes, policy
from engine.core.registry import ruleset
from tests.bot.discord.builders.pictures import PNG
from tests.bot.discord.builders.playing import desk
from tests.bot.discord.builders.world import (
    BUTTON,
    GALLERY,
    NAMES,
    SELECT,
    TEXT,
    Panel,
    Person,
    World,
)
from tests.bot.service.builders import said
from tests.bot.service.random_play import crowded

WAITING = "**Waiting for**"
DUE = re.compile(r", until <t:(\d+):f>")
AND = re.compile(r", | and ")
MARK = re.compile(r"( [0-9a-f]{4})+$")
"""The mark of the log at the foot of a post: it changes with secret choices, too."""

_clicks = count(1)


class Sketches(Pictures):
    """Draws nothing but pictures that look different where their words do."""

    async def drawn(self, name: str, work: Any, alt: str, process: Any = None) -> Picture | None:
        return Picture(name, PNG + alt.encode(), alt)


class Mix(NamedTuple):
    """Who sits at a table."""

    rules: str
    acting: int
    absent: int = 0
    ais: int = 0

    def __str__(self) -> str:
        return f"{self.rules}-{self.acting}-{self.absent}-{self.ais}"


class Shown(NamedTuple):
    """What a phase post shows: its lines, and the words behind its picture."""

    lines: list[str]
    alt: str

    @property
    def timeless(self) -> list[str]:
        """The lines without the times until which people are awaited."""
        return [DUE.sub("", line) for line in self.lines]

    @property
    def dues(self) -> list[int]:
        """The seconds of these times."""
        return [int(due) for line in self.lines for due in DUE.findall(line)]

    @property
    def awaited(self) -> dict[str, int]:
        """Until when each of those named is awaited, as far as it says a time."""
        return {
            name: int(due)
            for line in self.lines
            if line.startswith(WAITING)
            for due in DUE.findall(line)
            for name in AND.split(DUE.split(line.removeprefix(WAITING))[0].strip())
        }

    @property
    def rest(self) -> list[str]:
        """The lines about anything but who is awaited until when."""
        return [line for line in self.lines if not (line.startswith(WAITING) and DUE.search(line))]


class Seen(NamedTuple):
    """A rest: the latest entry, the moment, how many edits there were in the channel by then."""

    number: int
    at: Moment
    edits: int
    timeless: list[str]


def asks(letter: Panel) -> bool:
    """Whether a letter has ways to answer, and not only one into the game."""
    ways = [each for each in letter.components if each["type"] in (BUTTON, SELECT)]
    return any(each.get("label") != "My move" for each in ways)


def shown(components: list[dict[str, Any]]) -> Shown:
    """What components show, but for the mark of the log."""
    text = "\n".join(str(each["content"]) for each in components if each["type"] == TEXT)
    alts = [each["items"][0]["description"] for each in components if each["type"] == GALLERY]
    return Shown([MARK.sub("", line) for line in text.splitlines()], "".join(alts))


class Table:
    """A game in a channel, with all that may happen to it."""

    def __init__(self, world: World, mix: Mix, seed: int) -> None:
        self.world = world
        self.mix = mix
        self.rng = Random(f"{mix} {seed}")
        self.people: list[Person] = []
        self.game = 0
        self.rests = 0
        self.kills = 0
        self.secrets = 0
        """How often only secret things had happened between two rests."""
        self._seen: Seen | None = None
        self.story: list[str] = []
        self._told: dict[int, int] = {}
        """The entries of the log that the posts tell of: after which one, up to which one."""

    async def begin(self) -> None:
        """Lay the table and start the game."""
        people = self.mix.acting + self.mix.absent
        self.people = [self.world.person(name) for name in NAMES[:people]]
        host, *others = [
            Seated(each.id, name) for each, name in zip(self.people, NAMES, strict=False)
        ]
        herald, by = self.world.herald, Actor(self.people[0].id)
        slow = self.rng.choice((Pace(), Pace(at_the_end="default"), Pace(kind="daily")))
        new = NewLobby(
            ruleset=self.mix.rules,
            host=host,
            seats=people + self.mix.ais,
            guild_id=self.world.guild.id,
            channel_id=self.world.channel.id,
            language=self.world.bot.page.language,
            pace=slow,
        )
        self.game = (await herald.lobby.open(new)).id
        for each in others:
            await herald.lobby.join(self.game, each)
        for _ in range(self.mix.ais):
            await herald.lobby.add_ai(self.game, by)
        await self.world.env.settle()
        await herald.lobby.start(self.game, by)
        await self.world.env.settle()

    @property
    def acting(self) -> list[Person]:
        """Those who answer when they are asked."""
        return self.people[: self.mix.acting]

    async def is_over(self) -> bool:
        """Whether the game has ended."""
        return not (await self.world.herald.look.game(self.game)).game.is_live

    async def go_on(self) -> None:
        """Have one thing happen, with all that follows by itself."""
        ways: list[tuple[float, Callable[[], Awaitable[None]]]] = [
            (14, self.choose),
            (3, self.days_pass),
            (1, self.restart),
            (1, self.pause_or_resume),
            (1, self.leave_or_return),
            (1, self.take_back),
            (1, self.more_time),
        ]
        weights = [weight for weight, _ in ways]
        (way,) = self.rng.choices([way for _, way in ways], weights)
        self.story.append(way.__name__)
        try:
            await way()
        except Refused as refused:
            self.story.append(f"refused: {refused!r}")
        await self.world.env.settle()

    async def choose(self) -> None:
        """Somebody who acts answers; days pass where nobody of them is awaited."""
        awaited = [each for each in await self.world.awaited() if each in self.acting]
        if not awaited or (await self.world.game()).game.status != "running":
            await self.days_pass()
            return
        person = self.rng.choice(awaited)
        found = await desk(person)
        if self.rng.random() < 0.2:
            asked = self.rng.choice(found.decisions).decision
            answer = asked.id, crowded(asked.grammar).sample(self.rng)
        else:
            rules = ruleset(found.info.game.ruleset)
            decisions = [each.decision for each in found.decisions]
            eyes = Eyes(rules, found.seat.seat, decisions, lambda _: found.view)
            choice = policy("steward").choose(eyes, self.rng)
            answer = choice.decision, choice.value
        click = f"mixed:{next(_clicks)}"
        await self.world.herald.play.choose(self.game, person.id, *answer, interaction=click)
        self.story.append(f"{person.id} {answer}")
        if self.mix.ais and self.rng.random() < 0.25:
            await self.killed(self.rng.randrange(4))

    async def killed(self, after: int) -> None:
        """Herald is killed when so many choices of AI players have followed, and started again."""
        self.kills += 1
        store, alive = self.world.herald.store, asyncio.Event()
        write = store.write
        left = after

        async def hanging(work: Any, **options: Any) -> Any:
            nonlocal left
            task = asyncio.current_task()
            assert task is not None
            # What is sent meanwhile is noted.
            if "game_id" in options and "Sender" not in repr(task.get_coro()):
                left -= 1
                if left < 0:
                    await self.world.env.external_wait(alive.wait(), reason="about to be killed")
            return await write(work, **options)

        store.write = hanging  # type: ignore[method-assign]  # for as long as it lives
        await self.world.env.settle()
        await self.restart()

    async def restart(self) -> None:
        """Herald is stopped and started again."""
        await self.world.restart(Sketches())

    async def days_pass(self) -> None:
        """Hours or a day pass: clocks may run out."""
        await self.world.pass_time(hours=self.rng.choice((1, 7, 23, 25)))

    async def pause_or_resume(self) -> None:
        """The host stops the game, or lets it go on."""
        by = Actor(self.people[0].id)
        if (await self.world.game()).game.status == "paused":
            await self.world.herald.votes.resume(self.game, by)
        elif self.rng.random() < 0.4:
            await self.world.herald.votes.pause(self.game, by)

    async def leave_or_return(self) -> None:
        """Somebody lets a stand-in play, or comes back."""
        person = self.people[-1]
        seat = (await self.world.game()).seat_of(person.id)
        assert seat is not None
        if seat.kind != "human":
            await self.world.herald.seats.come_back(self.game, person.id)
        elif self.rng.random() < 0.4:
            await self.world.herald.seats.stand_in(self.game, person.id)

    async def take_back(self) -> None:
        """Somebody who acts takes their latest choice back, if they can."""
        for person in self.acting:
            if (await desk(person)).can_take_back:
                click = f"mixed:{next(_clicks)}"
                await self.world.herald.undo.alone(self.game, person.id, interaction=click)
                return

    async def more_time(self) -> None:
        """The table gives itself more time."""
        vote = await self.world.herald.votes.propose(self.game, self.people[0].id, "extension")
        for person in self.people[1:]:
            await self.world.herald.votes.vote(self.game, person.id, vote.vote.id, True)

    # What the channel shows.

    def newest(self) -> Panel:
        """The newest phase post."""
        return [each for each in self.world.posts() if "Rules" in each.buttons()][-1]

    async def check(self) -> None:
        """Compare what the channel shows with what is true; raises `AssertionError`."""
        herald = self.world.herald
        status = await herald.look.status(self.game)
        told = await said(herald.store, self.game, PhasePost)
        # The outbox forgets old ones after weeks.
        self._told |= {each.since: each.number for each in told}
        starts, numbers = sorted(self._told), sorted(self._told.values())
        assert starts == [-1, *numbers[:-1]], "each follows the one before"
        here, true = shown(self.newest().components), await self.composed(told[-1], status)
        await self.check_secrecy(status, here)
        late = here.lines != true.lines and self.is_late_for_secrecy(here, true)
        assert late or here.lines == true.lines, self.report(here, true)
        is_paused = status.info.game.status == "paused"
        awaited = {each.seat.seat: each for each in status.awaited if not is_paused}
        waiting = " ".join(line for line in here.lines if line.startswith(WAITING))
        for seat in status.info.seats:
            named = seat.name in waiting or f"<@{seat.user_id}>" in waiting
            assert named is (seat.seat in awaited), (seat.name, here.lines)
        for person in self.people:
            own = status.info.seat_of(person.id)
            assert own is not None
            await self.check_inbox(person, awaited.get(own.seat))
            if not is_paused:
                await self.check_letters(person)
        if self.story and self.story[-1] == "days_pass":
            await self.check_picture()
        self.rests += 1

    async def check_picture(self) -> None:
        """A minute later the words behind the post's picture are true, too."""
        await self.world.pass_time(hours=1 / 60)
        herald = self.world.herald
        (*_, told), status = (
            await said(herald.store, self.game, PhasePost),
            await herald.look.status(self.game),
        )
        here, true = shown(self.newest().components), await self.composed(told, status)
        assert here.alt == true.alt, self.report(here, true)

    async def check_inbox(self, person: Person, awaited: Awaited | None) -> None:
        """The inbox says what is asked of somebody, and until when, while they play themselves."""
        (item,) = await self.world.herald.look.inbox(person.id)
        is_asked = awaited is not None and awaited.seat.kind == "human"
        assert bool(item.prompts) is is_asked, (item, awaited)
        assert awaited is None or not is_asked or item.due_at == awaited.due_at

    async def check_letters(self, person: Person) -> None:
        """No more letters to somebody ask something than there are questions to answer."""
        found = await desk(person)
        if found.seat.kind != "human":
            return
        decisions = [each.decision for each in found.decisions]
        # In secret an answer may be changed until all have chosen.
        most = any(each.blocking for each in decisions) + sum(each.secret for each in decisions)
        asking = [each for each in person.letters() if asks(each)]
        assert len(asking) <= most, (self.story[-6:], asking)
        assert len({each.text for each in asking}) == len(asking), asking

    async def composed(self, told: PhasePost, status: Status) -> Shown:
        """What the newest post would say if it were written now."""
        here = shown(self.newest().components)
        waiting = " ".join(line for line in here.lines if line.startswith(WAITING))
        seats = status.info.seats
        ping = [each.seat for each in seats if f"<@{each.user_id}>" in waiting]
        composer = copy(self.world.bot.sender.composer)
        composer.pictures = Sketches()
        screen = await composer.phase_post(
            self.game, told.since, status.number, ping=ping, notify=told.notify
        )
        return shown(list(walk_components(screen.view().to_components())))  # type: ignore[no-untyped-call]  # discord.py's

    async def check_secrecy(self, status: Status, here: Shown) -> None:
        """Where nothing happened that all may know, there was no edit that all can see."""
        place = f"/channels/{self.world.channel.id}/messages/"
        edits = sum(
            (each.method, each.path.startswith(place)) == ("PATCH", True)
            for each in self.world.env.http_requests
        )
        seen = Seen(status.number, self.world.time.now(), edits, here.timeless)
        before, self._seen = self._seen, seen
        if before is None or before.at != seen.at or before.timeless != seen.timeless:
            return
        herald, chose = self.world.herald, seen.number > before.number
        if chose and not await herald.look.happened(self.game, before.number, seen.number):
            self.secrets += 1
            assert before.edits == seen.edits, self.story[-6:]

    def is_late_for_secrecy(self, here: Shown, true: Shown) -> bool:
        """Whether only the time of those who act in secret is another, and what is shown not over.

        An edit would betray that they did something.
        """
        now = self.world.time.now() // SECOND
        if here.awaited.keys() != true.awaited.keys() or here.rest != true.rest:
            return False
        pairs = [(old, true.awaited[name]) for name, old in here.awaited.items()]
        return all(now <= old <= new for old, new in pairs if old != new)

    def report(self, here: Shown, true: Shown) -> str:
        """What is wrong, and how it came about."""
        return "\n".join(
            [
                f"{self.mix}, rest {self.rests}, after {self.story[-6:]}. The channel shows:",
                *here.lines,
                here.alt,
                "--- and should show:",
                *true.lines,
                true.alt,
            ]
        )
