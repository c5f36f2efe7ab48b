"""`/why`: whose turn it is, where income, scores and battles come from, why something cannot be."""

from __future__ import annotations

import contextlib
from functools import cached_property
from typing import NamedTuple

from bot.discord.ask import Ask
from bot.discord.colours import HERALD
from bot.discord.commands.why_topics import TOPICS, seats_meant, topic_of
from bot.discord.interactions.packing import pack
from bot.discord.interactions.verbs import Verb
from bot.discord.page import Page
from bot.discord.posts.explanations import ANSWERS, about_turn, section_about
from bot.discord.posts.rule_screens import answer_screen, ready_to_search
from bot.discord.presses import press
from bot.discord.screen import Block, MenuOption, Screen, button, row, text
from bot.discord.slash import command
from bot.service import GameInfo, OrderLine
from bot.service.errors import Refused
from bot.service.seats.powers import Power
from engine.core.charts import FactCard
from engine.core.folding import fold
from engine.core.registry import ruleset
from engine.core.view import View
from engine.notation.asked_orders import asked_card, asked_order, asks_why_not
from engine.notation.patterns import meant_for
from engine.notation.words import name_words
from engine.rulebook import Hit, Section, UnknownSection, rulebook
from engine.rulebook.stems import stem

NEAREST_MOST = 90
"""A longer order is no help as the nearest one."""
SEARCHED = 5
"""Of so many legal orders one may be what an incomplete one means."""


# Screens.


async def topic_screen(ask: Ask, topic: str, asked: str = "") -> Screen:
    """The answer to one of the topics, the rule behind it, and the other topics.

    `asked` is the question in the asker's words: it may be about another player.
    """
    page, info, user = ask.page, ask.info, ask.user.id
    own = info.seat_of(user)
    seats = seats_meant(asked, info.names, None if own is None else own.seat)
    lines = await ANSWERS[topic](ask.herald.look, page, user, seats)
    is_own = own is not None and seats == (own.seat,)
    title = page.say(f"explain_topic.{topic}" if is_own else f"explain_title.{topic}")
    blocks: list[Block] = [text("\n".join([page.say("explain.head", title=title), *lines]))]
    blocks += rule_button(page, section_about(info.game.ruleset, topic))
    return Screen([*blocks, topics_menu(page, topic)], accent=HERALD)


def rule_button(page: Page, section: Section | None) -> list[Block]:
    """A button to a section of the rulebook."""
    if section is None:
        return []
    rest = [page.info.game.ruleset, section.anchor, pack([0, 0])]
    label = page.say("explain.section", number=section.number, title=section.title)
    custom_id = page.of(None).id(Verb.RULE_SECTION, *rest)
    return [row(button(custom_id, label))]


def topics_menu(page: Page, chosen: str = "") -> Block:
    """The topics to choose from."""
    lines = [
        MenuOption(topic, page.say(f"explain_topic.{topic}"), chosen=topic == chosen)
        for topic in TOPICS
    ]
    return page.menu(Verb.WHY, "explain.ask", lines)


# Why something cannot be done.


class Explanation(NamedTuple):
    """What is known about something a player wants to do, and the section that says more."""

    lines: list[str]
    section: Section | None = None


