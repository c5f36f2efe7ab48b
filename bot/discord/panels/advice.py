"""Advice on a decision: what a good player would do, what comes next, and why."""

from __future__ import annotations

from itertools import islice

from bot.discord.colours import HERALD
from bot.discord.interactions.verbs import Verb
from bot.discord.panels.catalogue import Entry
from bot.discord.panels.question import Question
from bot.discord.screen import Screen, TextBudget, button, row, text
from engine.core.advice import Suggestion
from engine.core.grammar import Form
from engine.core.wholes import options_of, price_of
from engine.notation.phrases import choice_name

ADVICE_MOST = 2000


def advice_screen(question: Question) -> Screen:
    """The best answer and the second best with their reasons; the best is one press away."""
    voice = question.voice
    if not question.guidance.suggestions:
        return Screen([text(voice.say("advice.nothing"))], accent=HERALD)
    words = TextBudget(ADVICE_MOST).take("\n".join(advice_lines(question)))
    mark = Entry(question.guidance.suggestions[0].value).mark
    do = button(question.id(Verb.DO_ADVICE, 0, mark), voice.say("advice.do"), "main")
    return Screen([text(words), row(do)], accent=HERALD)


def advice_lines(question: Question) -> list[str]:
    """What advice says, line by line."""
    voice = question.voice
    best, *others = question.guidance.suggestions
    lines = [
        voice.say("advice.title"),
        voice.say("advice.best", words=words_of(question, best)),
        voice.say("advice.why", why=why(question, best)),
    ]
    if best.towards is not None:
        lines.append(voice.say("advice.towards", victory=voice.text(best.towards)))
    if others:
        # Without a reason it is one of the answers that there are, of no certain rank.
        key = "advice.other" if others[0].reason is None else "advice.second"
        lines.append(voice.say(key, words=words_of(question, others[0])))
        if gain := effect(question, others[0]):
            lines.append(voice.say("advice.gain", why=gain))
    return [*lines, voice.say("advice.noted")]


def words_of(question: Question, suggestion: Suggestion) -> str:
    """A suggested answer in words."""
    return choice_name(question.voice, question.decision, suggestion.value).rstrip(".")


def why(question: Question, suggestion: Suggestion) -> str:
    """Why the best answer is the best: its reason, else what it does."""
    voice, decision = question.voice, question.decision
    if found := effect(question, suggestion):
        return found
    if len(list(islice(decision.grammar.enumerate(), 2))) == 1:
        return voice.say("advice.only")
    ends = isinstance(decision.grammar, Form) and suggestion.value == decision.default
    return voice.say("advice.stop" if ends else "advice.best_known")


def effect(question: Question, suggestion: Suggestion) -> str:
    """The reason of an answer, else the detail of what it chooses, else what it costs."""
    voice, grammar = question.voice, question.decision.grammar
    if suggestion.reason is not None:
        return voice.text(suggestion.reason).rstrip(".")
    details = [o.detail for o in options_of(grammar, suggestion.value) if o.detail is not None]
    if details:
        return voice.text(details[-1]).rstrip(".")
    price = price_of(grammar, suggestion.value)
    return voice.say("advice.costs", price=voice.price(price)) if price else ""
