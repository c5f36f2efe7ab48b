"""Plays a whole game by pressing what the page offers: at random or as advised, to the end."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from bot.local_discord.world.models import Channel
from bot.service import Actor
from engine.core.record import Record, load, verify
from tests.bot.local_discord.builders.visiting import Sitting, Visitor

AFTER = {
    "Back",
    "Start over",
    "Pick nothing",
    "Why not …?",
    "Undo",
    "Plan ahead",
    "The rule",
    "Charts",
    "Refresh",
    "More …",
    "Suggest",
}
"""Below the answers to a panel's question; what follows leads elsewhere."""
ENDS = ("End ", "Done", "No ")
DO = ("Do it", "Do these", "Pay ")
ELSEWHERE = ("something else", "step by step", "what do you want to do?")
"""In the words of what leads to other answers than those that are shown."""
TURNING = {
    "Which part of the list?",
    "Earlier parts",
    "Later parts",
    "More of these",
    "From the start",
    "More numbers",
}
"""What turns the pages of a list."""
TOP = 3
"""Of a list that goes best first, an advised player takes so many at most at once."""
ENOUGH, LONG = 2, 12
"""After so many choices of one kind in a row, a player is content and ends what can be ended; an
advised one goes on for longer."""
PATIENCE = 20
"""After so many presses without an end, a player opens the panel again and wants to be done."""
PRESSES_MOST = 60
IDLE = "You have nothing to do now"
OVER = "is over. The result"
"""What is left of a panel when the game has ended, perhaps before anybody has read it."""

Way = dict[str, Any]
"""A button or list of a panel: `select`, `label`, `id`, for a page also `main` and `chosen`."""

WAYS = """JSON.stringify((() => {
    const panel = [...document.querySelectorAll('#log .message.ephemeral')].at(-1);
    return [...panel.querySelectorAll('.button:not(:disabled), .select:not(:disabled)')].map((e) =>
        ({select: e.matches('.select'), main: e.matches('.primary'),
            // A list that shows what is chosen in it is still called what it was called before.
            label: e.matches('.select') ? e.ariaLabel : e.innerText.trim(),
            chosen: [...e.querySelectorAll('.select-value')].map((e) => e.innerText),
            id: e.dataset.customId}));
})())"""
OFFERED = """JSON.stringify(
    [...document.querySelectorAll('.select-panel:not([hidden]) .option')]
        .filter((e) => e.ariaSelected !== 'true' && e.ariaDisabled !== 'true')
        .map((e) => e.querySelector('.option-label').innerText))"""


async def begin_game(
    at: Sitting, me: Visitor, channel: str, rules: str, **options: int | str
) -> Channel:
    """A lobby for two in a channel of its own, filled and started on the page."""
    guild = next(iter(at.table.world.guilds.values()))
    place = at.table.world.text_channel(guild, channel, "")
    host = at.table.as_user("ada")
    host.run(place, "game new", rules=rules, seats=2)
    await me.go(channel)
    await me.shows("1 of 2 seats is taken")
    await me.be("Bea")
    await me.press("Join")
    await me.be("Ada")
    game = await at.herald.look.in_channel(place.id)
    assert game is not None
    await at.herald.lobby.set_options(game.id, options, Actor(host.user.id))
    await me.press_card("Start")
    await me.shows("The game begins:")
    return place


