"""The panel of a decision: what is asked, the answers so far, and what can be answered next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from bot.discord.interactions.panel_state import STEPS, PanelState
from bot.discord.interactions.verbs import Verb
from bot.discord.panels import amount, one_of, ordering, subset, suggested, wholes
from bot.discord.panels.answer_text import answer_text, field_title
from bot.discord.panels.menu import parts_of, show_part
from bot.discord.panels.question import Question
from bot.discord.screen import LABEL_MOST, OPTIONS_MOST, Block, button, row, text
from bot.moment import Moment
from engine.core.grammar import Amount, Budget, Escorted, Grammar, OneOf, Ordering, Quota, Subset
from engine.core.messages import capital
from engine.core.wholes import options_of

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
    Verb.MARK_WHOLES: wholes.mark,
    Verb.SHOW_WHOLES: wholes.show_part,
    Verb.CLEAR_WHOLES: wholes.clear,
    Verb.STEP_BY_STEP: wholes.step_by_step,
    Verb.DRAFT_BACK: lambda question, values, more: question.back(),
}
"""What a press changes about an answer in the making."""

_BLOCKS: Mapping[type[Grammar], Callable[[Question], list[Block]]] = {
    OneOf: one_of.blocks,
    Subset: subset.blocks,
    Budget: subset.blocks,
    Quota: subset.blocks,
    Escorted: subset.blocks,
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
    if question.catalogue is not None:
        return [*blocks, *wholes.blocks(question)]
    leaf = question.leaf
    if question.is_lone:
        blocks += best(question)
    if title := field_title(question.voice, question.decision.kind, leaf):
        blocks.append(text(question.voice.say("panel.field", field=title)))
    blocks += _BLOCKS[type(leaf.grammar)](question)
    return [*blocks, *ways_out(question)]


def best(question: Question) -> list[Block]:
    """The best answers first, where the options themselves are too many for buttons."""
    leaf = question.leaf.grammar
    if isinstance(leaf, OneOf) and len(leaf.keys) <= OPTIONS_MOST:
        # They head the list itself, or all of them are buttons.
        return []
    if isinstance(leaf, Subset) and leaf.total() == 1:
        return []
    return suggested.blocks(question)


def said(question: Question) -> list[str]:
    """The answers so far, line by line."""
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
    """The whole answer as a button that gives it, in full where it does not fit on one."""
    words = question.voice.unescaped.choice(question.decision, question.walk.value)
    if question.walk.value == question.decision.default:
        words = question.voice.unescaped.ending(question.decision, question.walk.value)
    shown: list[Block] = []
    if len(words) > LABEL_MOST:
        shown.append(text(question.voice.say("panel.choice", choice=sentence(question))))
        words = question.voice.say("panel.do_it")
    buttons = [button(question.id(Verb.CONFIRM_DRAFT), capital(words), "good")]
    if question.walk.asked:
        buttons.append(button(question.id(Verb.DRAFT_BACK), question.voice.say("panel.back")))
        buttons.append(button(question.id(Verb.CANCEL_DRAFT), question.voice.say("panel.cancel")))
    return [*shown, row(*buttons)]


def ways_out(question: Question) -> list[Block]:
    """Back, cancel, and the question why something is not among the options."""
    buttons = []
    stepping = question.state.mode == STEPS and not question.is_lone
    if question.walk.asked or question.state.work or stepping:
        buttons.append(button(question.id(Verb.DRAFT_BACK), question.voice.say("panel.back")))
    if len(question.walk.asked) > 1:
        buttons.append(button(question.id(Verb.CANCEL_DRAFT), question.voice.say("panel.cancel")))
    if not isinstance(question.leaf.grammar, Amount):
        buttons.append(button(question.id(Verb.WHY_NOT), question.voice.say("panel.why_not")))
    return [row(*buttons)] if buttons else []


def places(question: Question) -> tuple[str, ...]:
    """The places on the map that the options point at: those of a part of the list, once it is
    chosen."""
    if question.is_complete:
        return ()
    if question.catalogue is not None:
        return wholes.places(question)
    options = question.options()
    if question.state.at and options:
        divided = parts_of(question, options)
        if len(divided) > 1:
            shown = divided[min(question.state.at[0], len(divided) - 1)]
            options = [options[at] for at in shown.members]
    return distinct(option.place for option in options)


def surroundings(question: Question) -> tuple[str, ...]:
    """The places that stay in the picture from step to step: of what was said, and of all that is
    listed beside what is picked."""
    if question.is_complete:
        return ()
    if question.catalogue is not None:
        return wholes.listed_places(question)
    said = (
        option.place
        for each in question.walk.said
        for option in options_of(each.leaf.grammar, each.value)
    )
    return distinct(said)


def distinct(found: Iterable[str | None]) -> tuple[str, ...]:
    """Each place once."""
    return tuple(dict.fromkeys(place for place in found if place is not None))
