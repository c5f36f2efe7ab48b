"""What the picture of a chart says, for those who do not see it: what its tree says."""

from __future__ import annotations

import msgspec

from engine.core.charts import FactCard, QuickReference
from engine.core.view import View
from render.cards.charts import chart_card
from render.cards.fact_card import fact_card
from render.cards.reference import groups_of
from render.look import Look
from render.text.alt import ALT, cut


def chart_alt_text(chart: msgspec.Struct, view: View, look: Look) -> str:
    """The same as the picture of a chart says, in at most 1024 characters."""
    return cut(chart_text(chart, view, look), ALT)


def chart_text(chart: msgspec.Struct, view: View, look: Look) -> str:
    """A chart in words, as long as it takes."""
    return chart_card(chart, view, look.voice(view.ruleset, view.seats)).said()


def card_text(card: FactCard, ruleset: str, look: Look) -> str:
    """The card of one thing of the rules in words, in a game or outside of any."""
    return fact_card(card, look.voice(ruleset, len(look.names))).said()


def reference_text(reference: QuickReference, ruleset: str, look: Look) -> str:
    """A quick reference in words: a line for each group."""
    voice = look.voice(ruleset, 0)
    said = [group.said() for group in groups_of(reference, voice)]
    return "\n".join((voice.label(reference.title) + ".", *said))
