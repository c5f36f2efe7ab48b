"""The table's options, from the rule set's own grammar, and its pace."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, get_args

import msgspec
from discord import app_commands, ui

from bot.discord.commands.asking import Interaction, game_meant, own_games, respond, say
from bot.discord.interactions.components import Press, on_press
from bot.discord.interactions.ids import ComponentId
from bot.discord.interactions.packing import pack, unpack
from bot.discord.interactions.replies import Reply, ReplyWith
from bot.discord.interactions.verbs import Verb
from bot.discord.panels.draft import Leaf, walk
from bot.discord.posts.seating import hosting
from bot.discord.posts.table_settings import (
    TABLE,
    clock_face,
    days_of,
    option_words,
    parts_words,
    quiet_words,
)
from bot.discord.screen import (
    COMPONENTS_MOST,
    OPTIONS_MOST,
    TITLE_MOST,
    Block,
    MenuOption,
    Screen,
    button,
    clipped,
    components_of,
    row,
    rows,
    select,
    text,
)
from bot.discord.times import minutes_of, quiet_modal, quiet_typed
from bot.service import AtTheEnd, GameInfo, Pace, PaceKind, at_pace
from bot.service.clock.days import shares, usual_parts
from bot.service.seats.powers import Power
from engine.core.grammar import Amount, OneOf, Unfit, Value
from engine.core.registry import ruleset

if TYPE_CHECKING:
    from bot.discord.client import Bot

FIELD = "number"
PAGE_MOST = COMPONENTS_MOST - 4
"""Components of a page: the message, its title and the way to the next page have some as well."""
ASKED_BY: dict[str, str] = {
    Verb.OPTION_TYPED: Verb.TYPE_OPTION,
    Verb.TABLE_QUIET_TYPED: Verb.TABLE_QUIET,
}
"""The buttons that lead to what is typed."""
PHASE_HOURS = (1, 2, 4, 8, 12, 24, 36, 48, 72, 168)


def add(bot: Bot, group: app_commands.Group) -> None:
    """Declare the command."""
    group.add_command(options_command)


def fields(info: GameInfo) -> list[tuple[str, Leaf, Value]]:
    """The options of a table: each one's name, grammar and setting."""
    rules = ruleset(info.game.ruleset)
    chosen = {**rules.option_defaults, **info.game.options}
    said: dict[str, Value] = {}
    found = []
    for field in rules.options.fields:
        grammar = field.given(said, rules.options.source)
        if grammar is None:
            continue
        said[field.name] = chosen[field.name]
        gone = walk(grammar)
        leaf = gone.open or gone.said[0].leaf
        found.append((field.name, leaf, chosen[field.name]))
    return found


def options_screen(
    bot: Bot, info: GameInfo, *, page: int = 0, about: ComponentId | None = None
) -> Screen:
    """The options and the pace, to be changed by the host.

    Where they are more than a message holds, they have several pages: the one that is asked for, or
    on which a press is `about` something, is shown.
    """
    voice = bot.voice(info)
    found = pages([*rules_blocks(bot, info), *table_blocks(bot, info)])
    if about is not None:
        verb = ASKED_BY.get(about.verb, about.verb)
        page = page_of(found, bot.ids.make(verb, info.id, *about.rest))
    page = min(page, len(found) - 1)
    blocks = [text(voice.say("options.title")), *found[page]]
    if len(found) > 1:
        other = pack([(page + 1) % len(found)])
        label = voice.say("options.more", n=page + 1, all=len(found))
        blocks.append(row(button(bot.ids.make(Verb.OPTIONS_PAGE, info.id, other), label, "main")))
    return Screen(blocks)


def pages(blocks: Sequence[Block]) -> list[list[Block]]:
    """Blocks in as many pages as they need, each as full as it may be."""
    found: list[list[Block]] = [[]]
    for block in blocks:
        if components_of([*found[-1], block]) > PAGE_MOST:
            found.append([])
        found[-1].append(block)
    return found


def page_of(found: Sequence[Sequence[Block]], custom_id: str) -> int:
    """The page on which a button or select stands; the first where none has it."""
    for number, blocks in enumerate(found):
        items = [item for block in blocks for item in getattr(block, "children", ())]
        if any(getattr(item, "custom_id", None) == custom_id for item in items):
            return number
    return 0


