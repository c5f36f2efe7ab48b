"""`/rules`: search the rules, read a section, share it with the channel."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from discord import app_commands

from bot.discord.colours import HERALD
from bot.discord.commands.asking import Interaction, choice, game_meant, respond, say, suggested
from bot.discord.interactions.components import Press, on_press
from bot.discord.interactions.packing import pack, unpack
from bot.discord.interactions.replies import Reply, ReplyWith
from bot.discord.interactions.verbs import Verb
from bot.discord.posts.table_settings import rules_title
from bot.discord.screen import Block, MenuOption, Screen, TextBudget, button, row, select, text
from bot.service.seats.powers import Power
from engine.core.registry import rulesets
from engine.rulebook import Rulebook, Section, UnknownRulebook, UnknownSection, rulebook

if TYPE_CHECKING:
    from bot.discord.client import Bot

PAGE_MOST = 3400
HITS = 5
_TABLE = re.compile(r"(?:^\|.*\|$\n?)+", re.MULTILINE)


def add(bot: Bot, group: app_commands.Group) -> None:
    """Declare the command."""
    bot.tree.add_command(rules_command)


def pages_of(section: Section) -> list[str]:
    """A section in pages that a message can hold, its tables in letters of one width."""
    body = _TABLE.sub(lambda found: f"```\n{found[0].strip()}\n```\n", section.body)
    pages = [""]
    for paragraph in body.split("\n\n"):
        if len(pages[-1]) + len(paragraph) + 2 > PAGE_MOST and pages[-1]:
            pages.append("")
        pages[-1] += f"\n\n{paragraph[:PAGE_MOST]}" if pages[-1] else paragraph[:PAGE_MOST]
    return pages


def section_screen(bot: Bot, book: Rulebook, section: Section, page: int, shared: bool) -> Screen:
    """A page of a section. One that is shared has no buttons."""
    voice = bot.voice()
    pages = pages_of(section)
    page = min(page, len(pages) - 1)
    head = voice.say(
        "rules.section",
        book=book.title,
        number=section.number,
        title=section.title,
        page=page + 1,
        pages=len(pages),
    )
    blocks: list[Block] = [text(head), text(pages[page] or voice.say("rules.only_title"))]
    if shared:
        return Screen(blocks, accent=HERALD)
    named = (book.ruleset, section.anchor)

    def turn(to: int, which: int) -> str:
        return bot.ids.make(Verb.RULE_SECTION, 0, *named, pack([to, which]))

    buttons: list[Block] = []
    if len(pages) > 1:
        buttons.append(button(turn(max(page - 1, 0), 0), voice.say("page.back"), disabled=not page))
        last = page + 1 >= len(pages)
        buttons.append(button(turn(page + 1, 1), voice.say("page.on"), disabled=last))
    share = bot.ids.make(Verb.SHARE_RULE, 0, *named, pack([page]))
    buttons.append(button(share, voice.say("rules.share")))
    return Screen([*blocks, row(*buttons)], accent=HERALD)


def hits_screen(bot: Bot, book: Rulebook, query: str) -> Screen:
    """What a search finds; raises `ReplyWith` when that is nothing."""
    voice, budget = bot.voice(), TextBudget()
    hits = book.search(query, HITS)
    if not hits:
        raise ReplyWith(voice.say("rules.nothing", query=query[:60].replace("`", "'")))
    blocks: list[Block] = [text(budget.take(voice.say("rules.found", book=book.title)))]
    lines = []
    for hit in hits:
        section = hit.section
        head = voice.say(
            "rules.hit", number=section.number, title=section.title, excerpt=hit.excerpt
        )
        blocks.append(text(budget.take(head)))
        lines.append(MenuOption(section.anchor, f"{section.number} {section.title}"))
    custom_id = bot.ids.make(Verb.RULE_SECTION, 0, book.ruleset)
    return Screen([*blocks, select(custom_id, lines, voice.say("rules.read"))], accent=HERALD)


@on_press(Verb.RULE_SECTION, None)
async def on_section(press: Press) -> None:
    """Show a section, or another page of it."""
    bot = press.bot
    name, *rest = press.id.rest
    anchor = press.values[0] if press.values else rest[0]
    page = 0 if press.values else unpack(rest[1])[0]
    book, section = section_named(bot, name, anchor)
    await press.reply.show(section_screen(bot, book, section, page, shared=False))


def section_named(bot: Bot, name: str, anchor: str) -> tuple[Rulebook, Section]:
    """A section of a rulebook; raises `ReplyWith` when it is there no more."""
    try:
        book = rulebook(name)
        return book, book.section(anchor)
    except (UnknownRulebook, UnknownSection):
        raise ReplyWith(bot.voice().say("rules.no_section")) from None


@on_press(Verb.SHARE_RULE, None, new_message=True, public=True)
async def on_share(press: Press) -> None:
    """Show a section to everybody."""
    bot = press.bot
    name, anchor, page = press.id.rest
    book, section = section_named(bot, name, anchor)
    await press.reply.show(section_screen(bot, book, section, unpack(page)[0], shared=True))


@on_press(Verb.RULE, Power.SEE, new_message=True)
async def on_rule(press: Press) -> None:
    """Show the rule that a question comes from."""
    bot = press.bot
    info = await bot.herald.game(press.game)
    book, section = section_named(bot, info.game.ruleset, press.id.rest[0])
    await press.reply.show(section_screen(bot, book, section, 0, shared=False))


@on_press(Verb.PHASE_RULES, Power.SEE, new_message=True)
async def on_phase_rules(press: Press) -> None:
    """Show the rules of the phase: those of the presser's own question, or of the phase's name."""
    bot = press.bot
    status = await bot.herald.status(press.game)
    book = rulebook(status.info.game.ruleset)
    if status.info.seat_of(press.user.id) is not None and status.awaited:
        desk = await bot.herald.desk(press.game, press.user.id)
        rules = [each.decision.rule for each in desk.decisions if each.decision.blocking]
        for anchor in rules:
            try:
                section = book.section(anchor)
            except UnknownSection:
                continue
            await press.reply.show(section_screen(bot, book, section, 0, shared=False))
            return
    await press.reply.show(hits_screen(bot, book, status.phase))


async def book_meant(interaction: Interaction, rules: str | None) -> Rulebook:
    """The rulebook that is named, or that of the game played here, or the first there is."""
    if rules is not None:
        return rulebook(rules)
    try:
        info = await game_meant(Power.SEE, interaction)
    except ReplyWith:
        return rulebook(rulesets()[0])
    return rulebook(info.game.ruleset)


async def sections(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Sections whose title or text fits what was typed."""

    async def find() -> list[app_commands.Choice[str]]:
        book = await book_meant(interaction, getattr(interaction.namespace, "rules", None))
        wanted = current.casefold()
        named = [each for each in book.sections if wanted in each.title.casefold()]
        searched = [hit.section for hit in book.search(current, 10)] if wanted else []
        shown = list({each.anchor: each for each in (*named, *searched)}.values())
        return [choice(f"{each.number} {each.title}", each.anchor) for each in shown]

    return await suggested(find())


@app_commands.command(name="rules", description=say("command.rules"))
@app_commands.describe(about=say("option.about"), rules=say("option.rules"))
@app_commands.autocomplete(about=sections)
@app_commands.choices(
    rules=[app_commands.Choice(name=rules_title(name)[:100], value=name) for name in rulesets()]
)
async def rules_command(
    interaction: Interaction, about: str | None = None, rules: str | None = None
) -> None:
    """Look something up in the rules."""

    async def work(reply: Reply) -> None:
        bot = interaction.client
        book = await book_meant(interaction, rules)
        if about is None:
            await reply.show(section_screen(bot, book, book.sections[0], 0, shared=False))
            return
        try:
            section = book.section(about)
        except UnknownSection:
            await reply.show(hits_screen(bot, book, about))
            return
        await reply.show(section_screen(bot, book, section, 0, shared=False))

    await respond(interaction, work)
