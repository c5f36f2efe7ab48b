"""Typed choices: `/act` with suggestions while typing, `/orders` with many lines at once."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import NamedTuple

import discord

from bot.discord.ask import Ask, Shown
from bot.discord.commands.panel import Opened, after, choose, choose_draft, opened, show_urgent
from bot.discord.interactions.ids import ComponentId, ForeignId, OldId
from bot.discord.interactions.verbs import Verb
from bot.discord.page import Form, Page
from bot.discord.panels.draft import OutdatedDraft, codes_of_value
from bot.discord.panels.player_panel import question_of
from bot.discord.panels.question import Question
from bot.discord.presses import press
from bot.discord.screen import Block, Screen, TextBudget, button, clipped, row, text
from bot.discord.slash import NAME_MOST, command
from bot.discord.voices import escape, in_code
from bot.service import Desk, OrderLine, OrderSheet
from bot.service.errors import BadOrders
from bot.service.seats.powers import Power, require
from engine.core.grammar import Value
from engine.core.messages import Voice

FIELD = "orders"
ORDERS_MOST = 2000
"""How much can be typed: it has to fit into the message that asks for confirmation."""
FENCE = "```"
SHOWN = 5


# One choice, found by typing.


class Found(NamedTuple):
    """A legal choice in words, as a panel that has come to it."""

    words: str
    question: Question


async def found(ask: Ask, typed: str, *, whole: bool = False) -> tuple[Desk, list[Found]]:
    """The legal choices that fit what was typed; if that is `whole`, an order written out, too."""
    game, user = ask.game, ask.user.id
    phrases = await ask.herald.orders.search(game, user, typed)
    meant = [(each.decision.id, each.value, each.words) for each in phrases]
    if whole and not meant and typed.strip():
        sheet = await ask.herald.orders.read(game, user, " ".join(typed.split()))
        meant = [(each.decision, each.value, each.words) for each in sheet.lines if sheet.is_good]
    desk = await ask.desk()
    fitting = []
    for decision, value, words in meant:
        question = complete(ask.page, desk, decision, value)
        if question is not None:
            fitting.append(Found(words, question))
    return desk, fitting


def complete(page: Page, desk: Desk, decision: str, value: Value) -> Question | None:
    """A choice as a panel that has come to it; None if the game has gone on."""
    asked = desk.asked(decision)
    if asked is None:
        return None
    try:
        codes = codes_of_value(asked.decision.grammar, value)
        state = question_of(page, desk, asked).state._replace(codes=codes)
        return question_of(page, desk, asked, state)
    except OutdatedDraft:
        return None


async def choices(ask: Ask, typed: str) -> list[tuple[str, str]]:
    """Suggestions for `/act`: what would be done, and the id that does it."""
    _, fitting = await found(await ask.in_game(Power.OPEN_PANEL), typed)
    return [(each.words, each.question.id(Verb.CONFIRM_DRAFT)) for each in fitting]


@command("act", None, suggest={"what": choices})
async def act(ask: Ask, *, what: str, game: str | None = None) -> Shown:
    """Make a choice by typing."""
    try:
        chosen = ask.page.ids.read(what)
    except (ForeignId, OldId, ValueError):
        return await act_on_words(await ask.in_game(Power.OPEN_PANEL, game), what)
    return await act_on_id(ask, chosen)


async def act_on_id(ask: Ask, chosen: ComponentId) -> Shown:
    """Do what a suggestion stands for: it names its game."""
    if chosen.verb != Verb.CONFIRM_DRAFT:
        raise ask.refuse("press.old")
    there = ask.of(await ask.herald.look.game(chosen.game))
    actor = await there.actor_for(Power.PLAY)
    require(Power.PLAY, actor, there.info)
    meant = replace(there, actor=actor, id=chosen)
    at = await opened(meant)
    return await choose_draft(meant, at) if isinstance(at, Opened) else at


async def act_on_words(ask: Ask, typed: str) -> Shown:
    """Do what was typed, if it can mean but one thing; otherwise ask which is meant."""
    desk, fitting = await found(ask, typed[:NAME_MOST], whole=True)
    exact = [each for each in fitting if each.words.casefold() == typed.strip().casefold()]
    if len(exact) == 1 or len(fitting) == 1:
        return await choose(ask, desk, (exact or fitting)[0].question)
    if not fitting:
        raise ask.refuse("act.nothing", typed=escape(clipped(typed, 60)))
    buttons = [
        button(each.question.id(Verb.CONFIRM_DRAFT), clipped(plain(each.words), 80))
        for each in fitting[:SHOWN]
    ]
    return ask.page.notice("act.which", *map(row, buttons), typed=escape(clipped(typed, 60)))


def plain(words: str) -> str:
    """Words for a label, without the escapes that text needs."""
    return words.replace("\\", "").replace("\N{ZERO WIDTH SPACE}", "")


# Many orders at once.


@command("orders", Power.OPEN_PANEL)
async def orders(ask: Ask) -> Form:
    """Type or paste orders, one per line."""
    return typing(ask.page)


def typing(page: Page, before: str = "") -> Form:
    """The form that orders are typed into."""
    lines = page.field(
        FIELD,
        "orders.field",
        before or None,
        most=ORDERS_MOST,
        placeholder="sample_order",
        long=True,
    )
    return page.form(Verb.ORDERS_TYPED, "orders.title", lines)


@press(Verb.ORDERS_TYPED, Power.OPEN_PANEL)
async def orders_typed(ask: Ask) -> Screen:
    """Read what was typed, and show it for confirmation. Nothing is done yet."""
    typed = tidy(ask.typed.get(FIELD, ""))
    if len(typed) > ORDERS_MOST:
        raise ask.refuse("press.unreadable")
    return sheet_screen(ask.page, await ask.herald.orders.read(ask.game, ask.user.id, typed), typed)


def tidy(typed: str) -> str:
    """Typed orders without what would break out of the block they are shown in."""
    lines = map(in_code, typed.splitlines())
    return "\n".join(line for line in lines if line)


def sheet_screen(page: Page, sheet: OrderSheet, typed: str) -> Screen:
    """Orders as they were understood; to be confirmed if all of them were."""
    voice, budget = page.voice, TextBudget(1900)
    lines = "\n".join(line_words(line, voice) for line in sheet.lines) or page.say("orders.empty")
    head = page.say("orders.good" if sheet.is_good else "orders.bad")
    blocks: list[Block] = [text(f"{head}\n{budget.take(lines)}")]
    buttons: list[Block] = []
    if typed:
        blocks.append(text(f"{FENCE}\n{typed}\n{FENCE}"))
        rest, n = [digest(typed)], len(sheet.lines)
        if sheet.is_good:
            buttons.append(page.button(Verb.GIVE_ORDERS, "orders.give", "good", rest=rest, n=n))
        buttons.append(page.button(Verb.EDIT_ORDERS, "orders.edit", rest=rest))
    return Screen([*blocks, row(*buttons)] if buttons else blocks)


def line_words(line: OrderLine, voice: Voice) -> str:
    """One order: what it would do, or what is wrong with it and what comes closest."""
    if line.later:
        kind = voice.say(f"phase.{line.later}")
        return voice.say("orders.line_later", n=line.number, words=escape(line.words), kind=kind)
    if line.is_good:
        return voice.say("orders.line_good", n=line.number, words=line.words)
    return voice.say("orders.line_bad", n=line.number, problem=line.problem, nearest=line.nearest)


def digest(typed: str) -> str:
    """What tells typed orders apart, for the id that gives them."""
    return hashlib.sha256(typed.encode()).hexdigest()[:12]


def shown_orders(message: discord.Message | None, wanted: str) -> str | None:
    """The orders that a message shows for confirmation; None if they are not those of the id."""
    if message is None:
        return None
    for component in walk(message.components):
        content = getattr(component, "content", None)
        if isinstance(content, str) and content.startswith(FENCE):
            typed = content.removeprefix(FENCE).removesuffix(FENCE).strip("\n")
            if digest(typed) == wanted:
                return typed
    return None


def walk(components: object) -> list[object]:
    """Every component of a message, those inside others included."""
    found: list[object] = []
    for component in components if isinstance(components, (list, tuple)) else ():
        found.append(component)
        found += walk(getattr(component, "children", ()))
    return found


@press(Verb.EDIT_ORDERS, Power.OPEN_PANEL)
async def edit(ask: Ask) -> Form:
    """Change orders before they are given."""
    return typing(ask.page, shown_orders(ask.message, ask.rest[0]) or "")


@press(Verb.GIVE_ORDERS, Power.PLAY)
async def give_orders(ask: Ask) -> Shown:
    """Carry orders out, all or none."""
    typed = shown_orders(ask.message, ask.rest[0])
    if typed is None:
        raise ask.refuse("press.old")
    try:
        receipts = await ask.herald.orders.give(ask.game, ask.user.id, typed, interaction=ask.click)
    except BadOrders as bad:
        return sheet_screen(ask.page, bad.sheet, typed)
    if receipts:
        return await after(ask, *receipts)
    return await show_urgent(ask, await ask.desk(), ask.say("plan.kept"))
