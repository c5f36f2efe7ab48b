"""Whole answers in the words of a panel: labels, reasons and prices."""

from __future__ import annotations

from bot.discord.panels.catalogue import Entry
from bot.discord.panels.question import Question
from bot.discord.screen import MenuOption
from engine.core.decision import Decision
from engine.core.grammar import Option, Settings, Value
from engine.core.messages import Voice, capital
from engine.core.wholes import options_of, price_of


def sentence(question: Question, value: Value) -> str:
    """A whole answer in words."""
    return capital(question.voice.unescaped.choice(question.decision, value))


def label(question: Question, entry: Entry, voice: Voice | None = None) -> str:
    """An answer as it stands in the list: short, with what belongs to it."""
    voice, decision = voice or question.voice.unescaped, question.decision
    if isinstance(decision.grammar, Settings):
        return settings_words(decision, entry.value, voice)
    return voice.brief(decision, entry.value, follows=bool(entry.then))


def settings_words(decision: Decision, value: Value, voice: Voice) -> str:
    """Changed settings: each with its new value."""
    grammar = decision.grammar
    assert isinstance(grammar, Settings)
    parts = []
    for name, new in value.items():
        part = grammar.part(name)
        if part is None:
            continue
        options = [voice.label(each.label) for each in options_of(part.grammar, new)]
        words = voice.join(options) if options else voice.say("panel.nothing")
        named = part.label is not None
        about = voice.label(part.title) if named else voice.field(decision.kind, name)
        parts.append(voice.say("wholes.setting", name=about, value=words))
    return voice.join(parts)


def note(question: Question, entry: Entry) -> str:
    """Why an answer is suggested, else what it costs and leads to."""
    voice, grammar = question.voice.unescaped, question.decision.grammar
    price = price_of(grammar, entry.value)
    parts = [voice.price(price)] if price else []
    if entry.reason is not None:
        parts.append(voice.text(entry.reason))
    else:
        odds = question.guidance.outlook(entry.value)
        parts += [voice.text(odds)] if odds is not None else []
        said = label(question, entry).casefold()
        explained = [
            option
            for option in options_of(grammar, entry.value)
            if option.detail is not None and not acts(option, said, voice)
        ]
        for option in explained[-1:]:
            words = voice.text(option.detail) if option.detail is not None else ""
            # What is true of the last of several places is not true of all.
            if words.casefold() not in said and not is_one_of_several(option, entry.value):
                parts.append(words)
    return voice.chain(parts, "option.note") if parts else ""


def is_one_of_several(option: Option, value: Value) -> bool:
    """Whether an answer takes others of the kind of an option: two settlements build at once."""
    parts = value.values() if isinstance(value, dict) else ()
    return any(
        isinstance(part, list) and option.key in part and len(set(part)) > 1 for part in parts
    )


def acts(option: Option, said: str, voice: Voice) -> bool:
    """Whether an option is the place that does what an answer says: `C2: an army on B1`."""
    return bool(option.place) and said.startswith(f"{voice.label(option.label).casefold()}:")


def menu_line(question: Question, entry: Entry, at: int, *, chosen: bool = False) -> MenuOption:
    """An answer as a line of a select."""
    value = f"{at}-{entry.mark}"
    return MenuOption(value, label(question, entry), note(question, entry), chosen)