class Wanted:
    """Something a player asks about: an order, or a thing that has a card."""

    def __init__(self, page: Page, view: View, typed: str) -> None:
        rules = ruleset(page.info.game.ruleset)
        self.view = view
        self.typed = typed
        self.voice = page.voice
        self.book = rulebook(rules.name)
        self.phases = rules.turn_phases
        named = asked_card(rules.name, typed, page.language)
        self.card: FactCard | None = None if named is None else rules.card(named.id, view)

    def lacks(self) -> list[str]:
        """What is still needed for the thing, as its card says."""
        needed = () if self.card is None else self.card.requires
        missing = [each for each in needed if each.met is False]
        said = (
            ("explain.too_late", [each.title for each in missing if each.past]),
            ("explain.lacks", [each.title for each in missing if not each.past]),
        )
        voice = self.voice
        return [
            voice.say(key, needs=voice.join(map(voice.text, each))) for key, each in said if each
        ]

    @cached_property
    def hits(self) -> list[Hit]:
        """What the question finds in the rulebook."""
        return self.book.search(self.typed, 1)

    def sections(self) -> list[Section]:
        """The section that the question finds, and that of the card."""
        found = [hit.section for hit in self.hits]
        with contextlib.suppress(UnknownSection):
            found.append(self.book.section("" if self.card is None else self.card.rule))
        return found

    def section(self, phase: str = "") -> Section | None:
        """The section to read on in: one about a phase if there is one, else that of the card."""
        found = self.sections()
        about = [each for each in found if self.book.met_in(each) == phase]
        return next(iter((*about, *reversed(found))), None)

    def comes_later(self) -> list[str]:
        """In which phase it comes, where that is not the present one."""
        met = (self.book.met_in(section) for section in reversed(self.sections()))
        phase = next((each for each in met if each is not None), None)
        if phase not in self.phases or phase == self.view.phase:
            return []
        now, then = (self.voice.say(f"phase.{each}") for each in (self.view.phase, phase))
        return [self.voice.say("explain.other_phase", now=now, phase=then)]

    def not_now(self, kind: str) -> Explanation | None:
        """An order whose question is not open: when it comes, what it lacks, what the rules say."""
        section = self.section(kind)
        if section is not None and self.book.met_in(section) == self.view.phase != kind:
            # The verb was that of another phase; what is meant belongs to this one.
            return None
        phase = f"phase.{kind}"
        facts = {"phase": self.voice.say(phase)} if self.voice.has(phase) else {}
        said = [self.voice.say("explain.not_now" if facts else "explain.not_asked", **facts)]
        return Explanation([*said, *self.lacks(), *self.quoted(section)], section)

    def quoted(self, section: Section | None) -> list[str]:
        """The sentence of a section that answers, where the question finds that section."""
        return [
            self.voice.say("explain.rule_says", words=hit.excerpt)
            for hit in self.hits
            if hit.excerpt and hit.section == section
        ]

    def of_card(self) -> Explanation | None:
        """What stands in the way of something that has a card."""
        if self.card is None:
            return None
        section, lacking = self.section(), self.lacks()
        lines = [*lacking, *self.had(), *self.comes_later()]
        if self.card.cost is not None and not lacking:
            lines.append(self.voice.say("explain.costs", cost=self.voice.text(self.card.cost)))
        return Explanation([*lines, *self.quoted(section)], section) if lines else None

    def had(self) -> list[str]:
        """Who has the thing already."""
        owners = () if self.card is None else self.card.owners
        if self.view.seat in owners:
            return [self.voice.say("explain.yours")]
        names = self.voice.join(map(self.voice.seat, owners))
        return [self.voice.say("explain.had_by", names=names, n=len(owners))] if owners else []


async def explained_order(ask: Ask, typed: str) -> Explanation | None:
    """Whether something could be done now, else why not; None where that is unknown."""
    rules = ask.info.game.ruleset
    order = asked_order(rules, typed)
    try:
        desk = await ask.desk()
        await ready_to_search(rulebook(rules))
        wanted = Wanted(ask.page, desk.view, typed)
        if order is None:
            return wanted.of_card() if asks_why_not(typed) else None
        sheet = await ask.herald.orders.read(ask.game, ask.user.id, order)
    except Refused:
        return None
    line = sheet.lines[0]
    kind = line.later or meant_for(rules, order)
    kinds = {each.decision.kind for each in desk.decisions}
    phases = ruleset(rules).turn_phases
    if kind is not None and kind not in kinds and (line.later or kind in phases):
        return wanted.not_now(kind)
    if sheet.is_good and not line.later:
        return Explanation([ask.say("explain.possible", words=line.words)])
    if line.incomplete:
        completed = await _completed(ask, order)
        return completed or wanted.of_card() or (_refused(ask.page, line) if kind else None)
    return wanted.of_card() if wanted.lacks() or not line.rule else _refused(ask.page, line)


