"""Why the steward would buy or take something: Standard's reasons, and those of cards."""

from __future__ import annotations

from engine.core.grammar import Answers
from engine.core.text import Text
from engine.rulesets.advanced.describing import brought
from engine.rulesets.advanced.learning import DIE_ERA
from engine.rulesets.advanced.steward.purchase import leads, mood_gain
from engine.rulesets.advanced.steward.situation import Situation
from engine.rulesets.advanced.tables import CARD, IMPROVEMENT, TABLES
from engine.rulesets.standard.steward import reasons as standard


def purchase(s: Situation, order: Answers) -> Text | None:
    """Why something is worth its price."""
    good = order["buy"]
    if good in CARD:
        return technology(s, good)
    if good in IMPROVEMENT:
        facts = TABLES.improvements[IMPROVEMENT[good]]
        gain = mood_gain(s, happy=facts.kind == "happiness") * facts.settlements
        return Text("reason.improvement", {"gold": round(gain), "kind": facts.kind})
    if good == "grow":
        return Text("reason.growth", {"gold": s.gold_of_growth(order["where"])})
    return standard.purchase(s, order)


def technology(s: Situation, card: str) -> Text:
    """What a technology brings, and what it would bring about."""
    facts = TABLES.technology_cards[CARD[card]]
    wonders = TABLES.card_wonders[CARD[card]]
    points = TABLES.points.seminal * facts.seminal + TABLES.points.wonder * len(wonders)
    closing = DIE_ERA.get(s.view.length) == facts.era and leads(s)
    things = {
        "points": points,
        "brings": brought(CARD[card]),
        "leads": "leads" if closing else "",
        "fee": TABLES.fee[s.era],
    }
    return Text("reason.technology", things)