class Clicker:
    """Plays the people of one channel's game, as they are awaited, with the mouse."""

    def __init__(
        self, at: Sitting, me: Visitor, channel: Channel, seed: int, advised: float = 0.0
    ) -> None:
        self.at = at
        self.me = me
        self.channel = channel
        self.rng = Random(seed)
        self.advised = advised
        """How many of the choices follow what the panel puts first; the others are random."""
        self.row: Counter[tuple[str, str]] = Counter()
        self.choices = 0
        self.presses = 0

    async def play(self, most: int) -> None:
        """Play until the game is over."""
        for _ in range(most):
            waiting = await self.at.awaited(self.channel.name)
            if not waiting:
                return
            await self.choose(self.rng.choice(waiting))
            self.choices += 1
        raise AssertionError(f"no end to this game after {most} choices")

    async def choose(self, name: str) -> None:
        """One choice of one person, from My move to the tick that says it is done."""
        await self.me.be(name)
        shown = await self.me.my_move()
        title = next((line for line in shown.splitlines() if line.startswith("Turn ")), "")
        self.row[name, title] += 1
        advised = self.advised > 0 and self.rng.random() < self.advised
        content = self.row[name, title] > (LONG if advised else ENOUGH)
        self.presses += 1
        vain: set[str] = set()
        for number in range(1, PRESSES_MOST + 1):
            if number % PATIENCE == 0:
                shown = await self.me.my_move()
                self.presses += 1
                content = True
            if IDLE in shown or OVER in shown:
                return
            ways = await self.ways()
            left = [each for each in ways if each["label"] not in vain]
            way = self.first(left) if advised and not content else self.any(left, content)
            if way is None:
                # Everything was tried: once more from the start.
                vain.clear()
                continue
            self.presses += 1
            shown = await self.take(way, content, advised)
            if "✅" in shown or OVER in shown:
                return
            if looks(await self.ways()) == looks(ways):
                vain.add(way["label"])
        raise AssertionError(f"no end to this panel:\n{shown}\n{looks(await self.ways())}")

    async def ways(self) -> list[Way]:
        """What can be pressed in the newest panel, in reading order."""
        found: list[Way] = await self.me.read(WAYS)
        return found

    def any(self, ways: list[Way], content: bool) -> Way | None:
        """Something in a panel that leads to an answer; for a content player, to the end."""
        answers = answers_of(ways)
        nothing = [each for each in ways if each["label"] == "Nothing"]
        if content and (found := [*endings(answers), *nothing, *last_buttons(answers)]):
            return found[0]
        if not answers:
            return next(iter((*nothing, *filter(is_elsewhere, ways))), None)
        return self.rng.choice(answers)

    def first(self, ways: list[Way]) -> Way | None:
        """What a panel puts first: to do what is picked, else what it recommends."""
        answers = answers_of(ways)
        doing = (each for each in answers if each["label"].startswith(DO))
        recommended = (each for each in answers if each["main"])
        nothing = (each for each in ways if each["label"] == "Nothing")
        elsewhere = filter(is_elsewhere, ways)
        return next(iter((*doing, *recommended, *answers, *nothing, *elsewhere)), None)

    async def take(self, way: Way, content: bool, advised: bool) -> str:
        """Press a button, or choose in a list."""
        if way["select"]:
            return await self.pick(way, content, advised)
        return await self.me.press_id(way["id"])

    async def pick(self, way: Way, content: bool, advised: bool) -> str:
        """Open a list and choose in it, as many as it asks for, of what is not chosen yet."""
        select = f"[data-custom-id='{way['id']}']"
        await self.me.tab.click_text("", select)
        offered: list[str] = await self.me.read(OFFERED)
        if not offered:
            await self.me.tab.press("Escape")
            return ""
        least, most = bounds(way["label"], len(offered), len(way["chosen"]))
        ending = [each for each in offered if each.startswith(ENDS)]
        if content and ending:
            labels = ending[:1]
        elif advised:
            labels = offered[: TOP if "pick as many" in way["label"] else least]
        else:
            labels = self.rng.sample(offered, self.rng.randint(least, most))
        async with self.me.answer(select):
            for label in labels:
                await self.me.tab.click_text(
                    label, ".select-panel:not([hidden]) .option-label", exact=True
                )
            await self.me.tab.press("Escape")
        return self.me.answered


def looks(ways: Sequence[Way]) -> list[tuple[str, list[str]]]:
    """What a player sees of the buttons and lists of a panel."""
    return [(each["label"], each["chosen"]) for each in ways]


def answers_of(ways: Sequence[Way]) -> list[Way]:
    """What brings one closer to an answer to a panel's question."""
    return [
        each for each in itertools.takewhile(lambda w: not is_after(w), ways) if is_answer(each)
    ]


def endings(answers: Sequence[Way]) -> list[Way]:
    """What ends a question by its own words; after what is picked, best with it in one press."""
    buttons = last_buttons(answers)
    done = [each for each in buttons if each["label"].startswith(DO)]
    return [*done, *(each for each in buttons if each["label"].startswith(ENDS))]


def last_buttons(answers: Sequence[Way]) -> list[Way]:
    """The buttons of a panel, the last one first: it mostly does the least."""
    return [each for each in answers if not each["select"] and not is_elsewhere(each)][::-1]


def is_after(way: Way) -> bool:
    """Whether the answers to a panel's question end here."""
    label = way["label"]
    return (
        label in AFTER
        or label.startswith(("Undo", "Also: "))
        or (way["select"] and "more thing" in label)
    )


def is_answer(way: Way) -> bool:
    """Whether a button or list brings one closer to an answer."""
    if way["select"]:
        return not is_elsewhere(way)
    return way["label"] not in ("Nothing", "Another number", *TURNING)


def is_elsewhere(way: Way) -> bool:
    """Whether a button or list shows other answers than those that are there already."""
    label = str(way["label"])
    return any(each in label.lower() for each in ELSEWHERE) or label in TURNING


def bounds(placeholder: str, offered: int, chosen: int = 0) -> tuple[int, int]:
    """How many more a list wants at least and at most: "Choose from 1 to 3", "Choose up to 2"."""
    numbers = [int(each) for each in re.findall(r"\d+", placeholder)]
    if not placeholder.startswith("Choose") or not numbers:
        return 1, 1
    least = numbers[0] if "up to" not in placeholder else 1
    most = min(numbers[-1] - chosen, offered)
    return max(1, min(least - chosen, most)), max(1, most)


async def result_is_told(at: Sitting, me: Visitor) -> str:
    """The result post; its proof holds for the record that the page hands out."""
    await me.shows("The end of game")
    told = await me.news("0", "The end of game", "The secret of the dice", "herald verify")
    await me.step("result")
    assert "with the proof of its dice" in await me.press("Record")
    link = "[...document.querySelectorAll('#log .ephemeral a.file')].at(-1)"
    await me.tab.until(link)
    text = await me.tab.run(f"fetch({link}.href).then((answer) => answer.text())")
    record = load(text.encode())
    assert isinstance(record, Record)
    verify(record)
    assert record.server_seed in told
    return told
