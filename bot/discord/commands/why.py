"""`/why`: whose turn it is, where income, scores and battles come from, why something cannot be."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
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
from bot.discord.interactions.components import Press, on_press
from bot.discord.interactions.packing import pack
from bot.discord.interactions.replies import Reply
from bot.discord.interactions.verbs import Verb
from bot.discord.posts.rule_screens import answer_screen
from bot.discord.screen import Block, MenuOption, Screen, button, row, select, text
from bot.service import GameInfo
from bot.service.errors import Refused
from bot.service.seats.powers import Power
from engine.core.events import Event
from engine.core.folding import fold
from engine.core.messages import Voice
from engine.core.registry import ruleset
from engine.core.text import Text
from engine.core.view import Sum, View
from engine.notation.asked_orders import asked_order
from engine.notation.card_names import card_names
from engine.notation.patterns import meant_for
from engine.notation.words import name_words
from engine.rulebook import UnknownSection, rulebook, sentences

if TYPE_CHECKING:
    from bot.discord.client import Bot

NEAREST_MOST = 90
"""A longer order is no help as the nearest one."""
LINES_MOST = 24
"""How much of a battle is told; the log has the rest."""
SEPARATOR = " \N{MIDDLE DOT} "
ARROW = " \N{RIGHTWARDS ARROW} "
TOPICS = ("turn", "next", "income", "battle", "score")
HINTS: Mapping[str, tuple[str, ...]] = {
    "turn": (
        "turn",
        "wait",
        "whose",
        "waiting",
        "stuck",
        "who is awaited",
        "he first",
        "she first",
    ),
    "next": ("next", "then", "after this", "order of", "happens now"),
    "income": ("income", "gold", "money", "earn", "earned", "production", "taxes", "trade get"),
    "battle": (
        "battle",
        "fight",
        "fought",
        "war",
        "i lose",
        "i lost",
        "lose the",
        "lost the",
        "dice",
    ),
    "score": ("score", "points", "winning", "ahead", "behind", "rank"),
}
"""Words by which a question is told from an order; the first topic with one is taken."""
RULES: Mapping[str, tuple[str, ...]] = {
    "turn": ("turn",),
    "next": ("turn",),
    "income": ("harvest", "taxation", "production"),
    "battle": ("battle-dice", "skirmishes", "battle-turns", "battles"),
    "score": ("scoring", "score", "victory"),
}
"""Where the rulebooks explain a topic: the first of these sections that a book has."""


def add(bot: Bot, group: app_commands.Group) -> None:
    """Declare the command."""
    bot.tree.add_command(why_command)


def topic_of(question: str) -> str | None:
    """The topic that a question is about, None where it seems to be an order.

    >>> topic_of("why is it not my turn"), topic_of("move gobi steppe")
    ('turn', None)
    """
    words = f" {fold(question)} "
    for topic, hints in HINTS.items():
        if any(f" {hint}" in words for hint in hints):
            return topic
    return None


# What there is to say, as lines.


async def about_turn(bot: Bot, info: GameInfo, user: int) -> list[str]:
    """Whom the game waits for, and what the asker has to do with it."""
    voice, status = bot.voice(info), await bot.herald.status(info.id)
    if info.game.status in ("lobby", "paused"):
        return [voice.say(f"explain_turn.{info.game.status}")]
    if status.outcome is not None or status.view is None:
        return [voice.say("explain_turn.over")]
    own = info.seat_of(user)
    if own is not None and own.seat in [each.seat.seat for each in status.awaited]:
        return [voice.say("explain_turn.yours", phase=status.phase)]
    if not status.awaited:
        return [voice.say("explain_turn.nobody", phase=status.phase)]
    names = voice.join(
        voice.say("explain_turn.until", name=voice.escape(each.seat.name), due=each.due_at)
        if each.due_at is not None
        else voice.escape(each.seat.name)
        for each in status.awaited
    )
    if own is not None and own.seat in [seat.seat for seat in status.answered]:
        return [voice.say("explain_turn.answered", names=names)]
    return [voice.say("explain_turn.awaited", phase=status.phase, names=names)]


async def about_next(bot: Bot, info: GameInfo, user: int) -> list[str]:
    """The phases that follow, in this turn and in the next."""
    status = await bot.herald.status(info.id)
    if status.view is None or status.outcome is not None:
        return await about_turn(bot, info, user)
    voice, view = bot.voice(info), status.view
    phases = ruleset(info.game.ruleset).turn_phases
    lines = [voice.say("explain_next.now", turn=view.turn, phase=status.phase)]
    names = [voice.say(f"phase.{phase}") for phase in phases]
    if view.phase in phases:
        later = names[phases.index(view.phase) + 1 :]
        if later:
            lines.append(voice.say("explain_next.then", phases=ARROW.join(later)))
    if names:
        facts = {"turn": view.turn + 1, "phases": ARROW.join(names)}
        lines.append(voice.say("explain_next.after", **facts))
    return [*lines, *await about_turn(bot, info, user)]


def line(voice: Voice, label: Text, amount: int) -> str:
    """A line of a sum."""
    return voice.say("explain.line", label=voice.label(label), amount=amount)


def summed(voice: Voice, lines: tuple[Sum, ...]) -> list[str]:
    """A sum, line by line, with its total."""
    said = [
        voice.say("explain.line", label=voice.label(each.label), amount=each.amount)
        for each in lines
    ]
    total = sum(each.amount for each in lines)
    return [*said, voice.say("explain.total", n=total)] if len(lines) > 1 else said


async def about_income(bot: Bot, info: GameInfo, user: int) -> list[str]:
    """The asker's latest income from the record, and what it would be as things stand."""
    voice, own = bot.voice(info), info.seat_of(user)
    view = await bot.herald.view(info.id, user)
    seat = 0 if own is None else own.seat
    latest = next(
        (
            event
            for event in reversed(await bot.herald.heard(info.id, user))
            if event.story == "income" and getattr(event, "seat", None) == seat
        ),
        None,
    )
    lines = [] if latest is None else [voice.event(latest), *of_parts(voice, latest)]
    coming = view.income_lines(seat)
    if coming:
        lines += ["", voice.say("explain.coming"), *summed(voice, coming)]
    return lines or [voice.say("explain.no_income")]