def rules_blocks(bot: Bot, info: GameInfo) -> list[Block]:
    """What the rules let a table choose."""
    voice = bot.voice(info)
    blocks: list[Block] = []
    typed: list[Block] = []
    for name, leaf, value in fields(info):
        title = voice.field(TABLE, name)
        if isinstance(leaf.grammar, OneOf) and len(leaf.grammar.keys) <= OPTIONS_MOST:
            lines = [
                MenuOption(
                    option.key,
                    voice.say(
                        "options.set", field=title, answer=voice.unescaped.label(option.label)
                    ),
                    voice.unescaped.note(option),
                    chosen=option.key == value,
                )
                for option in leaf.grammar.options()
            ]
            blocks.append(select(bot.ids.make(Verb.SET_OPTION, info.id, name), lines, title))
        elif isinstance(leaf.grammar, Amount):
            answer = option_words(voice, name, leaf.grammar, value)
            label = voice.say("options.set", field=title, answer=answer)
            typed.append(button(bot.ids.make(Verb.TYPE_OPTION, info.id, name), label))
    return blocks + rows(typed)


def table_blocks(bot: Bot, info: GameInfo) -> list[Block]:
    """What every table chooses: seats, pace, who may watch, advice, and who is its host."""
    return [
        seats_select(bot, info),
        *pace_blocks(bot, info),
        watching_select(bot, info),
        advice_select(bot, info),
        *hosting(info, bot.voice(info), bot.ids),
    ]


def watching_select(bot: Bot, info: GameInfo) -> Block:
    """Who may look at the game."""
    voice, is_open = bot.voice(info), info.game.open_to_outsiders
    lines = [
        MenuOption(
            each, voice.say(f"options.watching_{each}"), chosen=(each == "anyone") == is_open
        )
        for each in ("members", "anyone")
    ]
    return select(bot.ids.make(Verb.SET_WATCHING, info.id), lines, voice.say("options.watching"))


def advice_select(bot: Bot, info: GameInfo) -> Block:
    """Whether players may ask for advice."""
    voice, is_on = bot.voice(info), info.game.pace.advice
    lines = [
        MenuOption("on", voice.say("options.advice_on"), chosen=is_on),
        MenuOption("off", voice.say("options.advice_off"), chosen=not is_on),
    ]
    return select(bot.ids.make(Verb.SET_ADVICE, info.id), lines, voice.say("options.advice"))


def seats_select(bot: Bot, info: GameInfo) -> Block:
    """How many can sit down."""
    voice = bot.voice(info)
    lines = [
        MenuOption(str(n), voice.say("options.seats", n=n), chosen=n == info.game.seats_wanted)
        for n in ruleset(info.game.ruleset).seats
        if n >= len(info.seats)
    ]
    return select(bot.ids.make(Verb.SET_SEATS, info.id), lines, voice.say("options.seats_title"))


