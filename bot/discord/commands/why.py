"""`/why`: whose turn it is, where income, scores and battles come from, why something cannot be."""

from __future__ import annotations

import contextlib
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from discord import app_commands

from bot.discord.colours import HERALD
from bot.discord.commands.asking import (
    Interaction,
    choice,
    game_meant,
    own_games,
    respond,
    say,
    suggested,
)
from bot.discord.commands.why_topics import TOPICS, seats_meant, topic_of
from bot.discord.interactions.components import Press, on_press
from bot.discord.interactions.packing import pack
from bot.discord.interactions.replies import Reply
from bot.discord.interactions.verbs import Verb
from bot.discord.posts.explanations import ANSWERS, about_turn, section_about
from bot.discord.posts.rule_screens import answer_screen, ready_to_search
from bot.discord.screen import Block, MenuOption, Screen, button, row, select, text
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

if TYPE_CHECKING:
    from bot.discord.client import Bot

NEAREST_MOST = 90
"""A longer order is no help as the nearest one."""
SEARCHED = 5
"""Of so many legal orders one may be what an incomplete one means."""


def add(bot: Bot, group: app_commands.Group) -> None:
    """Declare the command."""
    bot.tree.add_command(why_command)


# Screens.


async def topic_screen(bot: Bot, info: GameInfo, user: int, topic: str, asked: str = "") -> Screen:
    """The answer to one of the topics, the rule behind it, and the other topics.

    `asked` is the question in the asker's words: it may be about another player.
    """
    voice, own = bot.voice(info), info.seat_of(user)
    seats = seats_meant(asked, info.names, None if own is None else own.seat)
    lines = await ANSWERS[topic](bot, info, user, seats)
    is_own = own is not None and seats == (own.seat,)
    title = voice.say(f"explain_topic.{topic}" if is_own else f"explain_title.{topic}")
    blocks: list[Block] = [text("\n".join([voice.say("explain.head", title=title), *lines]))]
    blocks += rule_button(bot, info, section_about(info.game.ruleset, topic))
    return Screen([*blocks, topics_menu(bot, info, topic)], accent=HERALD)


def rule_button(bot: Bot, info: GameInfo, section: Section | None) -> list[Block]:
    """A button to a section of the rulebook."""
    if section is None:
        return []
    rules = info.game.ruleset
    label = bot.voice(info).say("explain.section", number=section.number, title=section.title)
    custom_id = bot.ids.make(Verb.RULE_SECTION, 0, rules, section.anchor, pack([0, 0]))
    return [row(button(custom_id, label))]


def topics_menu(bot: Bot, info: GameInfo, chosen: str = "") -> Block:
    """The topics to choose from."""
    voice = bot.voice(info)
    lines = [
        MenuOption(topic, voice.say(f"explain_topic.{topic}"), chosen=topic == chosen)
        for topic in TOPICS
    ]
    return select(bot.ids.make(Verb.WHY, info.id), lines, voice.say("explain.ask"))


# Why something cannot be done.


class Explanation(NamedTuple):
    """What is known about something a player wants to do, and the section that says more."""

    lines: list[str]
    section: Section | None = None


class Wanted:
    """Something a player asks about: an order, or a thing that has a card."""

    def __init__(self, bot: Bot, info: GameInfo, view: View, typed: str) -> None:
        self.bot = bot
        self.info = info
        self.view = view
        self.typed = typed
        self.voice = bot.voice(info)
        self.book = rulebook(info.game.ruleset)
        rules = ruleset(info.game.ruleset)
        self.phases = rules.turn_phases
        named = asked_card(rules.name, typed, bot.language)
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


async def explained_order(bot: Bot, info: GameInfo, user: int, typed: str) -> Explanation | None:
    """Whether something could be done now, else why not; None where that is unknown."""
    order = asked_order(info.game.ruleset, typed)
    try:
        desk = await bot.herald.look.desk(info.id, user)
        await ready_to_search(rulebook(info.game.ruleset))
        wanted = Wanted(bot, info, desk.view, typed)
        if order is None:
            return wanted.of_card() if asks_why_not(typed) else None
        sheet = await bot.herald.orders.read(info.id, user, order)
    except Refused:
        return None
    voice, line = bot.voice(info), sheet.lines[0]
    kind = line.later or meant_for(info.game.ruleset, order)
    kinds = {each.decision.kind for each in desk.decisions}
    phases = ruleset(info.game.ruleset).turn_phases
    if kind is not None and kind not in kinds and (line.later or kind in phases):
        return wanted.not_now(kind)
    if sheet.is_good and not line.later:
        return Explanation([voice.say("explain.possible", words=line.words)])
    if line.incomplete:
        completed = await _completed(bot, info, user, order)
        return completed or wanted.of_card() or (_refused(bot, info, line) if kind else None)
    return wanted.of_card() if wanted.lacks() or not line.rule else _refused(bot, info, line)