def of_parts(voice: Voice, event: Event) -> list[str]:
    """What an income was made of."""
    return [line(voice, Text(f"part.{name}"), amount) for name, amount in event.parts]


async def about_battle(bot: Bot, info: GameInfo, user: int) -> list[str]:
    """The latest battle, event by event: every die and what was added to it."""
    voice = bot.voice(info)
    events = await bot.herald.heard(info.id, user)
    last = next((at for at in range(len(events) - 1, -1, -1) if events[at].story == "battle"), None)
    if last is None:
        return [voice.say("explain.no_battle")]
    first = last
    while first and type(events[first]).__name__ not in ("BattleBegan", "BattleFought"):
        first -= 1
    return [voice.event(event) for event in events[first : last + 1]][:LINES_MOST]


async def about_score(bot: Bot, info: GameInfo, user: int) -> list[str]:
    """What the asker's score is made of, and everybody's total."""
    voice, own = bot.voice(info), info.seat_of(user)
    view: View = await bot.herald.view(info.id, user)
    lines = summed(voice, view.score_lines(own.seat)) if own is not None else []
    order = sorted(range(view.seats), key=lambda seat: -view.scores[seat])
    ranking = voice.join(
        voice.say("explain.rank", name=voice.seat(seat), n=view.scores[seat]) for seat in order
    )
    lines.append(voice.say("explain.ranking", names=ranking))
    counted = what_counts(info.game.ruleset)
    return [*lines, voice.say("explain.counts", rows=voice.join(counted))] if counted else lines


def what_counts(rules: str) -> list[str]:
    """What points are given for, as the table of the rulebook has it."""
    for anchor in RULES["score"]:
        try:
            section = rulebook(rules).section(anchor)
        except UnknownSection:
            continue
        tables = [each.plain for each in sentences(section.body) if each.tabular]
        return [row.replace(SEPARATOR, " ") for row in tables if row[-1].isdigit()]
    return []


ANSWERS: Mapping[str, Callable[[Bot, GameInfo, int], Awaitable[list[str]]]] = {
    "turn": about_turn,
    "next": about_next,
    "income": about_income,
    "battle": about_battle,
    "score": about_score,
}


# Screens.


async def topic_screen(bot: Bot, info: GameInfo, user: int, topic: str) -> Screen:
    """The answer to one of the topics, the rule behind it, and the other topics."""
    voice = bot.voice(info)
    lines = await ANSWERS[topic](bot, info, user)
    title = voice.say("explain.head", title=voice.say(f"explain_topic.{topic}"))
    blocks: list[Block] = [text(f"{title}\n" + "\n".join(lines))]
    blocks += rule_button(bot, info, RULES[topic])
    return Screen([*blocks, topics_menu(bot, info, topic)], accent=HERALD)


