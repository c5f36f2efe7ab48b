"""`/rules`: ask the rules, read a section, share it with the channel."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from bot.discord.ask import Ask
from bot.discord.interactions.packing import unpack
from bot.discord.interactions.replies import ReplyWith
from bot.discord.interactions.verbs import Verb
from bot.discord.posts.rule_screens import (
    answer_screen,
    ready_to_search,
    reference_screen,
    section_screen,
    which_rules_screen,
)
from bot.discord.posts.table_settings import rules_title
from bot.discord.presses import press
from bot.discord.screen import Screen
from bot.discord.slash import command
from bot.service import GameInfo
from bot.service.errors import NotAllowed
from bot.service.seats.powers import Power
from engine.core.registry import rulesets
from engine.rulebook import Rulebook, Section, UnknownRulebook, UnknownSection, rulebook, sentences

RULES = [(rules_title(name), name) for name in rulesets()]


@press(Verb.RULE_SECTION, None)
async def a_section(ask: Ask) -> Screen:
    """Show a section, or another page of it."""
    name, *rest = ask.rest
    anchor = ask.value if ask.values else rest[0]
    page = 0 if ask.values else unpack(rest[1])[0]
    book, section = section_named(ask, name, anchor)
    return section_screen(ask.page, book, section, page)


def section_named(ask: Ask, name: str, anchor: str) -> tuple[Rulebook, Section]:
    """A section of a rulebook; raises `ReplyWith` when it is there no more."""
    try:
        book = rulebook(name)
        return book, book.section(anchor)
    except (UnknownRulebook, UnknownSection):
        raise ask.refuse("rules.no_section") from None


@press(Verb.SHARE_RULE, None, new_message=True, public=True)
async def share(ask: Ask) -> Screen:
    """Show a section to everybody, with the answer marked that was found in it."""
    name, anchor, packed = ask.rest
    book, section = section_named(ask, name, anchor)
    page, *number = unpack(packed)
    answer = sentences(section.body)[: number[0]][-1:] if number and number[0] else []
    marked = next(iter(answer), None)
    return section_screen(ask.page, book, section, page, shared=True, answer=marked)


@press(Verb.RULE, Power.SEE, new_message=True)
async def rule(ask: Ask) -> Screen:
    """Show the rule that a question comes from."""
    book, section = section_named(ask, ask.info.game.ruleset, ask.rest[0])
    return section_screen(ask.page, book, section)


@press(Verb.PHASE_RULES, Power.SEE, new_message=True)
async def phase_rules(ask: Ask) -> Screen:
    """Show the rules of the phase: those of the presser's own question, or of the phase's name."""
    status = await ask.herald.look.status(ask.game)
    book = rulebook(status.info.game.ruleset)
    if status.info.seat_of(ask.user.id) is not None and status.awaited:
        for each in (await ask.desk()).decisions:
            with suppress(UnknownSection):
                if each.decision.blocking:
                    return section_screen(ask.page, book, book.section(each.decision.rule))
    near = () if status.view is None else book.chapters_of(status.view.phase)
    return await answer_screen(ask.page, book, status.phase, near)


@press(Verb.RULES_OF_CHANNEL, None, slow=True)
async def rules_of_channel(ask: Ask) -> Screen:
    """Remember which rules a channel asks about, and answer the question that was asked."""
    name, _, query = ask.value.partition(":")
    if name not in rulesets():
        raise ask.refuse("rules.no_section")
    if ask.channel is not None:
        await ask.herald.servers.note_rules_of_channel(ask.channel, name)
    return await _answer(ask, rulebook(name), query)


@press(Verb.REFERENCE, None, new_message=True, slow=True)
async def reference(ask: Ask) -> Screen:
    """Show what players ask most."""
    return await _reference(ask, ask.rest[0])


@press(Verb.SHARE_REFERENCE, None, new_message=True, public=True, slow=True)
async def share_reference(ask: Ask) -> Screen:
    """Show everybody what players ask most."""
    return await _reference(ask, ask.rest[0], shared=True)


async def _reference(ask: Ask, name: str, *, shared: bool = False) -> Screen:
    """The quick reference of rules that are still known."""
    if name not in rulesets():
        raise ask.refuse("rules.no_section")
    return await reference_screen(ask.page, ask.pictures, rulebook(name), shared=shared)


async def _answer(ask: Ask, book: Rulebook, about: str, near: Sequence[str] = ()) -> Screen:
    """The section of that name, or what answers a question; what is asked most for no question."""
    if not about:
        return await reference_screen(ask.page, ask.pictures, book)
    try:
        return section_screen(ask.page, book, book.section(about))
    except UnknownSection:
        return await answer_screen(ask.page, book, about, near)


async def game_here(ask: Ask) -> GameInfo | None:
    """The game that the user's question may be about, if there is one they may see."""
    try:
        return (await ask.in_game(Power.SEE)).info
    except (ReplyWith, NotAllowed):
        return None


async def known_rules(ask: Ask) -> str | None:
    """The rules that a channel without a game asks about, if it was chosen."""
    found = None if ask.channel is None else await ask.herald.servers.rules_of_channel(ask.channel)
    return found if found in rulesets() else None


async def book_meant(ask: Ask, rules: str | None) -> Rulebook:
    """The rulebook that is named, or of the game or the channel here, or the first there is."""
    if rules is not None:
        return rulebook(rules)
    info = await game_here(ask)
    if info is not None:
        return rulebook(info.game.ruleset)
    return rulebook(await known_rules(ask) or rulesets()[0])


async def sections(ask: Ask, typed: str) -> list[tuple[str, str]]:
    """Sections whose title or text fits what was typed."""
    book = await book_meant(ask, ask.typed.get("rules"))
    wanted = typed.casefold()
    await ready_to_search(book)
    named = [each for each in book.sections if wanted in each.title.casefold()]
    searched = [hit.section for hit in book.search(typed, 10)] if wanted else []
    shown = {each.anchor: each for each in (*named, *searched)}
    return [(f"{each.number} {each.title}", anchor) for anchor, each in shown.items()]


def is_slow(about: str | None = None, **_: object) -> bool:
    """Whether the quick reference is shown, which is a picture."""
    return not about


@command("rules", None, slow=is_slow, suggest={"about": sections}, choices={"rules": RULES})
async def rules_(ask: Ask, *, about: str | None = None, rules: str | None = None) -> Screen:
    """Ask the rules something, or read a section."""
    query = (about or "").strip()
    info = await game_here(ask)
    if rules is None and info is None:
        known = await known_rules(ask)
        if known is None:
            return which_rules_screen(ask.page, query)
        return await _answer(ask, rulebook(known), query)
    book = rulebook(rules or (info.game.ruleset if info else ""))
    return await _answer(ask, book, query, await _near(ask, book, info))


async def _near(ask: Ask, book: Rulebook, info: GameInfo | None) -> tuple[str, ...]:
    """The chapters of the phase that the game is in, when it is played by this book."""
    if info is None or info.game.ruleset != book.ruleset or info.game.status == "lobby":
        return ()
    view = (await ask.herald.look.status(info.id)).view
    return () if view is None else book.chapters_of(view.phase)
