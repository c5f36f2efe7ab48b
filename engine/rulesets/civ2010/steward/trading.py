"""Deals: what both sides would gain by them, and which the steward accepts and proposes.

Everyone's trade, culture, market resources and technologies are open, so that the steward can judge
what a deal is worth to the other side as it would be judged there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from engine.core.grammar import Answers, Form
from engine.core.text import Text
from engine.rulesets.civ2010.steward.cards import card_ideas
from engine.rulesets.civ2010.steward.filling import filled, options
from engine.rulesets.civ2010.steward.ideas import Idea, best_first
from engine.rulesets.civ2010.steward.situation import Situation
from engine.rulesets.civ2010.steward.weights import Weights
from engine.rulesets.civ2010.tables import (
    ALL_RESOURCES,
    MOST_TRADE,
    RESOURCES,
    TECHNOLOGIES,
    TECHNOLOGY_COST,
)
from engine.tiles.civ import CivOffer

CULTURES = (2, 3, 5)
TRADES = (3, 6)
"""Round sums that offers are tried with, beside what just pays for a technology."""


CLEARLY = 1e-3
"""A difference in worth that is more than the rounding of two sums."""


class Side(NamedTuple):
    """One side of a deal."""

    trade: int = 0
    culture: int = 0
    things: tuple[str, ...] = ()


class Party:
    """A player as the other side of a deal sees them."""

    def __init__(self, s: Situation) -> None:
        self.s = s
        self.trade, self.culture = s.player.trade, s.player.culture
        self.resources = dict(s.player.resources)
        self.prices = sorted(TECHNOLOGY_COST[level] for level in s.levels)
        techs = [TECHNOLOGIES[name] for name in s.techs if name in TECHNOLOGIES]
        costs = [ability.cost for tech in techs for ability in tech.abilities]
        self.wanted = Counter(kind for cost in costs for kind in cost)

    def trade_worth(self, trade: int) -> float:
        """What so much trade is worth: what it pays for, what is kept, and the useless rest."""
        w = self.s.w
        trade = min(trade, MOST_TRADE)
        paid = max((price for price in self.prices if price <= trade), default=0)
        if not paid:
            return w.kept * trade
        kept = min(trade, self.s.player.coins)
        return w.research * paid + w.kept * kept + w.lost * max(0, trade - paid - kept)

    def thing_worth(self, key: str, have: int) -> float:
        """What one more thing is worth with so many of its kind in hand."""
        w = self.s.w
        if key not in ALL_RESOURCES:
            return w.hidden
        if have < self.wanted[key]:
            return w.useful
        return w.usable if self.wanted["any"] else w.idle

    def gain(self, get: Side, give: Side) -> float:
        """What a deal brings this player."""
        before, after = self.trade, self.trade + get.trade - give.trade
        found = self.trade_worth(after) - self.trade_worth(before)
        w = self.s.w
        point = w.culture_plan if self.s.plan == "culture" else w.culture
        found += point * (get.culture - give.culture)
        have = Counter(self.resources)
        for key in give.things:
            have[key] -= 1
            found -= self.thing_worth(key, have[key])
        for key in get.things:
            found += self.thing_worth(key, have[key])
            have[key] += 1
        return found

    def sides(self, partner: Party) -> Iterator[Side]:
        """What this player could give."""
        needs = [price - partner.trade for price in partner.prices]
        needs += (self.trade - price for price in self.prices)
        for trade in sorted({n for n in (*needs, *TRADES) if 0 < n <= self.trade}):
            yield Side(trade=trade)
        for culture in CULTURES:
            if culture <= self.culture:
                yield Side(culture=culture)
        for kind in RESOURCES:
            if self.resources.get(kind):
                yield Side(things=(kind,))


def trade_ideas(s: Situation, form: Form, rng: Random) -> list[Idea]:
    """Cards of the trade phase, offers that bring enough, one offer of the own; then the end."""
    actions = options(form, "do", {})
    found = card_ideas(s, form, rng, worth=s.w.use)
    if "accept" in actions:
        offers = {str(offer.id): offer for offer in s.view.offers}
        for key in options(form, "offer", {"do": "accept"}):
            worth = accepting(s, offers[key])
            if worth > 0:
                value: Answers = {"do": "accept", "offer": key}
                found.append(Idea(s.w.margin + worth, value, Text("reason.accept")))
    if "decline" in actions:
        offers = {str(offer.id): offer for offer in s.view.offers}
        for key in options(form, "offer", {"do": "decline"}):
            if is_poor(s, offers[key]):
                value = {"do": "decline", "offer": key}
                found.append(Idea(s.w.margin / 2, value, Text("reason.decline")))
    if "offer" in actions and "done" in actions and not own_offers(s):
        found += offer_ideas(s, form, rng)
    return [*best_first(found), Idea(0.0, {"do": "done"}, Text("reason.no_deal"))]


def own_offers(s: Situation) -> bool:
    """Whether an offer of the steward is still open: one at a time is enough."""
    return any(offer.maker == s.seat for offer in s.view.offers)


def is_nearly_there(s: Situation) -> bool:
    """Whether a player is so near a victory that nobody should help."""
    return max(s.progress.values()) >= s.w.nearly


def is_fair(w: Weights, ours: float, theirs: float) -> bool:
    """Whether a deal brings one side enough, and not too little beside what the other gets."""
    return ours >= w.margin and ours >= w.fairness * theirs


def gains(s: Situation, offer: CivOffer) -> tuple[float, float]:
    """What accepting an offer would bring the steward, and what it would bring its maker."""
    give = Side(offer.get_trade, offer.get_culture, offer.get)
    get = Side(offer.give_trade, offer.give_culture, offer.give)
    return Party(s).gain(get, give), Party(s.other(offer.maker)).gain(give, get)


def is_poor(s: Situation, offer: CivOffer) -> bool:
    """Whether an offer is declined rather than left open: it clearly brings too little."""
    ours, theirs = gains(s, offer)
    return not is_fair(s.w, ours + CLEARLY, theirs)


def accepting(s: Situation, offer: CivOffer) -> float:
    """What accepting an offer is worth; nothing where it helps the other side too much."""
    other = s.other(offer.maker)
    ours, theirs = gains(s, offer)
    if is_nearly_there(other) and theirs > 0:
        return 0.0
    return ours if is_fair(s.w, ours, theirs) else 0.0


def offer_ideas(s: Situation, form: Form, rng: Random) -> list[Idea]:
    """The best offer to each player that both sides gain by.

    Who has refused one is left in peace until something changes.
    """
    found = []
    us = Party(s)
    for key in options(form, "to", {"do": "offer"}):
        other = s.other(int(key))
        if is_nearly_there(other) or s.view.has_refused(other.seat):
            continue
        best = best_deal(us, Party(other))
        if best is not None:
            worth, give, get = best
            value = filled(form, terms(key, give, get), {}, rng)
            found.append(Idea(worth, value, Text("reason.offer")))
    return found


def best_deal(us: Party, them: Party) -> tuple[float, Side, Side] | None:
    """The deal that brings the side that gains less the most."""
    best: tuple[float, Side, Side] | None = None
    for give in us.sides(them):
        for get in them.sides(us):
            ours, theirs = us.gain(get, give), them.gain(give, get)
            less = min(ours, theirs)
            likely = is_fair(us.s.w, ours, theirs) and is_fair(us.s.w, theirs, ours)
            if likely and (best is None or less > best[0]):
                best = (less, give, get)
    return best


def terms(to: str, give: Side, get: Side) -> Answers:
    """An offer as the form asks for it."""
    return {
        "do": "offer",
        "to": to,
        "give_trade": give.trade,
        "give_culture": give.culture,
        "give": list(give.things),
        "get_trade": get.trade,
        "get_culture": get.culture,
        "get": list(get.things),
    }
