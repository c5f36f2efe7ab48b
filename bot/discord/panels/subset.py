"""Some of several on a panel: what to take and, of things alike, how many."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.interactions.panel_state import PanelState
from bot.discord.interactions.verbs import Verb
from bot.discord.panels.answer_text import answer_text
from bot.discord.panels.draft import OutdatedDraft, counted, recounted
from bot.discord.panels.entries import sentence
from bot.discord.panels.menu import listing, members_shown, number
from bot.discord.panels.one_of import explained
from bot.discord.panels.question import Notice, Question
from bot.discord.screen import OPTIONS_MOST, Block, MenuOption, button, row, select, text
from engine.core.grammar import Budget, Option, Price, Quota, Subset, Unfit
from engine.core.messages import capital

TRADE = "trade"
PIECES = (("units",), ("figures",))
"""The parts of forms that ask which pieces go."""
COUNTS_MOST = 4
"""How many selects for numbers stand on one screen."""


def grammar_of(question: Question) -> Subset:
    """The open question's grammar; raises `OutdatedDraft` when it is another one."""
    grammar = question.leaf.grammar
    if not isinstance(grammar, Subset):
        raise OutdatedDraft
    return grammar


def is_simple(grammar: Subset) -> bool:
    """Whether one select says it all: few things, one of each."""
    return len(grammar.keys) <= OPTIONS_MOST and grammar.total() == len(grammar.keys)


def blocks(question: Question) -> list[Block]:
    """What can be taken, and what is taken so far."""
    grammar = grammar_of(question)
    if grammar.total() == 1:
        return lone(question, grammar)
    taken = recounted(question.state.work)
    options = question.options()
    choose = question.voice.say("panel.choose_some", least=grammar.least, most=grammar.cap())
    shown: list[Block] = []
    if taken:
        shown.append(text(question.voice.say("panel.taken", what=in_words(question, taken))))
    if isinstance(grammar, Budget):
        left = Price(grammar.funds - spent_on(grammar, taken), grammar.currency)
        shown.append(text(question.voice.say("panel.left", price=(left,))))
    shown += listing(
        question,
        options,
        Verb.TAKE,
        placeholder=choose,
        least=grammar.least if is_simple(grammar) else 0,
        most=grammar.cap(),
        marked=taken,
        notes=[note(question, grammar, option) for option in options],
    )
    shown += counts(question, grammar, taken)
    return [*shown, *endings(question, grammar, taken)]


def lone(question: Question, grammar: Subset) -> list[Block]:
    """The only thing there is, to take or leave with one press."""
    (option,) = question.options()
    explanation = explained(question, option)
    odds = odds_of(question, option)
    explanation = (
        f"{explanation or question.voice.label(option.label)} · {odds}" if odds else explanation
    )
    take, leave = question.voice.unescaped.label(option.label), question.voice.say("panel.nothing")
    if question.is_lone and question.voice.has(f"choice.{question.decision.kind}"):
        # The whole answer: its own words say more than a place and "nothing".
        take, leave = sentence(question, [option.key]), sentence(question, [])
    buttons = [button(question.id(Verb.TAKE_ALL), take)]
    if grammar.least == 0:
        buttons.append(button(question.id(Verb.TAKE_NOTHING), leave))
    return [*([text(explanation)] if explanation else []), row(*buttons)]


def note(question: Question, grammar: Subset, option: Option) -> str:
    """How many there are of something, where there are several, and what there is to know of it."""
    own, room = question.voice.unescaped.note(option), grammar.room(option.key)
    several = question.voice.say("panel.several", n=room) if room > 1 else ""
    return " · ".join(filter(None, (several, odds_of(question, option), own)))


def odds_of(question: Question, option: Option) -> str:
    """What taking one thing alone would lead to, where the whole answer is some of several."""
    odds = question.guidance.outlook([option.key]) if question.is_lone else None
    return question.voice.unescaped.text(odds) if odds is not None else ""


def in_words(question: Question, taken: dict[int, int]) -> str:
    """What is taken."""
    grammar = grammar_of(question)
    return answer_text(
        question.voice, grammar, [grammar.keys[at] for at in taken for _ in range(taken[at])]
    )


def counts(question: Question, grammar: Subset, taken: dict[int, int]) -> list[Block]:
    """Selects for how many of each, for those taken that there are several of."""
    several = [at for at in taken if grammar.room(grammar.keys[at]) > 1]
    shown: list[Block] = []
    first = question.state.at[1] if len(question.state.at) > 1 else 0
    for at in several[first : first + COUNTS_MOST]:
        room = grammar.room(grammar.keys[at])
        name = question.voice.unescaped.label(grammar.describe(grammar.keys[at]).label)
        lines = [
            MenuOption(
                str(n), question.voice.say("panel.count_of", n=n, what=name), chosen=n == taken[at]
            )
            for n in steps(room, taken[at])
        ]
        shown.append(select(question.id(Verb.TAKE_COUNT, at), lines, name))
    if len(several) > COUNTS_MOST:
        later = first + COUNTS_MOST if first + COUNTS_MOST < len(several) else 0
        shown.append(
            row(button(question.id(Verb.MORE_COUNTS, later), question.voice.say("panel.counts")))
        )
    return shown


