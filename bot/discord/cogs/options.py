"""The table's options, from the rule set's own grammar, and its pace."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from discord import app_commands, ui

from bot.discord.answers import Reply, Told
from bot.discord.client import actor
from bot.discord.cogs.asking import Asked, game_meant, own_games, respond, say
from bot.discord.panels.draft import Leaf, walk
from bot.discord.panels.tongue import Tongue
from bot.discord.posts.lobby import OPTIONS
from bot.discord.posts.seating import hosting
from bot.discord.posts.table_words import TABLE, option_words, pace_words
from bot.discord.press import Pressed, verb
from bot.discord.screen import (
    OPTIONS_MOST,
    TITLE_MOST,
    Block,
    Line,
    Screen,
    button,
    clipped,
    row,
    select,
    text,
)
from bot.discord.times import minutes_of, quiet_modal, quiet_typed
from bot.service import GameInfo, Pace
from engine.core.grammar import Amount, OneOf, Unfit, Value
from engine.core.registry import ruleset

if TYPE_CHECKING:
    from bot.discord.client import Bot

SET = "xo"
TYPE = "xm"
TYPED = "xt"
SEATS = "xs"
PACE = "xp"
END = "xe"
QUIET = "xq"
QUIET_TYPED = "xr"
FIELD = "number"
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


def options_screen(bot: Bot, info: GameInfo) -> Screen:
    """The options and the pace, to be changed by the host."""
    talk, tongue = bot.talk(info), Tongue.of(info)
    blocks: list[Block] = [text(talk("options.title"))]
    typed: list[Block] = []
    for name, leaf, value in fields(info):
        title = tongue.field(TABLE, (name,))
        if isinstance(leaf.grammar, OneOf) and len(leaf.grammar.keys) <= OPTIONS_MOST:
            lines = [
                Line(
                    option.key,
                    talk("options.set", field=title, answer=tongue.label(option)),
                    tongue.note(option),
                    chosen=option.key == value,
                )
                for option in leaf.grammar.options()
            ]
            blocks.append(select(bot.ids.make(SET, info.id, name), lines, title))
        elif isinstance(leaf.grammar, Amount):
            answer = option_words(tongue, name, leaf.grammar, value)
            label = talk("options.set", field=title, answer=answer)
            typed.append(button(bot.ids.make(TYPE, info.id, name), label))
    if typed:
        blocks.append(row(*typed[:5]))
    blocks.append(seats_select(bot, info))
    blocks += pace_blocks(bot, info)
    blocks += hosting(info, talk, bot.ids)
    return Screen(blocks)


def seats_select(bot: Bot, info: GameInfo) -> Block:
    """How many can sit down."""
    talk = bot.talk(info)
    lines = [
        Line(str(n), talk("options.seats", n=n), chosen=n == info.game.seats_wanted)
        for n in ruleset(info.game.ruleset).seats
        if n >= len(info.seats)
    ]
    return select(bot.ids.make(SEATS, info.id), lines, talk("options.seats_title"))


def pace_blocks(bot: Bot, info: GameInfo) -> list[Block]:
    """How fast the table plays."""
    talk, pace = bot.talk(info), info.game.pace
    hours = sorted({*PHASE_HOURS, max(1, pace.phase_minutes // 60)})
    lines = [
        Line(str(n), talk("pace.hours", n=n), chosen=n * 60 == pace.phase_minutes) for n in hours
    ]
    ends = [
        Line(end, talk(f"pace.{end}"), chosen=end == pace.at_the_end)
        for end in ("default", "stand_in")
    ]
    return [
        text(pace_words(pace, talk)),
        select(bot.ids.make(PACE, info.id), lines, talk("options.pace")),
        select(bot.ids.make(END, info.id), ends, talk("options.end")),
        row(button(bot.ids.make(QUIET, info.id), talk("options.quiet"))),
    ]


@verb(OPTIONS, fresh=True)
async def on_options(pressed: Pressed) -> None:
    """Show the options."""
    info = await pressed.bot.herald.game(pressed.game)
    await pressed.reply.show(options_screen(pressed.bot, info))


@verb(SET)
async def on_set(pressed: Pressed) -> None:
    """Set an option to one of its values."""
    info = await pressed.bot.herald.game(pressed.game)
    name, leaf, _ = field_meant(pressed, info)
    key = pressed.values[0] if pressed.values else ""
    if not isinstance(leaf.grammar, OneOf) or key not in leaf.grammar.keys:
        raise Told(pressed.bot.talk(info)("press.old"))
    await set_option(pressed, name, key)


def field_meant(pressed: Pressed, info: GameInfo) -> tuple[str, Leaf, Value]:
    """The option that a press is about; raises `Told` when the rules have it no more."""
    for field in fields(info):
        if field[0] == pressed.press.rest[0]:
            return field
    raise Told(pressed.bot.talk(info)("press.old"))


async def set_option(pressed: Pressed, name: str, value: Value) -> None:
    """Change one option, and show all as they are then."""
    bot = pressed.bot
    info = await bot.herald.set_options(pressed.game, {name: value}, actor(pressed.interaction))
    await pressed.reply.show(options_screen(bot, info))


@verb(TYPE, asks=True)
async def on_type(pressed: Pressed) -> None:
    """Ask for a number."""
    bot = pressed.bot
    info = await bot.herald.game(pressed.game)
    name, leaf, value = field_meant(pressed, info)
    grammar, talk = leaf.grammar, bot.talk(info)
    assert isinstance(grammar, Amount)
    if not pressed.reply.can_ask:
        raise Told(talk("panel.press_again"))
    modal = ui.Modal(
        title=clipped(Tongue.of(info).field(TABLE, (name,)), TITLE_MOST),
        custom_id=bot.ids.make(TYPED, info.id, pressed.press.rest[0]),
    )
    bounds = talk("panel.bounds", least=grammar.least, most=grammar.most)
    field = ui.TextInput[ui.Modal](custom_id=FIELD, default=str(value), max_length=12)
    modal.add_item(ui.Label(text=clipped(bounds, TITLE_MOST), component=field))
    await pressed.reply.ask(modal)


@verb(TYPED)
async def on_typed(pressed: Pressed) -> None:
    """Set an option to a typed number."""
    bot = pressed.bot
    info = await bot.herald.game(pressed.game)
    name, leaf, _ = field_meant(pressed, info)
    typed = pressed.typed.get(FIELD, "").strip()
    try:
        value = leaf.grammar.validate(int(typed))
    except (ValueError, Unfit):
        assert isinstance(leaf.grammar, Amount)
        talk = bot.talk(info)
        bounds = talk("panel.bounds", least=leaf.grammar.least, most=leaf.grammar.most)
        raise Told(talk("panel.not_a_number", bounds=bounds)) from None
    await set_option(pressed, name, value)


@verb(SEATS)
async def on_seats(pressed: Pressed) -> None:
    """Change how many can sit down."""
    bot = pressed.bot
    if not pressed.value.isdecimal():
        raise Told(bot.talk()("press.unfit"))
    wanted = int(pressed.value)
    info = await bot.herald.set_seats(pressed.game, wanted, actor(pressed.interaction))
    await pressed.reply.show(options_screen(bot, info))


async def set_pace(pressed: Pressed, **changes: object) -> None:
    """Change the pace, and show all as it is then."""
    bot = pressed.bot
    info = await bot.herald.game(pressed.game)
    pace: Pace = msgspec.structs.replace(info.game.pace, **changes)
    info = await bot.herald.set_pace(pressed.game, pace, actor(pressed.interaction))
    await pressed.reply.show(options_screen(bot, info))


@verb(PACE)
async def on_pace(pressed: Pressed) -> None:
    """Change how long a phase lasts."""
    if not pressed.value.isdecimal():
        raise Told(pressed.bot.talk()("press.unfit"))
    await set_pace(pressed, phase_minutes=int(pressed.value) * 60)


@verb(END)
async def on_end(pressed: Pressed) -> None:
    """Change what plays when a clock runs out."""
    if pressed.value not in ("default", "stand_in"):
        raise Told(pressed.bot.talk()("press.unfit"))
    await set_pace(pressed, at_the_end=pressed.value)


@verb(QUIET, asks=True)
async def on_quiet(pressed: Pressed) -> None:
    """Ask for the table's quiet hours."""
    bot = pressed.bot
    info = await bot.herald.game(pressed.game)
    talk, pace = bot.talk(info), info.game.pace
    if not pressed.reply.can_ask:
        raise Told(talk("panel.press_again"))
    custom_id = bot.ids.make(QUIET_TYPED, info.id)
    await pressed.reply.ask(
        quiet_modal(talk, custom_id, pace.quiet_from, pace.quiet_until, pace.time_zone)
    )


@verb(QUIET_TYPED)
async def on_quiet_typed(pressed: Pressed) -> None:
    """Change the table's quiet hours."""
    talk = pressed.bot.talk()
    start, end, zone = quiet_typed(pressed.typed)
    quiet_from, quiet_until = minutes_of(start, talk), minutes_of(end, talk)
    await set_pace(pressed, quiet_from=quiet_from, quiet_until=quiet_until, time_zone=zone)


@app_commands.command(name="options", description=say("command.options"))
@app_commands.describe(game=say("option.game"))
@app_commands.autocomplete(game=own_games)
async def options_command(interaction: Asked, game: str | None = None) -> None:
    """See or change the options of a table."""

    async def work(reply: Reply) -> None:
        bot = interaction.client
        info = await game_meant(bot, interaction, game)
        await reply.show(options_screen(bot, info))

    await respond(interaction, work)
