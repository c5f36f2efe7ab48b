"""Deals: what they bring both sides, and offers worth making (rulebook chapter 6)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import fsum
from random import Random

from engine.core.answering import field, keys
from engine.core.decision import Decision
from engine.core.grammar import Answers, Grammar
from engine.rulesets.standard.steward.horizon import ARMY_IDS, NEEDED
from engine.rulesets.standard.steward.income import expected_income, monopoly
from engine.rulesets.standard.steward.situation import Situation
from engine.rulesets.standard.tables import LAST_ERA, TABLES
from engine.world.steward.offers import answers_to_offers
from engine.world.steward.survey import BOARD
from engine.world.view import WorldOffer

POINTS = TABLES.points
MODERN = f"technology:{TABLES.eras[LAST_ERA]}"
"""The technologies of the last era, as goods."""


def trade(s: Situation, decision: Decision, rng: Random) -> Answers:
    """The next step in the trade phase; it ends soon."""
    grammar = decision.grammar
    actions = keys(field(grammar, "do", {}))
    for _, answer in answers_to_offers(s, decision, partial(good, s)):
        return answer
    if "offer" in actions and "done" in actions and may_offer(s) and not s.overtime:
        made = proposal(s, grammar)
        if made is not None and rng.random() < s.w.approach:
            return made
    return {"do": "done"}


def offer_to(grammar: Grammar, seat: int, give: list[str], get: list[str]) -> Answers | None:
    """An offer without gold; None to a seat that cannot be made any."""
    if str(seat) not in keys(field(grammar, "to", {"do": "offer"})):
        return None
    gold = {"give_gold": 0, "get_gold": 0}
    return {"do": "offer", "to": str(seat), "give": give, "get": get, **gold}


def may_offer(s: Situation) -> bool:
    """One deal a turn, and one offer at a time: nothing is offered, nothing lent."""
    if any(offer.maker == s.me for offer in s.view.offers):
        return False
    return all(home.lent_to is None for home in s.homes.values())


def good(s: Situation, offer: WorldOffer) -> bool:
    """Whether an offer is worth accepting: it must bring something, and not too little of it."""
    if ends_badly(s, offer):
        return False
    gold = offer.give_gold - offer.get_gold
    mine = gold + balance(s, s.me, offer.give, offer.get)
    theirs = balance(s, offer.maker, offer.get, offer.give) - gold
    return fair(s, mine, theirs)


def ends_badly(s: Situation, offer: WorldOffer) -> bool:
    """Whether the deal would end the game while the steward is not ahead (rule: end)."""
    if s.ending:
        return False
    for seat, gets, gives in (
        (s.me, offer.give, offer.get),
        (offer.maker, offer.get, offer.give),
    ):
        owned = s.view.players[seat].technologies_by_era[LAST_ERA]
        if owned + gets.count(MODERN) - gives.count(MODERN) >= NEEDED:
            return any(s.view.scores[rival] >= s.view.scores[s.me] for rival in s.rivals)
    return False


def fair(s: Situation, mine: float, theirs: float) -> bool:
    """Whether a deal with these gains is one to make."""
    return mine >= s.w.margin and mine >= s.w.fairness * theirs


def balance(s: Situation, seat: int, gets: Sequence[str], gives: Sequence[str]) -> float:
    """What a seat gains when these things change hands."""
    total = fsum(thing_worth(s, seat, key) for key in gets)
    total -= fsum(thing_worth(s, seat, key) for key in gives)
    borrowed = [kind for key in gets if (kind := lent_kind(s, key))]
    lent = [kind for key in gives if (kind := lent_kind(s, key))]
    if borrowed or lent:
        total += loan_gain(s, seat, borrowed, lent)
    return total


def lent_kind(s: Situation, key: str) -> str | None:
    """The resource that a loan is about; None when the key is no loan."""
    what, _, place = key.partition(":")
    if what != "loan" or place not in BOARD.index:
        return None
    settlement = s.view.spaces[BOARD.index[place]].settlement
    return settlement.resource if settlement is not None else None


def loan_gain(s: Situation, seat: int, borrowed: Sequence[str], lent: Sequence[str]) -> float:
    """What loans change in a seat's coming income."""
    player = s.view.players[seat]
    held = dict(player.resources)
    for kind in borrowed:
        held[kind] = held.get(kind, 0) + 1
    for kind in lent:
        held[kind] = held.get(kind, 0) - 1
    income = expected_income(held, player.income.cities, len(player.technologies), s.era)
    return income - s.incomes[seat]


def thing_worth(s: Situation, seat: int, key: str) -> float:
    """What a thing that changes hands for good is worth to a seat; loans are counted apart."""
    what, _, name = key.partition(":")
    if what == "loan":
        return 0.0
    if what == "wonder":
        return POINTS.wonder * s.point
    if what == "technology":
        kinds = len(s.view.players[seat].resources)
        return POINTS.technology * s.point + s.stream * kinds
    if what == "settlement" and name in BOARD.index:
        settlement = s.view.spaces[BOARD.index[name]].settlement
        if settlement is None:
            return 0.0
        if seat == s.me == settlement.owner:
            return s.loss_worth(BOARD.index[name], settlement)
        science = len(s.view.players[seat].technologies) if settlement.resource else 0
        return settlement.size * s.one_size + s.stream * science
    kind = key.partition("@")[0].partition("#")[0]
    if kind == "settler":
        return float(s.prices.settler[s.era])
    if kind in ARMY_IDS:
        return s.prices.army[s.era] * s.w.standing * 2
    return s.prices.fleet[s.era] * s.w.standing if kind in s.sailors else s.prices.army[s.era]


def proposal(s: Situation, grammar: Grammar) -> Answers | None:
    """The best exchange of one resource for another that both sides should like."""
    loans, gains = lendable(s), dict[tuple[str, str], float]()
    mine, held = loans.get(s.me, {}), s.sheet.resources
    best, made = 0.0, None
    for to in keys(field(grammar, "to", {"do": "offer"})):
        seat = int(to)
        if s.view.has_refused(seat):
            continue
        for wanted, theirs in loans.get(seat, {}).items():
            for given, ours in mine.items():
                if given == wanted or is_useless(held.get(wanted, 0), held.get(given, 0)):
                    continue
                # Whoever lends it, it brings the same.
                if (wanted, given) not in gains:
                    gains[wanted, given] = loan_gain(s, s.me, [wanted], [given])
                gain = gains[wanted, given]
                if gain <= best or gain < s.w.margin:
                    continue
                other = loan_gain(s, seat, [given], [wanted])
                if fair(s, gain, other) and fair(s, other, gain):
                    best = gain
                    lent, borrowed = f"loan:{BOARD.id(ours)}", f"loan:{BOARD.id(theirs)}"
                    made = offer_to(grammar, seat, [lent], [borrowed])
    return made


def is_useless(wanted: int, given: int) -> bool:
    """Whether a resource held so often already brings no more than one held so often is missed.

    A kind that is new, or of which none would be left, changes more than monopolies.
    """
    if not wanted or not given:
        return False
    return monopoly(wanted + 1) - monopoly(wanted) <= monopoly(given) - monopoly(given - 1)


def lendable(s: Situation) -> dict[int, dict[str, int]]:
    """For each seat and each kind of resource it could lend, one region it comes from."""
    found: dict[int, dict[str, int]] = {}
    for places in (s.homes, s.foreign):
        for region, settlement in places.items():
            if settlement.resource and settlement.lent_to is None:
                found.setdefault(settlement.owner, {})[settlement.resource] = region
    return found