async def _completed(bot: Bot, info: GameInfo, user: int, order: str) -> Explanation | None:
    """A legal order that has all the words of one that is not complete."""
    _, *named = name_words(order)
    for found in await bot.herald.orders.search(info.id, user, order, SEARCHED):
        known = {*map(stem, (*name_words(found.words), *name_words(found.notation)))}
        if {*map(stem, named)} <= known:
            return Explanation([bot.voice(info).say("explain.possible", words=found.words)])
    return None


def _refused(bot: Bot, info: GameInfo, line: OrderLine) -> Explanation:
    """What the rules say against an order, and the nearest that they allow."""
    voice = bot.voice(info)
    said = [voice.say("explain.impossible", problem=line.problem)]
    if line.nearest and len(line.nearest) <= NEAREST_MOST:
        said.append(voice.say("explain.nearest", nearest=line.nearest))
    return Explanation(said, rulebook(info.game.ruleset).section(line.rule))


async def order_screen(bot: Bot, info: GameInfo, user: int, typed: str) -> Screen | None:
    """What is known about an order, with the rule and other questions below."""
    found = await explained_order(bot, info, user, typed)
    if found is None:
        return None
    waiting = [] if await is_awaited(bot, info, user) else await about_turn(bot, info, user)
    blocks: list[Block] = [text("\n".join([*waiting, *found.lines]))]
    blocks += rule_button(bot, info, found.section)
    return Screen([*blocks, topics_menu(bot, info)], accent=HERALD)


async def is_awaited(bot: Bot, info: GameInfo, user: int) -> bool:
    """Whether the game waits for a user."""
    status = await bot.herald.look.status(info.id)
    return user in [each.seat.user_id for each in status.awaited]


async def rule_screen(bot: Bot, info: GameInfo, user: int, asked: str) -> Screen:
    """The answer of the rules desk; above it what hinders the one who asks "why not"."""
    screen = await answer_screen(bot, rulebook(info.game.ruleset), asked)
    if info.game.status != "running" or not asks_why_not(asked):
        return screen
    if not await is_awaited(bot, info, user):
        lines = await about_turn(bot, info, user)
    else:
        lines = Wanted(bot, info, await bot.herald.look.view(info.id, user), asked).comes_later()
    above: list[Block] = [text("\n".join(lines))] if lines else []
    return Screen([*above, *screen.blocks], pictures=screen.pictures, accent=screen.accent)


@on_press(Verb.WHY, Power.SEE)
async def on_topic(press: Press) -> None:
    """Answer another topic."""
    info = await press.bot.herald.look.game(press.game)
    topic = press.value if press.value in ANSWERS else TOPICS[0]
    await press.reply.show(await topic_screen(press.bot, info, press.user.id, topic))


def topic_meant(info: GameInfo, question: str) -> str | None:
    """The topic of a question, by its own words and those of the rule set for what is earned."""
    section = section_about(info.game.ruleset, "income")
    earned = section.title.split() if section is not None else ()
    return topic_of(question, info.names, earned)


async def questions(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The topics whose words fit what was typed; all of them at first."""

    async def find() -> list[app_commands.Choice[str]]:
        voice = interaction.client.voice()
        named = {topic: voice.say(f"explain_topic.{topic}") for topic in TOPICS}
        wanted = fold(current)
        fitting = [topic for topic in TOPICS if wanted in fold(named[topic])]
        about = topic_of(current) if current else None
        shown = dict.fromkeys((*((about,) if about else ()), *fitting))
        return [choice(named[topic], topic) for topic in shown]

    return await suggested(find())


@app_commands.command(name="why", description=say("command.why"))
@app_commands.describe(about=say("option.why"), game=say("option.game"))
@app_commands.autocomplete(about=questions, game=own_games)
async def why_command(
    interaction: Interaction, about: str | None = None, game: str | None = None
) -> None:
    """Ask about the position."""

    async def work(reply: Reply) -> None:
        bot, user = interaction.client, interaction.user.id
        info = await game_meant(Power.SEE, interaction, game)
        asked = (about or TOPICS[0]).strip()
        if asked in ANSWERS:
            await reply.show(await topic_screen(bot, info, user, asked))
            return
        screen = None
        if info.game.status == "running" and info.seat_of(user) is not None:
            screen = await order_screen(bot, info, user, asked)
        topic = topic_meant(info, asked)
        if screen is None and topic is not None:
            screen = await topic_screen(bot, info, user, topic, asked)
        await reply.show(screen or await rule_screen(bot, info, user, asked))

    await respond(interaction, work)
