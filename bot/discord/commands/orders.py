"""Typed choices: `/act` with suggestions while typing, `/orders` with many lines at once."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

import discord
from discord import app_commands, ui

from bot.discord.commands.asking import (
    NAME_MOST,
    Interaction,
    choice,
    game_meant,
    own_games,
    respond,
    say,
    suggested,
)
from bot.discord.commands.panel import after, choose, choose_draft, opened, show_urgent
from bot.discord.interactions.components import Press, on_press
from bot.discord.interactions.ids import ComponentId, ForeignId, OldId
from bot.discord.interactions.replies import Reply, ReplyWith
from bot.discord.interactions.verbs import Verb
from bot.discord.panels.draft import OutdatedDraft, codes_of_value
from bot.discord.panels.player_panel import ScreenContext, question_of
from bot.discord.panels.question import Question
from bot.discord.posts.notices import notice
from bot.discord.screen import Block, Screen, TextBudget, button, clipped, row, text
from bot.discord.voices import escape, in_code
from bot.service import Desk, GameInfo, OrderLine, OrderSheet
from bot.service.errors import BadOrders
from bot.service.seats.powers import Power, require
from engine.core.grammar import Value
from engine.core.messages import Voice

if TYPE_CHECKING:
    from bot.discord.client import Bot

FIELD = "orders"
ORDERS_MOST = 2000
"""How much can be typed: it has to fit into the message that asks for confirmation."""
FENCE = "```"
SHOWN = 5


def add(bot: Bot, group: app_commands.Group) -> None:
    """Declare the commands."""
    bot.tree.add_command(act_command)
    bot.tree.add_command(orders_command)


# One choice, found by typing.


class Found(NamedTuple):
    """A legal choice in words, as a panel that has come to it."""

    words: str
    question: Question


async def found(
    bot: Bot,
    interaction: discord.Interaction[Bot],
    code: str | None,
    typed: str,
    *,
    whole: bool = False,
) -> tuple[Desk, list[Found]]:
    """The legal choices that fit what was typed; if that is `whole`, an order written out, too."""
    info = await game_meant(Power.OPEN_PANEL, interaction, code)
    user = interaction.user.id
    phrases = await bot.herald.orders.search(info.id, user, typed)
    meant = [(each.decision.id, each.value, each.words) for each in phrases]
    if whole and not meant and typed.strip():
        sheet = await bot.herald.orders.read(info.id, user, " ".join(typed.split()))
        meant = [(each.decision, each.value, each.words) for each in sheet.lines if sheet.is_good]
    desk, context = await bot.herald.look.desk(info.id, user), bot.context(info)
    fitting = []
    for decision, value, words in meant:
        question = complete(context, desk, decision, value)
        if question is not None:
            fitting.append(Found(words, question))
    return desk, fitting


def complete(context: ScreenContext, desk: Desk, decision: str, value: Value) -> Question | None:
    """A choice as a panel that has come to it; None if the game has gone on."""
    asked = desk.asked(decision)
    if asked is None:
        return None
    try:
        codes = codes_of_value(asked.decision.grammar, value)
        state = question_of(context, desk, asked).state._replace(codes=codes)
        return question_of(context, desk, asked, state)
    except OutdatedDraft:
        return None


async def choices(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Suggestions for `/act`: what would be done, and the id that does it."""

    async def find() -> list[app_commands.Choice[str]]:
        code = getattr(interaction.namespace, "game", None)
        _, fitting = await found(interaction.client, interaction, code, current)
        return [choice(each.words, each.question.id(Verb.CONFIRM_DRAFT)) for each in fitting]

    return await suggested(find())


@app_commands.command(name="act", description=say("command.act"))
@app_commands.describe(what=say("option.what"), game=say("option.game"))
@app_commands.autocomplete(what=choices, game=own_games)
async def act_command(interaction: Interaction, what: str, game: str | None = None) -> None:
    """Make a choice by typing."""

    async def work(reply: Reply) -> None:
        bot = interaction.client
        try:
            chosen = bot.ids.read(what)
        except (ForeignId, OldId, ValueError):
            await act_on_words(bot, reply, interaction, what, game)
            return
        await act_on_id(bot, reply, chosen)

    await respond(interaction, work)


async def act_on_id(bot: Bot, reply: Reply, component_id: ComponentId) -> None:
    """Do what a suggestion stands for."""
    user = reply.interaction.user
    if component_id.verb != Verb.CONFIRM_DRAFT:
        raise ReplyWith(bot.voice().say("press.old"))
    info = await bot.herald.look.game(component_id.game)
    actor = await bot.membership.actor(reply.interaction, info)
    require(Power.PLAY, actor, info)
    press = Press(bot, reply, component_id, user, (), {}, None, actor)
    if (at := await opened(press)) is not None:
        await choose_draft(press, at)


