"""`/rules`: ask the rules, read a section, share it with the channel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot.discord.commands.asking import Interaction, choice, game_meant, respond, say, suggested
from bot.discord.interactions.components import Press, on_press
from bot.discord.interactions.packing import unpack
from bot.discord.interactions.replies import Reply, ReplyWith
from bot.discord.interactions.verbs import Verb
from bot.discord.posts.rule_screens import (
    answer_screen,
    ready_to_search,
    reference_screen,
    section_screen,
    which_rules_screen,
)
from bot.discord.posts.table_settings import rules_title
from bot.discord.screen import Screen
from bot.service import GameInfo
from bot.service.errors import NotAllowed
from bot.service.seats.powers import Power
from engine.core.registry import rulesets
from engine.rulebook import Rulebook, Section, UnknownRulebook, UnknownSection, rulebook, sentences

if TYPE_CHECKING:
    from bot.discord.client import Bot


def add(bot: Bot, group: app_commands.Group) -> None:
    """Declare the command."""
    bot.tree.add_command(rules_command)


@on_press(Verb.RULE_SECTION, None)
async def on_section(press: Press) -> None:
    """Show a section, or another page of it."""
    bot = press.bot
    name, *rest = press.id.rest
    anchor = press.values[0] if press.values else rest[0]
    page = 0 if press.values else unpack(rest[1])[0]
    book, section = section_named(bot, name, anchor)
    await press.reply.show(section_screen(bot, book, section, page))


def section_named(bot: Bot, name: str, anchor: str) -> tuple[Rulebook, Section]:
    """A section of a rulebook; raises `ReplyWith` when it is there no more."""
    try:
        book = rulebook(name)
        return book, book.section(anchor)
    except (UnknownRulebook, UnknownSection):
        raise ReplyWith(bot.voice().say("rules.no_section")) from None


@on_press(Verb.SHARE_RULE, None, new_message=True, public=True)
async def on_share(press: Press) -> None:
    """Show a section to everybody, with the answer marked that was found in it."""
    bot = press.bot
    name, anchor, packed = press.id.rest
    book, section = section_named(bot, name, anchor)
    page, *number = unpack(packed)
    answer = sentences(section.body)[: number[0]][-1:] if number and number[0] else []
    screen = section_screen(bot, book, section, page, shared=True, answer=next(iter(answer), None))
    await press.reply.show(screen)


@on_press(Verb.RULE, Power.SEE, new_message=True)
async def on_rule(press: Press) -> None:
    """Show the rule that a question comes from."""
    bot = press.bot
    info = await bot.herald.look.game(press.game)
    book, section = section_named(bot, info.game.ruleset, press.id.rest[0])
    await press.reply.show(section_screen(bot, book, section))


@on_press(Verb.PHASE_RULES, Power.SEE, new_message=True)
async def on_phase_rules(press: Press) -> None:
    """Show the rules of the phase: those of the presser's own question, or of the phase's name."""
    bot = press.bot
    status = await bot.herald.look.status(press.game)
    book = rulebook(status.info.game.ruleset)
    if status.info.seat_of(press.user.id) is not None and status.awaited:
        desk = await bot.herald.look.desk(press.game, press.user.id)
        rules = [each.decision.rule for each in desk.decisions if each.decision.blocking]
        for anchor in rules:
            try:
                section = book.section(anchor)
            except UnknownSection:
                continue
            await press.reply.show(section_screen(bot, book, section))
            return
    near = () if status.view is None else book.chapters_of(status.view.phase)
    await press.reply.show(await answer_screen(bot, book, status.phase, near))


@on_press(Verb.RULES_OF_CHANNEL, None, slow=True)
async def on_rules_of_channel(press: Press) -> None:
    """Remember which rules a channel asks about, and answer the question that was asked."""
    bot = press.bot
    name, _, query = press.value.partition(":")
    if name not in rulesets():
        raise ReplyWith(bot.voice().say("rules.no_section"))
    channel = press.interaction.channel_id
    if channel is not None:
        await bot.herald.servers.note_rules_of_channel(channel, name)
    await press.reply.show(await _answer(bot, rulebook(name), query, ()))


@on_press(Verb.REFERENCE, None, new_message=True, slow=True)
async def on_reference(press: Press) -> None:
    """Show what players ask most."""
    await press.reply.show(await _reference(press.bot, press.id.rest[0]))


@on_press(Verb.SHARE_REFERENCE, None, new_message=True, public=True, slow=True)
async def on_share_reference(press: Press) -> None:
    """Show everybody what players ask most."""
    await press.reply.show(await _reference(press.bot, press.id.rest[0], shared=True))


async def _reference(bot: Bot, name: str, *, shared: bool = False) -> Screen:
    """The quick reference of rules that are still known."""
    if name not in rulesets():
        raise ReplyWith(bot.voice().say("rules.no_section"))
    return await reference_screen(bot, rulebook(name), shared=shared)


async def _answer(bot: Bot, book: Rulebook, about: str, near: tuple[str, ...]) -> Screen:
    """The section of that name, or what answers a question; what is asked most for no question."""
    if not about:
        return await reference_screen(bot, book)
    try:
        return section_screen(bot, book, book.section(about))
    except UnknownSection:
        return await answer_screen(bot, book, about, near)


async def game_here(interaction: Interaction) -> GameInfo | None:
    """The game that the user's question may be about, if there is one they may see."""
    try:
        return await game_meant(Power.SEE, interaction)
    except (ReplyWith, NotAllowed):
        return None


async def known_rules(interaction: Interaction) -> str | None:
    """The rules that a channel without a game asks about, if it was chosen."""
    channel = interaction.channel_id
    found = (
        None
        if channel is None
        else await interaction.client.herald.servers.rules_of_channel(channel)
    )
    return found if found in rulesets() else None


async def book_meant(interaction: Interaction, rules: str | None) -> Rulebook:
    """The rulebook that is named, or of the game or the channel here, or the first there is."""
    if rules is not None:
        return rulebook(rules)
    info = await game_here(interaction)
    if info is not None:
        return rulebook(info.game.ruleset)
    return rulebook(await known_rules(interaction) or rulesets()[0])


async def sections(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Sections whose title or text fits what was typed."""

    async def find() -> list[app_commands.Choice[str]]:
        book = await book_meant(interaction, getattr(interaction.namespace, "rules", None))
        wanted = current.casefold()
        await ready_to_search(book)
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
    """Ask the rules something, or read a section."""

    async def work(reply: Reply) -> None:
        bot = interaction.client
        query = (about or "").strip()
        info = await game_here(interaction)
        if rules is None and info is None:
            known = await known_rules(interaction)
            if known is None:
                await reply.show(which_rules_screen(bot, query))
            else:
                await reply.show(await _answer(bot, rulebook(known), query, ()))
            return
        book = rulebook(rules or (info.game.ruleset if info else ""))
        await reply.show(await _answer(bot, book, query, await _near(bot, book, info)))

    await respond(interaction, work, slow=not about)


async def _near(bot: Bot, book: Rulebook, info: GameInfo | None) -> tuple[str, ...]:
    """The chapters of the phase that the game is in, when it is played by this book."""
    if info is None or info.game.ruleset != book.ruleset or info.game.status == "lobby":
        return ()
    view = (await bot.herald.look.status(info.id)).view
    return () if view is None else book.chapters_of(view.phase)