async def _completed(ask: Ask, order: str) -> Explanation | None:
    """A legal order that has all the words of one that is not complete."""
    _, *named = name_words(order)
    for found in await ask.herald.orders.search(ask.game, ask.user.id, order, SEARCHED):
        known = {*map(stem, (*name_words(found.words), *name_words(found.notation)))}
        if {*map(stem, named)} <= known:
            return Explanation([ask.say("explain.possible", words=found.words)])
    return None


def _refused(page: Page, line: OrderLine) -> Explanation:
    """What the rules say against an order, and the nearest that they allow."""
    said = [page.say("explain.impossible", problem=line.problem)]
    if line.nearest and len(line.nearest) <= NEAREST_MOST:
        said.append(page.say("explain.nearest", nearest=line.nearest))
    return Explanation(said, rulebook(page.info.game.ruleset).section(line.rule))


async def order_screen(ask: Ask, typed: str) -> Screen | None:
    """What is known about an order, with the rule and other questions below."""
    found = await explained_order(ask, typed)
    if found is None:
        return None
    waiting = [] if await is_awaited(ask) else await whose_turn(ask)
    blocks: list[Block] = [text("\n".join([*waiting, *found.lines]))]
    blocks += rule_button(ask.page, found.section)
    return Screen([*blocks, topics_menu(ask.page)], accent=HERALD)


async def whose_turn(ask: Ask) -> list[str]:
    """Whom the game waits for."""
    return await about_turn(ask.herald.look, ask.page, ask.user.id)


async def is_awaited(ask: Ask) -> bool:
    """Whether the game waits for who asks."""
    status = await ask.herald.look.status(ask.game)
    return ask.user.id in [each.seat.user_id for each in status.awaited]


async def rule_screen(ask: Ask, asked: str) -> Screen:
    """The answer of the rules desk; above it what hinders the one who asks "why not"."""
    game = ask.info.game
    screen = await answer_screen(ask.page, rulebook(game.ruleset), asked)
    if game.status != "running" or not asks_why_not(asked):
        return screen
    if not await is_awaited(ask):
        lines = await whose_turn(ask)
    else:
        view = await ask.herald.look.view(ask.game, ask.user.id)
        lines = Wanted(ask.page, view, asked).comes_later()
    above: list[Block] = [text("\n".join(lines))] if lines else []
    return Screen([*above, *screen.blocks], pictures=screen.pictures, accent=screen.accent)


@press(Verb.WHY, Power.SEE)
async def topic(ask: Ask) -> Screen:
    """Answer another topic."""
    wanted = ask.value if ask.value in ANSWERS else TOPICS[0]
    return await topic_screen(ask, wanted)


def topic_meant(info: GameInfo, question: str) -> str | None:
    """The topic of a question, by its own words and those of the rule set for what is earned."""
    section = section_about(info.game.ruleset, "income")
    earned = section.title.split() if section is not None else ()
    return topic_of(question, info.names, earned)


async def questions(ask: Ask, typed: str) -> list[tuple[str, str]]:
    """The topics whose words fit what was typed; all of them at first."""
    named = {topic: ask.say(f"explain_topic.{topic}") for topic in TOPICS}
    wanted = fold(typed)
    fitting = [topic for topic in TOPICS if wanted in fold(named[topic])]
    about = topic_of(typed) if typed else None
    shown = dict.fromkeys((*((about,) if about else ()), *fitting))
    return [(named[topic], topic) for topic in shown]


@command("why", Power.SEE, suggest={"about": questions})
async def why(ask: Ask, *, about: str | None = None) -> Screen:
    """Ask about the position."""
    info = ask.info
    asked = (about or TOPICS[0]).strip()
    if asked in ANSWERS:
        return await topic_screen(ask, asked)
    screen = None
    if info.game.status == "running" and info.seat_of(ask.user.id) is not None:
        screen = await order_screen(ask, asked)
    meant = topic_meant(info, asked)
    if screen is None and meant is not None:
        screen = await topic_screen(ask, meant, asked)
    return screen or await rule_screen(ask, asked)