def pace_blocks(bot: Bot, info: GameInfo) -> list[Block]:
    """How fast the table plays."""
    voice, pace = bot.voice(info), info.game.pace
    hours = sorted({*PHASE_HOURS, max(1, pace.phase_minutes // 60)})
    lines = [
        MenuOption(str(n), voice.say("pace.hours", n=n), chosen=n * 60 == pace.phase_minutes)
        for n in hours
    ]
    ends = [
        MenuOption(end, voice.say(f"pace.{end}"), chosen=end == pace.at_the_end)
        for end in get_args(AtTheEnd)
    ]
    kinds = [
        MenuOption(
            kind,
            voice.say(f"pace.kind_{kind}", days=days_of(info.game, kind)),
            chosen=kind == pace.kind,
        )
        for kind in get_args(PaceKind)
    ]
    is_daily = pace.kind == "daily"
    times = [button(bot.ids.make(Verb.TABLE_QUIET, info.id), voice.say("options.quiet"))]
    if is_daily:
        label = voice.say("options.turn_parts")
        times.append(button(bot.ids.make(Verb.TURN_PARTS, info.id), label))
    hours_select = select(bot.ids.make(Verb.SET_PACE, info.id), lines, voice.say("options.pace"))
    return [
        *([text(quiet)] if (quiet := quiet_words(pace, voice)) else []),
        *([text(parts_words(info.game, voice))] if is_daily else []),
        select(bot.ids.make(Verb.SET_PACE_KIND, info.id), kinds, voice.say("options.pace_kind")),
        *([] if is_daily else [hours_select]),
        select(bot.ids.make(Verb.SET_TIMEOUT, info.id), ends, voice.say("options.end")),
        row(*times),
    ]


@on_press(Verb.OPTIONS, Power.SEE, new_message=True)
async def on_options(press: Press) -> None:
    """Show the options."""
    info = await press.bot.herald.look.game(press.game)
    await press.reply.show(options_screen(press.bot, info))


@on_press(Verb.OPTIONS_PAGE, Power.SEE)
async def on_page(press: Press) -> None:
    """Show further options."""
    info = await press.bot.herald.look.game(press.game)
    (page, *_) = unpack(press.id.rest[0])
    await press.reply.show(options_screen(press.bot, info, page=page))


@on_press(Verb.SET_OPTION, Power.SET_OPTIONS)
async def on_set(press: Press) -> None:
    """Set an option to one of its values."""
    info = await press.bot.herald.look.game(press.game)
    name, leaf, _ = field_meant(press, info)
    key = press.values[0] if press.values else ""
    if not isinstance(leaf.grammar, OneOf) or key not in leaf.grammar.keys:
        raise ReplyWith(press.bot.voice(info).say("press.old"))
    await set_option(press, name, key)


def field_meant(press: Press, info: GameInfo) -> tuple[str, Leaf, Value]:
    """The option that a press is about; raises `ReplyWith` when the rules have it no more."""
    for field in fields(info):
        if field[0] == press.id.rest[0]:
            return field
    raise ReplyWith(press.bot.voice(info).say("press.old"))


async def set_option(press: Press, name: str, value: Value) -> None:
    """Change one option, and show all as they are then."""
    bot = press.bot
    info = await bot.herald.lobby.set_options(press.game, {name: value}, press.actor)
    await press.reply.show(options_screen(bot, info, about=press.id))


@on_press(Verb.TYPE_OPTION, Power.SET_OPTIONS, may_ask=True)
async def on_type(press: Press) -> None:
    """Ask for a number."""
    bot = press.bot
    info = await bot.herald.look.game(press.game)
    name, leaf, value = field_meant(press, info)
    grammar, voice = leaf.grammar, bot.voice(info)
    assert isinstance(grammar, Amount)
    if not press.reply.can_ask:
        raise ReplyWith(voice.say("panel.press_again"))
    modal = ui.Modal(
        title=clipped(voice.field(TABLE, name), TITLE_MOST),
        custom_id=bot.ids.make(Verb.OPTION_TYPED, info.id, press.id.rest[0]),
    )
    bounds = voice.say("panel.bounds", least=grammar.least, most=grammar.most)
    field = ui.TextInput[ui.Modal](custom_id=FIELD, default=str(value), max_length=12)
    modal.add_item(ui.Label(text=clipped(bounds, TITLE_MOST), component=field))
    await press.reply.ask(modal)


@on_press(Verb.OPTION_TYPED, Power.SET_OPTIONS)
async def on_typed(press: Press) -> None:
    """Set an option to a typed number."""
    bot = press.bot
    info = await bot.herald.look.game(press.game)
    name, leaf, _ = field_meant(press, info)
    typed = press.typed.get(FIELD, "").strip()
    try:
        value = leaf.grammar.validate(int(typed))
    except (ValueError, Unfit):
        assert isinstance(leaf.grammar, Amount)
        voice = bot.voice(info)
        bounds = voice.say("panel.bounds", least=leaf.grammar.least, most=leaf.grammar.most)
        raise ReplyWith(voice.say("panel.not_a_number", bounds=bounds)) from None
    await set_option(press, name, value)


@on_press(Verb.SET_SEATS, Power.SET_OPTIONS)
async def on_seats(press: Press) -> None:
    """Change how many can sit down."""
    bot = press.bot
    if not press.value.isdecimal():
        raise ReplyWith(bot.voice().say("press.unfit"))
    wanted = int(press.value)
    info = await bot.herald.lobby.set_seats(press.game, wanted, press.actor)
    await press.reply.show(options_screen(bot, info, about=press.id))


async def set_pace(press: Press, **changes: object) -> None:
    """Change the pace, and show all as it is then."""
    bot = press.bot
    info = await bot.herald.look.game(press.game)
    pace: Pace = msgspec.structs.replace(info.game.pace, **changes)
    info = await bot.herald.lobby.set_pace(press.game, pace, press.actor)
    await press.reply.show(options_screen(bot, info, about=press.id))


@on_press(Verb.SET_PACE, Power.SET_OPTIONS)
async def on_pace(press: Press) -> None:
    """Change how long a phase lasts."""
    if not press.value.isdecimal():
        raise ReplyWith(press.bot.voice().say("press.unfit"))
    await set_pace(press, phase_minutes=int(press.value) * 60)


@on_press(Verb.SET_PACE_KIND, Power.SET_OPTIONS)
async def on_pace_kind(press: Press) -> None:
    """Choose one of the named paces."""
    kind = next((each for each in get_args(PaceKind) if each == press.value), None)
    if kind is None:
        raise ReplyWith(press.bot.voice().say("press.unfit"))
    info = await press.bot.herald.look.game(press.game)
    await set_pace(press, **msgspec.structs.asdict(at_pace(info.game.pace, kind)))


@on_press(Verb.TURN_PARTS, Power.SET_OPTIONS, may_ask=True)
async def on_parts(press: Press) -> None:
    """Ask until when the parts of a daily turn are to be answered."""
    bot = press.bot
    info = await bot.herald.look.game(press.game)
    voice, game = bot.voice(info), info.game
    if not press.reply.can_ask:
        raise ReplyWith(voice.say("panel.press_again"))
    modal = ui.Modal(
        title=voice.say("options.turn_parts_title"),
        custom_id=bot.ids.make(Verb.TURN_PARTS_TYPED, info.id),
    )
    parts = list(shares(game.ruleset))
    for part, minute in zip(parts, usual_parts(game.ruleset, game.pace), strict=True):
        field = ui.TextInput[ui.Modal](custom_id=part, default=clock_face(minute), max_length=8)
        key = "options.turn_hour" if part == parts[-1] else "options.turn_part"
        label = voice.say(key, phase=voice.say(f"phase.{part}"))
        modal.add_item(ui.Label(text=clipped(label, TITLE_MOST), component=field))
    await press.reply.ask(modal)


@on_press(Verb.TURN_PARTS_TYPED, Power.SET_OPTIONS)
async def on_parts_typed(press: Press) -> None:
    """Set until when the parts of a daily turn are to be answered."""
    voice = press.bot.voice()
    info = await press.bot.herald.look.game(press.game)
    times = [minutes_of(press.typed.get(part, ""), voice) for part in shares(info.game.ruleset)]
    known = [each for each in times if each is not None]
    if len(known) != len(times):
        raise ReplyWith(voice.say("press.unfit"))
    await set_pace(press, parts=tuple(known[:-1]), turn_ends=known[-1])


@on_press(Verb.SET_TIMEOUT, Power.SET_OPTIONS)
async def on_end(press: Press) -> None:
    """Change what plays when a clock runs out."""
    if press.value not in get_args(AtTheEnd):
        raise ReplyWith(press.bot.voice().say("press.unfit"))
    await set_pace(press, at_the_end=press.value)


@on_press(Verb.SET_WATCHING, Power.SET_OPTIONS)
async def on_watching(press: Press) -> None:
    """Choose who may look at the game."""
    if press.value not in ("members", "anyone"):
        raise ReplyWith(press.bot.voice().say("press.unfit"))
    is_open = press.value == "anyone"
    info = await press.bot.herald.lobby.set_watching(press.game, is_open, press.actor)
    await press.reply.show(options_screen(press.bot, info, about=press.id))


@on_press(Verb.SET_ADVICE, Power.SET_OPTIONS)
async def on_advice(press: Press) -> None:
    """Choose whether players may ask for advice."""
    if press.value not in ("on", "off"):
        raise ReplyWith(press.bot.voice().say("press.unfit"))
    await set_pace(press, advice=press.value == "on")


@on_press(Verb.TABLE_QUIET, Power.SET_OPTIONS, may_ask=True)
async def on_quiet(press: Press) -> None:
    """Ask for the table's quiet hours."""
    bot = press.bot
    info = await bot.herald.look.game(press.game)
    voice, pace = bot.voice(info), info.game.pace
    if not press.reply.can_ask:
        raise ReplyWith(voice.say("panel.press_again"))
    custom_id = bot.ids.make(Verb.TABLE_QUIET_TYPED, info.id)
    await press.reply.ask(
        quiet_modal(voice, custom_id, pace.quiet_from, pace.quiet_until, pace.time_zone)
    )


@on_press(Verb.TABLE_QUIET_TYPED, Power.SET_OPTIONS)
async def on_quiet_typed(press: Press) -> None:
    """Change the table's quiet hours."""
    voice = press.bot.voice()
    start, end, zone = quiet_typed(press.typed)
    quiet_from, quiet_until = minutes_of(start, voice), minutes_of(end, voice)
    await set_pace(press, quiet_from=quiet_from, quiet_until=quiet_until, time_zone=zone)


@app_commands.command(name="options", description=say("command.options"))
@app_commands.describe(game=say("option.game"))
@app_commands.autocomplete(game=own_games)
async def options_command(interaction: Interaction, game: str | None = None) -> None:
    """See or change the options of a table."""

    async def work(reply: Reply) -> None:
        bot = interaction.client
        info = await game_meant(Power.SEE, interaction, game)
        await reply.show(options_screen(bot, info))

    await respond(interaction, work)
