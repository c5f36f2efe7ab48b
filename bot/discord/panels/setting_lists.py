"""Settings on a panel: each shows its present value and is changed with one press.

A setting with one other value is a button, one with more is a select in which the present value is
marked. Settings that the game waits for are picked first and answered together.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.interactions.verbs import Verb
from bot.discord.panels.catalogue import Catalogue, Entry, Pick, picks_of
from bot.discord.panels.draft import OutdatedDraft
from bot.discord.panels.entries import label, menu_line, note
from bot.discord.panels.menu import menu
from bot.discord.panels.question import Question
from bot.discord.screen import OPTIONS_MOST, Block, MenuOption, button, row, text
from engine.core.grammar import Setting, Settings

SETTINGS_MOST = 7
"""How many settings stand on one panel."""
BEST_MOST = 3
KEEP = "keep"
"""What is chosen in a select to leave a setting as it is."""


def setting_of(question: Question, part: int) -> Setting:
    """The setting that a part of the catalogue is about; raises `OutdatedDraft`."""
    grammar, catalogue = question.decision.grammar, question.catalogue
    if catalogue is None or not isinstance(grammar, Settings) or part < 1:
        raise OutdatedDraft
    if part >= len(catalogue.parts):
        raise OutdatedDraft
    (group,) = catalogue.parts[part].groups
    (name,) = group.said
    found = grammar.part(name)
    if found is None:
        raise OutdatedDraft
    return found


def title(question: Question, setting: Setting) -> str:
    """What a setting is called."""
    voice = question.voice.unescaped
    if setting.label is not None:
        return voice.label(setting.label)
    return voice.field(question.decision.kind, setting.name)


def current(question: Question, setting: Setting) -> str:
    """The present value of a setting."""
    voice, now = question.voice.unescaped, setting.current_label
    return voice.say("panel.nothing") if now is None else voice.label(now)


def best(question: Question, catalogue: Catalogue) -> list[Block]:
    """What is suggested, each one press away."""
    return [
        row(pressed(question, (0, at), entry, "main"))
        for at, entry in enumerate(catalogue.entries(0)[:BEST_MOST])
    ]


def blocks(
    question: Question, catalogue: Catalogue, shown: Sequence[tuple[int, int]]
) -> list[Block]:
    """The settings of some parts."""
    picks = picks_of(question.state.work)
    found = best(question, catalogue) if not picks else []
    for part, page in shown:
        found += _setting(question, catalogue, part, page, picks)
    return found


def _setting(
    question: Question, catalogue: Catalogue, part: int, page: int, picks: Sequence[Pick]
) -> list[Block]:
    setting, entries = setting_of(question, part), catalogue.entries(part)
    name, now = title(question, setting), current(question, setting)
    if not entries:
        return []
    alone = not question.decision.blocking or len(catalogue.parts) == 2
    if len(entries) == 1 and alone:
        heading = question.voice.say("wholes.setting_now", name=name, value=now)
        why = note(question, entries[0])
        words = f"{heading}\n-# {why}" if why else heading
        return [text(words), row(pressed(question, (part, 0), entries[0]))]
    room = OPTIONS_MOST - 1
    first = page * room
    lines = [
        menu_line(question, entry, at, chosen=(part, at) in picks)
        for at, entry in enumerate(entries)
        if first <= at < first + room
    ]
    kept = question.voice.say("wholes.setting", name=name, value=now)
    lines.insert(0, MenuOption(KEEP, kept, chosen=not any(each.chosen for each in lines)))
    found = menu(lines, question.id(Verb.MARK_WHOLES, part, page), name)
    if len(entries) > first + room:
        more = question.id(Verb.SHOW_WHOLES, part, page + 1)
        found.append(row(button(more, question.voice.say("wholes.more"))))
    return found


def pressed(question: Question, pick: Pick, entry: Entry, style: str = "plain") -> Block:
    """A button that gives one answer."""
    part, at = pick
    custom_id = question.id(Verb.MARK_WHOLES, part, 0, at, entry.mark)
    words = label(question, entry) if part == 0 else _value(question, part, entry)
    return button(custom_id, words, style)


def _value(question: Question, part: int, entry: Entry) -> str:
    """The new value alone: the setting is named above the button."""
    setting, voice = setting_of(question, part), question.voice.unescaped
    new = Setting(setting.name, setting.grammar, entry.value[setting.name]).current_label
    return voice.say("panel.nothing") if new is None else voice.label(new)


def merged(entries: Sequence[Entry]) -> Entry:
    """Several changed settings as one answer."""
    value: dict[str, object] = {}
    for entry in entries:
        value |= entry.value
    return Entry(value)
