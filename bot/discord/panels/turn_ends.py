"""Ends on a panel: with the last answer, of the turn, of all turns."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.interactions.verbs import Verb
from bot.discord.panels.question import Question
from bot.discord.screen import Block, button, row, text
from bot.service import Asked, Desk
from engine.core.grammar import Settings
from engine.core.registry import ruleset

STANDING = "standing_orders"
"""The kind of decision that holds a player's standing orders, in every rule set that has them."""
AT_ONCE, AND_END = 1, 2
"""What a button says of an answer behind its place: to do it at once, or to do it and end."""


def ends(desk: Desk, question: Question) -> list[Block]:
    """What ends more than the question with one press, and what that passes over."""
    if not question.decision.blocking:
        return []
    voice, blocks = question.voice, list[Block]()
    buttons: list[Block] = []
    if resting(desk, question) is not None:
        buttons.append(button(question.id(Verb.REST_UNLESS_ASKED), voice.say("ends.rest")))
    later = passed_over(desk, question)
    if later:
        names = [voice.say(f"phase.{kind}") for kind in later]
        blocks.append(text(voice.say("ends.passed_over", what=voice.join(names))))
        buttons.append(button(question.id(Verb.END_TURN), voice.say("ends.turn")))
    return [*blocks, row(*buttons)] if buttons else []


def passed_over(desk: Desk, question: Question) -> list[str]:
    """The later parts of the turn that its end passes over: those that nothing is prepared for."""
    kept = {each.kind for each in desk.prepared}
    later = ruleset(desk.view.ruleset).ends_after(question.decision.kind)
    return [kind for kind in later if kind not in kept]


def resting(desk: Desk, question: Question) -> tuple[Asked, dict[str, str]] | None:
    """The standing orders by which a player is asked a question only when something new comes up,
    and the question for them; None where there are none, or where they stand already."""
    order = ruleset(desk.view.ruleset).rests_by.get(question.decision.kind)
    asked = next((each for each in desk.decisions if each.decision.kind == STANDING), None)
    if order is None or asked is None or not isinstance(asked.decision.grammar, Settings):
        return None
    name, value = order
    now = asked.decision.grammar.current()
    return None if now[name] == value else (asked, {name: value})


def do_and_end(question: Question, do: str) -> str:
    """What a button says that does something and ends the phase; empty where nothing ends."""
    if not (question.decision.again and question.decision.blocking):
        return ""
    end = uncapital(ending(question))
    return question.voice.unescaped.say("wholes.do_and_end", do=do.partition(" · ")[0], end=end)


def ending(question: Question) -> str:
    """The answer that ends the phase, as a button says it."""
    return question.voice.unescaped.ending(question.decision, question.decision.default)


def uncapital(words: str) -> str:
    """Words for the middle of a label."""
    return words[:1].lower() + words[1:]


def ends_too(more: Sequence[int]) -> bool:
    """Whether what was just picked is to end the phase as well."""
    return len(more) > 4 and more[4] == AND_END