async def act_on_words(
    bot: Bot, reply: Reply, interaction: Interaction, typed: str, code: str | None
) -> None:
    """Do what was typed, if it can mean but one thing; otherwise ask which is meant."""
    desk, fitting = await found(bot, interaction, code, typed[:NAME_MOST], whole=True)
    voice = bot.voice(desk.info)
    exact = [each for each in fitting if each.words.casefold() == typed.strip().casefold()]
    if len(exact) == 1 or len(fitting) == 1:
        await choose(bot, reply, desk, (exact or fitting)[0].question)
        return
    if not fitting:
        raise ReplyWith(voice.say("act.nothing", typed=escape(clipped(typed, 60))))
    buttons = [
        button(each.question.id(Verb.CONFIRM_DRAFT), clipped(plain(each.words), 80))
        for each in fitting[:SHOWN]
    ]
    blocks: list[Block] = [row(each) for each in buttons]
    await reply.show(notice(voice.say("act.which", typed=escape(clipped(typed, 60))), *blocks))


def plain(words: str) -> str:
    """Words for a label, without the escapes that text needs."""
    return words.replace("\\", "").replace("\N{ZERO WIDTH SPACE}", "")


# Many orders at once.


@app_commands.command(name="orders", description=say("command.orders"))
@app_commands.describe(game=say("option.game"))
@app_commands.autocomplete(game=own_games)
async def orders_command(interaction: Interaction, game: str | None = None) -> None:
    """Type or paste orders, one per line."""

    async def work(reply: Reply) -> None:
        bot = interaction.client
        info = await game_meant(Power.OPEN_PANEL, interaction, game)
        if not reply.can_ask:
            raise ReplyWith(bot.voice(info).say("panel.press_again"))
        await reply.ask(typing(bot, info, ""))

    await respond(interaction, work, may_ask=True)


def typing(bot: Bot, info: GameInfo, before: str) -> ui.Modal:
    """The modal that orders are typed into."""
    voice = bot.voice(info)
    modal = ui.Modal(
        title=voice.say("orders.title"), custom_id=bot.ids.make(Verb.ORDERS_TYPED, info.id)
    )
    field = ui.TextInput[ui.Modal](
        custom_id=FIELD,
        style=discord.TextStyle.paragraph,
        max_length=ORDERS_MOST,
        default=before or None,
        placeholder=voice.say("sample_order"),
    )
    modal.add_item(ui.Label(text=voice.say("orders.field"), component=field))
    return modal


@on_press(Verb.ORDERS_TYPED, Power.OPEN_PANEL)
async def on_typed(press: Press) -> None:
    """Read what was typed, and show it for confirmation. Nothing is done yet."""
    bot = press.bot
    typed = tidy(press.typed.get(FIELD, ""))
    if len(typed) > ORDERS_MOST:
        raise ReplyWith(bot.voice().say("press.unreadable"))
    info = await bot.herald.look.game(press.game)
    sheet = await bot.herald.orders.read(info.id, press.user.id, typed)
    await press.reply.show(sheet_screen(bot, info, sheet, typed))


def tidy(typed: str) -> str:
    """Typed orders without what would break out of the block they are shown in."""
    lines = map(in_code, typed.splitlines())
    return "\n".join(line for line in lines if line)


def sheet_screen(bot: Bot, info: GameInfo, sheet: OrderSheet, typed: str) -> Screen:
    """Orders as they were understood; to be confirmed if all of them were."""
    voice, budget = bot.voice(info), TextBudget(1900)
    lines = "\n".join(line_words(line, voice) for line in sheet.lines) or voice.say("orders.empty")
    head = voice.say("orders.good" if sheet.is_good else "orders.bad")
    blocks: list[Block] = [text(f"{head}\n{budget.take(lines)}")]
    buttons: list[Block] = []
    if typed:
        blocks.append(text(f"{FENCE}\n{typed}\n{FENCE}"))
        edit = bot.ids.make(Verb.EDIT_ORDERS, info.id, digest(typed))
        if sheet.is_good:
            give = bot.ids.make(Verb.GIVE_ORDERS, info.id, digest(typed))
            buttons.append(button(give, voice.say("orders.give", n=len(sheet.lines)), "good"))
        buttons.append(button(edit, voice.say("orders.edit")))
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


@on_press(Verb.EDIT_ORDERS, Power.OPEN_PANEL, may_ask=True)
async def on_edit(press: Press) -> None:
    """Change orders before they are given."""
    bot = press.bot
    info = await bot.herald.look.game(press.game)
    before = shown_orders(press.message, press.id.rest[0]) or ""
    if not press.reply.can_ask:
        raise ReplyWith(bot.voice(info).say("panel.press_again"))
    await press.reply.ask(typing(bot, info, before))


@on_press(Verb.GIVE_ORDERS, Power.PLAY)
async def on_give(press: Press) -> None:
    """Carry orders out, all or none."""
    bot, reply = press.bot, press.reply
    info = await bot.herald.look.game(press.game)
    typed = shown_orders(press.message, press.id.rest[0])
    if typed is None:
        raise ReplyWith(bot.voice(info).say("press.old"))
    click = str(reply.interaction.id)
    try:
        receipts = await bot.herald.orders.give(info.id, press.user.id, typed, interaction=click)
    except BadOrders as bad:
        await reply.show(sheet_screen(bot, info, bad.sheet, typed))
        return
    if receipts:
        await after(bot, reply, *receipts)
        return
    desk = await bot.herald.look.desk(info.id, press.user.id)
    await show_urgent(bot, reply, desk, bot.voice(info).say("plan.kept"))
