"""A table's rules, options and pace in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bot.discord.panels.answer_text import answer_text
from bot.discord.panels.draft import LeafGrammar, walk
from bot.service import GameRow, Pace, PaceKind
from bot.service.game.days import shares, usual_parts
from bot.service.timing.lengths import days_of_game
from engine.core.grammar import Amount, Value
from engine.core.messages import Voice
from engine.core.registry import ruleset
from engine.rulebook import UnknownRulebook, rulebook

TABLE = "table"
"""The name under which a catalog keeps the options of the table, as if they were a decision."""


def rules_title(name: str) -> str:
    """What the rules of a game are called."""
    try:
        return rulebook(name).title
    except UnknownRulebook:
        return name.replace("_", " ").capitalize()


class OptionWords(NamedTuple):
    """An option of the table: what it is called, what it is set to, and whether that is usual."""

    field: str
    answer: str
    is_usual: bool


def options(game: GameRow, voice: Voice) -> Iterator[OptionWords]:
    """The table's options in words."""
    rules = ruleset(game.ruleset)
    chosen = {**rules.option_defaults, **game.options}
    said: dict[str, object] = {}
    for field in rules.options.fields:
        grammar = field.given(said, rules.options.source)
        if grammar is None:
            continue
        said[field.name] = chosen[field.name]
        leaf = walk(grammar).open or walk(grammar).said[0].leaf
        answer = option_words(voice, field.name, leaf.grammar, chosen[field.name])
        is_usual = chosen[field.name] == rules.option_defaults[field.name]
        yield OptionWords(voice.field(TABLE, field.name), answer, is_usual)


def option_words(voice: Voice, name: str, grammar: LeafGrammar, value: Value) -> str:
    """What an option of the table is set to, in the words of the rule set."""
    if isinstance(grammar, Amount):
        return voice.amount(TABLE, name, value)
    return answer_text(voice, grammar, value)


def pace_words(game: GameRow, voice: Voice) -> str:
    """How fast a table plays, and about how many days a game takes."""
    pace = game.pace
    hours, minutes = divmod(pace.phase_minutes, 60)
    zone, end = pace.time_zone, clock_face(pace.turn_ends)
    sentences = [voice.say(f"pace.{pace.kind}", n=pace.later_minutes // 60, end=end, zone=zone)]
    if pace.kind == "daily":
        sentences.append(parts_words(game, voice))
    elif minutes:
        sentences.append(voice.say("pace.minutes", n=pace.phase_minutes))
    else:
        sentences.append(voice.say("pace.hours", n=hours))
    days = days_of(game, pace.kind)
    if days:
        sentences.append(voice.say("pace.days", days=days))
    sentences.append(quiet_words(pace, voice))
    sentences.append(voice.say(f"pace.{pace.at_the_end}"))
    if not pace.advice:
        sentences.append(voice.say("pace.no_advice"))
    return " ".join(filter(None, sentences))


def days_of(game: GameRow, kind: PaceKind) -> int:
    """About how many days a game takes at a pace; 0 where nobody has measured it like this."""
    is_usual = kind == "daily" or game.pace.phase_minutes == Pace().phase_minutes
    return (is_usual and days_of_game(game.ruleset, kind)) or 0


def parts_words(game: GameRow, voice: Voice) -> str:
    """Until when the parts of a daily turn are to be answered."""
    times = zip(shares(game.ruleset), usual_parts(game.ruleset, game.pace), strict=True)
    parts = [
        voice.say("pace.part", phase=voice.say(f"phase.{part}"), time=clock_face(minute))
        for part, minute in times
    ]
    return voice.say("pace.parts", parts=voice.join(parts))


def quiet_words(pace: Pace, voice: Voice) -> str:
    """When the clocks of a table stop; empty where they never do."""
    if pace.quiet_from is None or pace.quiet_until is None:
        return ""
    start, end = clock_face(pace.quiet_from), clock_face(pace.quiet_until)
    return voice.say("pace.quiet", start=start, end=end, zone=pace.time_zone)


def clock_face(minutes: int) -> str:
    """A time of day.

    >>> clock_face(22 * 60 + 5)
    '22:05'
    """
    return f"{minutes // 60:02d}:{minutes % 60:02d}"