def steps(room: int, now: int) -> list[int]:
    """The numbers to choose from: each of a few; of many, enough to come near any."""
    if room <= OPTIONS_MOST:
        return list(range(1, room + 1))
    near = set(range(max(1, now - 6), min(room, now + 6) + 1))
    spread = {1 + (room - 1) * n // 11 for n in range(12)}
    return sorted(near | spread)[:OPTIONS_MOST]


def endings(question: Question, grammar: Subset, taken: dict[int, int]) -> list[Block]:
    """Take it all, take nothing, or be content with what is taken."""
    buttons = []
    if not is_simple(grammar):
        enough = grammar.least <= sum(taken.values()) <= grammar.cap() and bool(taken)
        buttons.append(
            button(
                question.id(Verb.TAKE_DONE),
                question.voice.say("panel.done"),
                "good",
                disabled=not enough,
            )
        )
    if grammar.cap() == grammar.total() and question.decision.kind != TRADE:
        # Nobody gives all they have away by one press.
        movers = question.leaf.path[-1:] in PIECES
        words = question.voice.say("panel.everyone" if movers else "panel.everything")
        buttons.append(button(question.id(Verb.TAKE_ALL), words))
    if grammar.least == 0:
        buttons.append(button(question.id(Verb.TAKE_NOTHING), question.voice.say("panel.nothing")))
    return [row(*buttons, *usual(question))] if buttons or usual(question) else []


def usual(question: Question) -> list[Block]:
    """What the clock would choose, where the whole answer is some of several."""
    decision = question.decision
    if (
        not question.is_lone
        or not decision.default
        or (question.guidance.suggestions and question.guidance.is_ranked)
    ):
        return []
    words = capital(question.voice.unescaped.choice(decision, decision.default))
    return [button(question.id(Verb.TAKE_DEFAULT), words)]


def take_usual(question: Question, values: Sequence[str], more: Sequence[int]) -> PanelState:
    """Answer what the clock would."""
    grammar = grammar_of(question)
    try:
        return question.answered(grammar.validate(question.decision.default))
    except Unfit:
        raise OutdatedDraft from None


def take(question: Question, values: Sequence[str], more: Sequence[int]) -> PanelState:
    """Take what was chosen of the part that is shown; the rest stays as it was."""
    grammar, taken = grammar_of(question), recounted(question.state.work)
    members = members_shown(question, question.options(), more[0])
    picked = [number(value) for value in values]
    if not set(picked) <= set(members):
        raise OutdatedDraft
    if is_simple(grammar):
        return settled(question, dict.fromkeys(picked, 1))
    kept = {at: n for at, n in taken.items() if at not in members}
    kept |= {at: taken.get(at, 1) for at in picked}
    fits(grammar, kept)
    several = any(grammar.room(grammar.keys[at]) > 1 for at in kept)
    if not several and not question.state.at and sum(kept.values()) == grammar.cap():
        return settled(question, kept)
    return question.working(tuple(counted(kept)))


def set_count(question: Question, values: Sequence[str], more: Sequence[int]) -> PanelState:
    """Say how many of one kind to take."""
    grammar, taken = grammar_of(question), recounted(question.state.work)
    at = more[0]
    if at not in taken or not values:
        raise OutdatedDraft
    changed = {**taken, at: number(values[0])}
    fits(grammar, changed)
    return question.working(tuple(counted(changed)))


def more_counts(question: Question, values: Sequence[str], more: Sequence[int]) -> PanelState:
    """Turn to the numbers of other kinds."""
    part = question.state.at[0] if question.state.at else 0
    return question.state._replace(at=(part, more[0]))


def take_all(question: Question, values: Sequence[str], more: Sequence[int]) -> PanelState:
    """Take everything there is."""
    grammar = grammar_of(question)
    return settled(question, {at: grammar.room(key) for at, key in enumerate(grammar.keys)})


def take_nothing(question: Question, values: Sequence[str], more: Sequence[int]) -> PanelState:
    """Take nothing at all."""
    return settled(question, {})


def done(question: Question, values: Sequence[str], more: Sequence[int]) -> PanelState:
    """Be content with what is taken."""
    return settled(question, recounted(question.state.work))


def fits(grammar: Subset, taken: dict[int, int]) -> None:
    """Raise `Notice` when that is too much, `OutdatedDraft` when there is no such thing."""
    if any(at >= len(grammar.keys) or n < 1 for at, n in taken.items()):
        raise OutdatedDraft
    if any(n > grammar.room(grammar.keys[at]) for at, n in taken.items()):
        raise OutdatedDraft
    if isinstance(grammar, Budget) and (spent := spent_on(grammar, taken)) > grammar.funds:
        paid, there = Price(spent, grammar.currency), Price(grammar.funds, grammar.currency)
        raise Notice("panel.too_dear", price=(paid,), funds=(there,))
    if sum(taken.values()) > grammar.cap():
        raise Notice("panel.too_many", most=grammar.cap())
    if isinstance(grammar, Quota):
        try:
            grammar.validate([grammar.keys[at] for at, n in taken.items() for _ in range(n)])
        except Unfit as unfit:
            raise Notice("panel.too_many", most=unfit.data.get("most", 0)) from None


def spent_on(grammar: Budget, taken: dict[int, int]) -> int:
    """What the things taken cost together."""
    return sum(grammar.price(grammar.keys[at]) * n for at, n in taken.items())


def settled(question: Question, taken: dict[int, int]) -> PanelState:
    """Answer with what is taken; raises `Notice` when that is too little or too much."""
    grammar = grammar_of(question)
    fits(grammar, taken)
    try:
        value = grammar.validate([grammar.keys[at] for at in taken for _ in range(taken[at])])
    except Unfit as unfit:
        if unfit.code == "alone":
            raise Notice("panel.not_alone", what=in_words(question, taken)) from None
        raise Notice("panel.too_few", least=grammar.least) from None
    return question.answered(value)
