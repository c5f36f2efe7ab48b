"""An order on a panel: what comes first, what next, one select after the other."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.interactions.panel_state import PanelState
from bot.discord.interactions.verbs import Verb
from bot.discord.panels.draft import OutdatedDraft
from bot.discord.panels.menu import listing, number
from bot.discord.panels.question import Question
from bot.discord.screen import Block, button, row, text
from engine.core.grammar import Ordering


def blocks(question: Question) -> list[Block]:
    """What was put in order so far, and what may come next."""
    options, placed = question.options(), question.state.work
    left = [option for at, option in enumerate(options) if at not in placed]
    shown: list[Block] = []
    if placed:
        order = [question.voice.label(options[at].label) for at in placed]
        lines = "\n".join(f"{place}. {each}" for place, each in enumerate(order, start=1))
        shown.append(text(lines))
    position = question.voice.say("panel.position", n=len(placed) + 1)
    shown += listing(question, left, Verb.ORDER_NEXT, placeholder=position)
    keep = question.voice.say("panel.keep_order" if not placed else "panel.keep_rest")
    return [*shown, row(button(question.id(Verb.ORDER_REST), keep))]


def put_next(question: Question, values: Sequence[str], more: Sequence[int]) -> PanelState:
    """Say what comes next; the last one follows by itself."""
    grammar, placed = question.leaf.grammar, question.state.work
    if not isinstance(grammar, Ordering) or not values:
        raise OutdatedDraft
    left = [at for at in range(len(grammar.keys)) if at not in placed]
    at = number(values[0])
    if at >= len(left):
        raise OutdatedDraft
    placed = (*placed, left.pop(at))
    if len(left) > 1:
        return question.state._replace(work=placed, at=())
    return question.answered([grammar.keys[each] for each in (*placed, *left)])


def keep_rest(question: Question, values: Sequence[str], more: Sequence[int]) -> PanelState:
    """Leave what is left in the order it has."""
    grammar, placed = question.leaf.grammar, question.state.work
    if not isinstance(grammar, Ordering) or any(at >= len(grammar.keys) for at in placed):
        raise OutdatedDraft
    left = [at for at in range(len(grammar.keys)) if at not in placed]
    return question.answered([grammar.keys[each] for each in (*placed, *left)])