def rule_button(bot: Bot, info: GameInfo, anchors: tuple[str, ...]) -> list[Block]:
    """A button to the first of some sections that the rulebook has."""
    voice, book = bot.voice(info), rulebook(info.game.ruleset)
    for anchor in anchors:
        try:
            section = book.section(anchor)
        except UnknownSection:
            continue
        label = voice.say("explain.section", number=section.number, title=section.title)
        custom_id = bot.ids.make(Verb.RULE_SECTION, 0, book.ruleset, anchor, pack([0, 0]))
        return [row(button(custom_id, label))]
    return []


def topics_menu(bot: Bot, info: GameInfo, chosen: str = "") -> Block:
    """The topics to choose from."""
    voice = bot.voice(info)
    lines = [
        MenuOption(topic, voice.say(f"explain_topic.{topic}"), chosen=topic == chosen)
        for topic in TOPICS
    ]
    return select(bot.ids.make(Verb.WHY, info.id), lines, voice.say("explain.ask"))


class Explanation(NamedTuple):
    """What can be said about an order: lines of text, and the sections that say more."""

    lines: list[str]
    rules: tuple[str, ...]


async def explained_order(bot: Bot, info: GameInfo, user: int, typed: str) -> Explanation | None:
    """Whether an order could be given now, else why not; None where it is no order at all."""
    rules = info.game.ruleset
    order = asked_order(rules, typed)
    if order is None:
        return None
    try:
        sheet = await bot.herald.read_orders(info.id, user, order)
        desk = await bot.herald.desk(info.id, user)
    except Refused:
        return None
    voice, line = bot.voice(info), sheet.lines[0]
    kind = line.later or meant_for(rules, order)
    if kind is not None and kind not in {each.decision.kind for each in desk.decisions}:
        return not_now(bot, info, kind, typed, lacking(rules, order, desk.view))
    if sheet.is_good:
        said = [voice.say("explain.possible", words=line.words)]
    elif line.rule:
        said = [voice.say("explain.impossible", problem=line.problem)]
        if line.nearest and len(line.nearest) <= NEAREST_MOST:
            said.append(voice.say("explain.nearest", nearest=line.nearest))
    else:
        return None
    return Explanation(said, (line.rule,) if line.rule else ())


async def order_screen(bot: Bot, info: GameInfo, user: int, typed: str) -> Screen | None:
    """What can be said about an order, with the rule and other questions below."""
    found = await explained_order(bot, info, user, typed)
    if found is None:
        return None
    blocks: list[Block] = [text("\n".join(found.lines))]
    blocks += rule_button(bot, info, found.rules) if found.rules else []
    return Screen([*blocks, topics_menu(bot, info)], accent=HERALD)


def lacking(rules: str, order: str, view: View) -> list[Text]:
    """What is still needed for the thing that an order names, as far as its card says."""
    named = name_words(order)[1:]
    card = next((each for each in card_names(rules).all() if name_words(each.title) == named), None)
    if card is None:
        return []
    needed = ruleset(rules).card(card.id, view).requires
    return [each.title for each in needed if each.met is False]


def not_now(bot: Bot, info: GameInfo, kind: str, typed: str, needs: list[Text]) -> Explanation:
    """An order whose question is not open: when it comes, what it lacks, what the rules say."""
    voice, book = bot.voice(info), rulebook(info.game.ruleset)
    phase = f"phase.{kind}"
    facts = {"phase": voice.say(phase)} if voice.has(phase) else {}
    said = [voice.say("explain.not_now" if facts else "explain.not_asked", **facts)]
    if needs:
        said.append(voice.say("explain.lacks", needs=voice.join(map(voice.text, needs))))
    hits = book.search(typed, 1)
    said += [voice.say("explain.rule_says", words=hit.excerpt) for hit in hits if hit.excerpt]
    return Explanation(said, tuple(hit.section.anchor for hit in hits))


@on_press(Verb.WHY, Power.SEE)
async def on_topic(press: Press) -> None:
    """Answer another topic."""
    info = await press.bot.herald.game(press.game)
    topic = press.value if press.value in ANSWERS else TOPICS[0]
    await press.reply.show(await topic_screen(press.bot, info, press.user.id, topic))


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
        topic = topic_of(asked)
        if screen is None and topic is not None:
            screen = await topic_screen(bot, info, user, topic)
        if screen is None:
            screen = answer_screen(bot, rulebook(info.game.ruleset), asked)
        await reply.show(screen)

    await respond(interaction, work)
