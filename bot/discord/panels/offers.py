"""Offers on a panel: accept, decline or counter with one press.

It works wherever a decision of kind `trade` is a form that names what to `do` and which `offer` it
is about, and the view shows the offers; otherwise the form alone is there to be filled in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from bot.discord.interactions.panel_state import PanelState
from bot.discord.interactions.verbs import Verb
from bot.discord.panels.draft import OutdatedDraft, codes_of_value, encoded, walk
from bot.discord.panels.question import Question
from bot.discord.screen import Block, button, row, text
from engine.core.answering import field
from engine.core.grammar import Form, OneOf, Value
from engine.core.view import OfferView, View

TRADE = "trade"
ANSWERS = {"accept": "good", "decline": "danger"}
"""What an offer is answered with, and how its button looks."""
SHOWN_MOST = 3
"""How many offers are shown with buttons of their own; the form reaches the rest."""


def offers(question: Question, view: View) -> list[Block]:
    """The offers that await the player's answer, each with its buttons."""
    if question.decision.kind != TRADE or question.state.codes or question.state.work:
        return []
    return [block for offer in incoming(view)[:SHOWN_MOST] for block in _offer(question, offer)]


def incoming(view: View) -> list[OfferView]:
    """The offers that await an answer of the one whose view it is."""
    others = (offer for offer in view.offers if offer.maker != view.seat)
    return [offer for offer in others if offer.to in (view.seat, None)]


def has_buttons(question: Question, value: Value) -> bool:
    """Whether an answer is one to an offer that stands above, with buttons for it."""
    if question.decision.kind != TRADE or question.state.codes or question.state.work:
        return False
    if not isinstance(value, dict) or value.get("do") not in ANSWERS:
        return False
    listed = field(question.decision.grammar, "offer", {"do": value["do"]})
    return isinstance(listed, OneOf) and len(listed.keys) <= SHOWN_MOST


def why_accept(question: Question, offer: OfferView) -> str:
    """What is to be said for or against accepting an offer, where advice is given."""
    entries = question.catalogue.entries(0) if question.catalogue is not None else ()
    wanted = {"do": "accept", "offer": str(offer.id)}
    reasons = [each.reason for each in entries if each.value == wanted]
    return question.voice.text(reasons[0]) if reasons and reasons[0] is not None else ""


def _offer(question: Question, offer: OfferView) -> Iterator[Block]:
    voice = question.voice
    words, why = in_words(question, offer), why_accept(question, offer)
    yield text(voice.say("offer.incoming", n=offer.id, words=words, why=why))
    buttons = []
    for what, style in ANSWERS.items():
        codes = codes_of(question, {"do": what, "offer": str(offer.id)})
        if codes is not None:
            done = question.state._replace(codes=codes)
            whole = question.at(done)
            buttons.append(button(whole.id(Verb.CONFIRM_DRAFT), voice.say(f"offer.{what}"), style))
    codes = codes_of(question, {"do": "offer", "to": str(offer.maker)})
    if codes is not None:
        buttons.append(
            button(
                question.id(Verb.COUNTER_OFFER, offer.maker, offer.id), voice.say("offer.counter")
            )
        )
    if buttons:
        yield row(*buttons)


def in_words(question: Question, offer: OfferView) -> str:
    """An offer as the form lists it: there the rule set says all it knows about the things."""
    listed = field(question.decision.grammar, "offer", {"do": "decline"})
    assert isinstance(listed, OneOf)
    return question.voice.label(listed.describe(str(offer.id)).label)


def codes_of(question: Question, wanted: dict[str, Value]) -> tuple[int, ...] | None:
    """The beginning of an answer, as far as it is `wanted`; None where it cannot be given."""
    grammar = question.decision.grammar
    if not isinstance(grammar, Form):
        return None
    codes: list[int] = []
    said: set[str] = set()
    while True:
        try:
            gone = walk(grammar, codes)
        except OutdatedDraft:
            return None
        said.update(each.leaf.path[0] for each in gone.said)
        leaf = gone.open
        name = leaf.path[0] if leaf is not None else ""
        if leaf is None or name not in wanted:
            return tuple(codes) if wanted.keys() <= said else None
        if not isinstance(leaf.grammar, OneOf) or wanted[name] not in leaf.grammar.keys:
            return None
        codes += encoded(leaf.grammar, wanted[name])


def counter(
    question: Question, values: Sequence[str], more: Sequence[int], view: View | None = None
) -> PanelState:
    """Begin an offer to the player who made the one to be countered: the same, mirrored."""
    codes = codes_of(question, {"do": "offer", "to": str(more[0])})
    if codes is None:
        raise OutdatedDraft
    offers = view.offers if view is not None else ()
    for offer in offers:
        if len(more) > 1 and offer.id == more[1]:
            try:
                codes = codes_of_value(question.decision.grammar, mirrored(offer))
            except OutdatedDraft:
                # Not all of it can be offered back: the form is filled in from the start.
                break
    return question.state._replace(codes=codes, work=(), at=())


def mirrored(offer: OfferView) -> dict[str, Value]:
    """An offer as its answer would begin: what was to be got is given, and the other way round."""
    facts = msgspec.to_builtins(offer)
    sides = {"give": "get", "get": "give"}
    value: dict[str, Value] = {"do": "offer", "to": str(offer.maker)}
    for name, what in facts.items():
        side, _, rest = name.partition("_")
        if side in sides:
            other = "_".join(filter(None, (sides[side], rest)))
            value[other] = list(what) if isinstance(what, list | tuple) else what
    return value
