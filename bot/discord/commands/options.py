"""The table's options, from the rule set's own grammar, and its pace."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import get_args

import msgspec

from bot.discord.ask import Ask
from bot.discord.interactions.ids import ComponentId
from bot.discord.interactions.packing import pack
from bot.discord.interactions.verbs import Verb
from bot.discord.page import Field, Form, Page
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
from bot.discord.presses import press
from bot.discord.screen import (
    COMPONENTS_MOST,
    OPTIONS_MOST,
    TITLE_MOST,
    Block,
    MenuOption,
    Screen,
    clipped,
    components_of,
    row,
    rows,
    select,
    text,
)
from bot.discord.slash import command
from bot.discord.times import minutes_of, quiet_form, quiet_typed
from bot.service import AtTheEnd, GameInfo, Pace, PaceKind, at_pace
from bot.service.game.days import shares, usual_parts
from bot.service.seats.powers import Power
from engine.core.grammar import Amount, OneOf, Unfit, Value
from engine.core.registry import ruleset

FIELD = "number"
PAGE_MOST = COMPONENTS_MOST - 4
"""Components of a page: the message, its title and the way to the next page have some as well."""
ASKED_BY: dict[str, str] = {
    Verb.OPTION_TYPED: Verb.TYPE_OPTION,
    Verb.TABLE_QUIET_TYPED: Verb.TABLE_QUIET,
}
"""The buttons that lead to what is typed."""
PHASE_HOURS = (1, 2, 4, 8, 12, 24, 36, 48, 72, 168)
ENDS: tuple[AtTheEnd, ...] = get_args(AtTheEnd)
KINDS: tuple[PaceKind, ...] = get_args(PaceKind)
WATCHING = ("members", "anyone")
ADVICE = ("on", "off")


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


def options_screen(page: Page, at: int = 0, about: ComponentId | None = None) -> Screen:
    """The options and the pace, to be changed by the host.

    Where they are more than a message holds, they have several pages: the one that is asked for, or
    on which a press is `about` something, is shown.
    """
    found = pages([*rules_blocks(page), *table_blocks(page)])
    if about is not None:
        at = page_of(found, page.id(ASKED_BY.get(about.verb, about.verb), *about.rest))
    at = min(at, len(found) - 1)
    blocks = [text(page.say("options.title")), *found[at]]
    if len(found) > 1:
        other, all_ = [pack([(at + 1) % len(found)])], len(found)
        more = page.button(
            Verb.OPTIONS_PAGE, "options.more", "main", rest=other, n=at + 1, all=all_
        )
        blocks.append(row(more))
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


def rules_blocks(page: Page) -> list[Block]:
    """What the rules let a table choose."""
    voice = page.voice
    blocks: list[Block] = []
    typed: list[Block] = []
    for name, leaf, value in fields(page.info):
        title = voice.field(TABLE, name)
        if isinstance(leaf.grammar, OneOf) and len(leaf.grammar.keys) <= OPTIONS_MOST:
            lines = [
                MenuOption(
                    option.key,
                    page.say(
                        "options.set", field=title, answer=voice.unescaped.label(option.label)
                    ),
                    voice.unescaped.note(option),
                    chosen=option.key == value,
                )
                for option in leaf.grammar.options()
            ]
            blocks.append(select(page.id(Verb.SET_OPTION, name), lines, title))
        elif isinstance(leaf.grammar, Amount):
            answer = option_words(voice, name, leaf.grammar, value)
            change = page.button(
                Verb.TYPE_OPTION, "options.set", rest=[name], field=title, answer=answer
            )
            typed.append(change)
    return blocks + rows(typed)


def table_blocks(page: Page) -> list[Block]:
    """What every table chooses: seats, pace, who may watch, advice, and who is its host."""
    info = page.info
    seats = [
        MenuOption(str(n), page.say("options.seats", n=n), chosen=n == info.game.seats_wanted)
        for n in ruleset(info.game.ruleset).seats
        if n >= len(info.seats)
    ]
    watching = "anyone" if info.game.open_to_outsiders else "members"
    advice = "on" if info.game.pace.advice else "off"
    return [
        page.menu(Verb.SET_SEATS, "options.seats_title", seats),
        *pace_blocks(page),
        page.one_of(Verb.SET_WATCHING, "options.watching", WATCHING, watching),
        page.one_of(Verb.SET_ADVICE, "options.advice", ADVICE, advice),
        *hosting(page),
    ]


def pace_blocks(page: Page) -> list[Block]:
    """How fast the table plays."""
    game, pace = page.info.game, page.info.game.pace
    hours = [
        MenuOption(str(n), page.say("pace.hours", n=n), chosen=n * 60 == pace.phase_minutes)
        for n in sorted({*PHASE_HOURS, max(1, pace.phase_minutes // 60)})
    ]
    ends = [MenuOption(end, page.say(f"pace.{end}"), chosen=end == pace.at_the_end) for end in ENDS]
    kinds = [
        MenuOption(
            kind,
            page.say(f"pace.kind_{kind}", days=days_of(game, kind)),
            chosen=kind == pace.kind,
        )
        for kind in KINDS
    ]
    is_daily = pace.kind == "daily"
    times = [page.button(Verb.TABLE_QUIET, "options.quiet")]
    if is_daily:
        times.append(page.button(Verb.TURN_PARTS, "options.turn_parts"))
    return [
        *([text(quiet)] if (quiet := quiet_words(pace, page.voice)) else []),
        *([text(parts_words(game, page.voice))] if is_daily else []),
        page.menu(Verb.SET_PACE_KIND, "options.pace_kind", kinds),
        *([] if is_daily else [page.menu(Verb.SET_PACE, "options.pace", hours)]),
        page.menu(Verb.SET_TIMEOUT, "options.end", ends),
        row(*times),
    ]


@press(Verb.OPTIONS, Power.SEE, new_message=True)
@press(Verb.OPTIONS_PAGE, Power.SEE)
@command("game options", Power.SEE)
async def options(ask: Ask) -> Screen:
    """See or change the options of a table."""
    return options_screen(ask.page, ask.numbers[0] if ask.rest else 0)


def changed(ask: Ask, info: GameInfo) -> Screen:
    """All options as they are after a change."""
    return options_screen(ask.of(info).page, about=ask.id)


def field_meant(ask: Ask) -> tuple[str, Leaf, Value]:
    """The option that a press is about; raises `ReplyWith` when the rules have it no more."""
    for field in fields(ask.info):
        if field[0] == ask.rest[0]:
            return field
    raise ask.refuse("press.old")


async def set_option(ask: Ask, name: str, value: Value) -> Screen:
    """Change one option, and show all as they are then."""
    return changed(ask, await ask.herald.lobby.set_options(ask.game, {name: value}, ask.actor))


@press(Verb.SET_OPTION, Power.SET_OPTIONS)
async def option_chosen(ask: Ask) -> Screen:
    """Set an option to one of its values."""
    name, leaf, _ = field_meant(ask)
    if not isinstance(leaf.grammar, OneOf) or ask.value not in leaf.grammar.keys:
        raise ask.refuse("press.old")
    return await set_option(ask, name, ask.value)


@press(Verb.TYPE_OPTION, Power.SET_OPTIONS)
async def type_option(ask: Ask) -> Form:
    """Ask for a number."""
    name, leaf, value = field_meant(ask)
    assert isinstance(leaf.grammar, Amount)
    number = Field(FIELD, clipped(bounds(ask, leaf.grammar), TITLE_MOST), str(value), most=12)
    title, custom_id = ask.voice.field(TABLE, name), ask.page.id(Verb.OPTION_TYPED, ask.rest[0])
    return Form(title, custom_id, (number,))


def bounds(ask: Ask, grammar: Amount) -> str:
    """How much a number may be."""
    return ask.say("panel.bounds", least=grammar.least, most=grammar.most)


@press(Verb.OPTION_TYPED, Power.SET_OPTIONS)
async def option_typed(ask: Ask) -> Screen:
    """Set an option to a typed number."""
    name, leaf, _ = field_meant(ask)
    typed = ask.typed.get(FIELD, "").strip()
    try:
        value = leaf.grammar.validate(int(typed))
    except (ValueError, Unfit):
        assert isinstance(leaf.grammar, Amount)
        raise ask.refuse("panel.not_a_number", bounds=bounds(ask, leaf.grammar)) from None
    return await set_option(ask, name, value)


@press(Verb.SET_SEATS, Power.SET_OPTIONS)
async def set_seats(ask: Ask) -> Screen:
    """Change how many can sit down."""
    if not ask.value.isdecimal():
        raise ask.refuse("press.unfit")
    return changed(ask, await ask.herald.lobby.set_seats(ask.game, int(ask.value), ask.actor))


async def set_pace(ask: Ask, **changes: object) -> Screen:
    """Change the pace, and show all as it is then."""
    return await change_pace(ask, lambda pace: msgspec.structs.replace(pace, **changes))


async def change_pace(ask: Ask, change: Callable[[Pace], Pace]) -> Screen:
    """Make another pace of the one that is by then: the host may press twice at once."""
    return changed(ask, await ask.herald.lobby.change_pace(ask.game, change, ask.actor))


@press(Verb.SET_PACE, Power.SET_OPTIONS)
async def set_hours(ask: Ask) -> Screen:
    """Change how long a phase lasts."""
    if not ask.value.isdecimal():
        raise ask.refuse("press.unfit")
    return await set_pace(ask, phase_minutes=int(ask.value) * 60)


@press(Verb.SET_PACE_KIND, Power.SET_OPTIONS, values=KINDS)
async def set_pace_kind(ask: Ask) -> Screen:
    """Choose one of the named paces."""
    kind = next(each for each in KINDS if each == ask.value)
    return await change_pace(ask, lambda pace: at_pace(pace, kind))


@press(Verb.TURN_PARTS, Power.SET_OPTIONS)
async def turn_parts(ask: Ask) -> Form:
    """Ask until when the parts of a daily turn are to be answered."""
    page, game = ask.page, ask.info.game
    parts = list(shares(game.ruleset))
    times = []
    for part, minute in zip(parts, usual_parts(game.ruleset, game.pace), strict=True):
        key = "options.turn_hour" if part == parts[-1] else "options.turn_part"
        label = clipped(page.say(key, phase=page.say(f"phase.{part}")), TITLE_MOST)
        times.append(Field(part, label, clock_face(minute), most=8))
    return page.form(Verb.TURN_PARTS_TYPED, "options.turn_parts_title", *times)


@press(Verb.TURN_PARTS_TYPED, Power.SET_OPTIONS)
async def turn_parts_typed(ask: Ask) -> Screen:
    """Set until when the parts of a daily turn are to be answered."""
    parts = shares(ask.info.game.ruleset)
    times = [minutes_of(ask.typed.get(part, ""), ask.voice) for part in parts]
    known = [each for each in times if each is not None]
    if len(known) != len(times):
        raise ask.refuse("press.unfit")
    return await set_pace(ask, parts=tuple(known[:-1]), turn_ends=known[-1])


@press(Verb.SET_TIMEOUT, Power.SET_OPTIONS, values=ENDS)
async def set_end(ask: Ask) -> Screen:
    """Change what plays when a clock runs out."""
    return await set_pace(ask, at_the_end=ask.value)


@press(Verb.SET_WATCHING, Power.SET_OPTIONS, values=WATCHING)
async def set_watching(ask: Ask) -> Screen:
    """Choose who may look at the game."""
    is_open = ask.value == "anyone"
    return changed(ask, await ask.herald.lobby.set_watching(ask.game, is_open, ask.actor))


@press(Verb.SET_ADVICE, Power.SET_OPTIONS, values=ADVICE)
async def set_advice(ask: Ask) -> Screen:
    """Choose whether players may ask for advice."""
    return await set_pace(ask, advice=ask.value == "on")


@press(Verb.TABLE_QUIET, Power.SET_OPTIONS)
async def type_quiet(ask: Ask) -> Form:
    """Ask for the table's quiet hours."""
    pace = ask.info.game.pace
    start, end, zone = pace.quiet_from, pace.quiet_until, pace.time_zone
    return quiet_form(ask.page, Verb.TABLE_QUIET_TYPED, start, end, zone)


@press(Verb.TABLE_QUIET_TYPED, Power.SET_OPTIONS)
async def quiet_hours_typed(ask: Ask) -> Screen:
    """Change the table's quiet hours."""
    start, end, zone = quiet_typed(ask.typed)
    start_at, end_at = minutes_of(start, ask.voice), minutes_of(end, ask.voice)
    return await set_pace(ask, quiet_from=start_at, quiet_until=end_at, time_zone=zone)
