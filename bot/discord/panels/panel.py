"""The panel of a decision: what is asked, what was said so far, and what can be said next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bot.discord.interactions.verbs import Verb
from bot.discord.panels import amount, one_of, ordering, subset
from bot.discord.panels.answer_text import answer_text, field_title
from bot.discord.panels.listing import show_part
from bot.discord.panels.question import Question
from bot.discord.panels.state import PanelState
from bot.discord.screen import Block, button, row, text
from bot.moment import Moment
from engine.core.grammar import Amount, Budget, Grammar, OneOf, Ordering, Subset
from engine.core.messages import capital

WHY_FIELD = "wish"

Change = Callable[[Question, Sequence[str], Sequence[int]], PanelState]

CHANGES: Mapping[str, Change] = {
    Verb.PICK: one_of.pick,
    Verb.PICK_FROM_LIST: one_of.pick,
    Verb.SET_NUMBER: amount.set_number,
    Verb.SET_NUMBER_FROM_LIST: amount.set_number,
    Verb.TAKE: subset.take,
    Verb.TAKE_COUNT: subset.set_count,
    Verb.MORE_COUNTS: subset.more_counts,
    Verb.TAKE_ALL: subset.take_all,
    Verb.TAKE_NOTHING: subset.take_nothing,
    Verb.TAKE_DONE: subset.done,
    Verb.TAKE_DEFAULT: subset.take_usual,
    Verb.ORDER_NEXT: ordering.put_next,
    Verb.ORDER_REST: ordering.keep_rest,
    Verb.SHOW_LIST_PART: show_part,
    Verb.DRAFT_BACK: lambda question, values, more: question.back(),
}
"""What a press changes about an answer in the making."""

AT_ONCE = (Verb.PICK, Verb.SET_NUMBER)
"""A lone question answered by one of these buttons needs no confirming."""

_BLOCKS: Mapping[type[Grammar], Callable[[Question], list[Block]]] = {
    OneOf: one_of.blocks,
    Subset: subset.blocks,
    Budget: subset.blocks,
    Amount: amount.blocks,
    Ordering: ordering.blocks,
}


def panel(question: Question, prompt: str, due_at: Moment | None) -> list[Block]:
    """A decision as blocks of a screen."""
    heading = question.voice.say("panel.question", prompt=prompt)
    if due_at is not None:
        heading += "\n" + question.voice.say("panel.due", due=due_at)
    blocks: list[Block] = [text("\n".join((heading, *said(question))))]
    if question.is_complete:
        return [*blocks, *confirming(question)]
    leaf = question.leaf
    if title := field_title(question.voice, question.decision.kind, leaf):
        blocks.append(text(question.voice.say("panel.field", field=title)))
    blocks += _BLOCKS[type(leaf.grammar)](question)
    return [*blocks, *ways_out(question)]


def said(question: Question) -> list[str]:
    """What was said so far, line by line."""
    return [
        question.voice.say(
            "panel.said",
            field=field_title(question.voice, question.decision.kind, each.leaf),
            answer=answer_text(question.voice, each.leaf.grammar, each.value),
        )
        for each in question.walk.said
        if each.leaf.path
    ]


def sentence(question: Question) -> str:
    """The whole answer in words."""
    return capital(question.voice.choice(question.decision, question.walk.value))


def confirming(question: Question) -> list[Block]:
    """The whole answer, to be confirmed."""
    buttons = [button(question.id(Verb.CONFIRM_DRAFT), question.voice.say("panel.confirm"), "good")]
    if question.walk.asked:
        buttons.append(button(question.id(Verb.DRAFT_BACK), question.voice.say("panel.back")))
        buttons.append(button(question.id(Verb.CANCEL_DRAFT), question.voice.say("panel.cancel")))
    return [text(question.voice.say("panel.choice", choice=sentence(question))), row(*buttons)]


def ways_out(question: Question) -> list[Block]:
    """Back, cancel, and the question why something is not among the options."""
    buttons = []
    if question.walk.asked or question.state.work:
        buttons.append(button(question.id(Verb.DRAFT_BACK), question.voice.say("panel.back")))
        buttons.append(button(question.id(Verb.CANCEL_DRAFT), question.voice.say("panel.cancel")))
    if not isinstance(question.leaf.grammar, Amount):
        buttons.append(button(question.id(Verb.WHY_NOT), question.voice.say("panel.why_not")))
    return [row(*buttons)] if buttons else []


def places(question: Question) -> tuple[str, ...]:
    """The places on the map that the options point at."""
    if question.is_complete:
        return ()
    found = (option.place for option in question.options())
    return tuple(dict.fromkeys(place for place in found if place is not None))
