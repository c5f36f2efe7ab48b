"""Spending gold: cards, improvements, growth, settling and troops, the best worth first."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.core.answering import field
from engine.core.decision import Decision
from engine.core.grammar import Answers, Grammar, OneOf, Option
from engine.rulesets.advanced.learning import DIE_ERA, pieces_with
from engine.rulesets.advanced.steward.situation import Situation
from engine.rulesets.advanced.tables import CARD, IMPROVEMENT, TABLES
from engine.rulesets.standard.steward.raising import military
from engine.rulesets.standard.steward.settling import settling
from engine.world.steward.forms import goods, places
from engine.world.steward.survey import BOARD
from engine.world.steward.wares import Ware, choose, that_fit

BROADENING = 0.5
"""What a technology opens for all, as part of its price."""
ADVANCE = 0.1
"""What the first step into a new era costs: one's own improvements and wonders are over."""
AT_STAKE = 4
"""So many improvements are missed when their era is over; of more, most have paid by then."""
CLOSING, DELAY = 0.6, 0.1
"""What a chance that the game ends is worth to the leader, and costs the others, of a price."""
UNIT_WORTH = 0.8
"""A free unit, as part of its price."""


def buy(s: Situation, decision: Decision, rng: Random) -> Answers:
    """The next purchase, or the end of purchases."""
    grammar = decision.grammar
    if "colony_ship" in goods(grammar) and wants_the_end(s):
        return {"buy": "colony_ship"}
    if s.overtime:
        return {"buy": most_advanced(s, goods(grammar)) or "done"}
    chosen = choose(wares(s, grammar), s.sheet.gold, 0 if s.ending else s.next_income, 0)
    return chosen or {"buy": "done"}


def wares(s: Situation, grammar: Grammar) -> list[Ware]:
    """Everything on sale that could be worth buying, weighed once in a look."""
    if s.weighed is None or s.weighed[0] is not grammar:
        on_sale = goods(grammar)
        found = [
            *technologies(s, grammar, on_sale),
            *improvements(s, on_sale),
            *growth(s, grammar, on_sale),
            *that_fit(grammar, settling(s, grammar, on_sale)),
        ]
        if not s.ending:
            found += that_fit(grammar, military(s, grammar, on_sale))
        s.weighed = grammar, found
    return s.weighed[1]


def wants_the_end(s: Situation) -> bool:
    """Whether the steward ends the game now if it can: as the winner, or after all too long."""
    return s.overtime or leads(s)


def most_advanced(s: Situation, on_sale: list[str]) -> str | None:
    """The technology that is nearest to the end of the game, of equal ones the cheapest."""
    cards = [good for good in on_sale if good in CARD]
    return max(cards, key=lambda card: (era_of(card), -s.view.prices[card], card), default=None)


def era_of(card: str) -> int:
    """The era of a technology."""
    return TABLES.technology_cards[CARD[card]].era


def leads(s: Situation) -> bool:
    """Whether the steward would win if the game ended now by the Colony Ship."""
    scores = [
        score + len(player.technologies) + 2 * (player.seat == s.me)
        for score, player in zip(s.view.scores, s.view.players, strict=True)
    ]
    return scores[s.me] > max((scores[rival] for rival in s.rivals), default=0)


def technologies(s: Situation, grammar: Grammar, on_sale: list[str]) -> Iterator[Ware]:
    """Cards with what they bring, and what they let everybody build."""
    asked = field(grammar, "buy", {})
    for card in filter(CARD.__contains__, on_sale):
        price = s.view.prices[card]
        worth = card_worth(s, card, price)
        if pieces_with(CARD[card]) and isinstance(asked, OneOf):
            worth -= UNIT_WORTH * s.prices.army[s.era] * said_to_be_lost(asked.describe(card))
        yield Ware(worth, max(price, 1), {"buy": card})


def said_to_be_lost(option: Option) -> int:
    """How many of the pieces that come with a card would find no room."""
    parts = option.detail.data["parts"] if option.detail is not None else ()
    return sum(part.data["n"] for part in parts if part.key == "detail.no_room")


def card_worth(s: Situation, card: str, price: int) -> float:
    """What a technology brings its buyer, in gold of today."""
    facts = TABLES.technology_cards[CARD[card]]
    points = TABLES.points.seminal * facts.seminal
    gold = BROADENING * price
    if DIE_ERA.get(s.view.length) == facts.era:
        # It may end the game: good news for the leader.
        gold += (CLOSING if leads(s) else -DELAY) * price
    for index in TABLES.card_wonders[CARD[card]]:
        wonder = TABLES.wonders[index]
        points += TABLES.points.wonder
        gold += s.era_stream * wonder.gold
        gold += s.era_stream * (mood_gain(s, happy=True) if wonder.happy else 0)
        gold += s.era_stream * (mood_gain(s, happy=False) if wonder.productive else 0)
        gold += s.prices.settler[s.era] * wonder.free_settlers
        if wonder.free_units is not None:
            gold += UNIT_WORTH * s.prices.army[s.era] * wonder.free_units.count
    if facts.free_unit:
        gold += UNIT_WORTH * s.prices.army[s.era]
    if facts.free_improvement:
        improvement = TABLES.improvements[IMPROVEMENT[facts.free_improvement]]
        gold += s.era_stream * mood_gain(s, happy=improvement.kind == "happiness")
    if facts.free_growth:
        gold += s.one_size
    if facts.allows_size:
        larger = sum(city.size == facts.allows_size - 1 for city in s.cards.cities)
        gold += 0.5 * larger * max(0.0, s.one_size - s.prices.growth[0])
    if s.view.length == "long" and facts.era == TABLES.last_era:
        # A long game has to come to its end.
        gold += price
    lost = 0.0
    if facts.era > s.era and not s.view.era_ending:
        lost = ADVANCE * price * min(len(s.view.improvements[s.me]), AT_STAKE)
    return points * s.point + gold * s.idle - lost


def mood_gain(s: Situation, happy: bool) -> float:
    """What one more happy, or productive, settlement would pay each turn."""
    if happy:
        gains = [2 + 2 * city.productive for city in s.cards.cities if not city.happy]
    else:
        gains = [city.income for city in s.cards.cities if not city.productive]
    return max(gains, default=0)


def improvements(s: Situation, on_sale: list[str]) -> Iterator[Ware]:
    """Improvements for as long as their era may last."""
    for key in () if s.ending else filter(IMPROVEMENT.__contains__, on_sale):
        facts = TABLES.improvements[IMPROVEMENT[key]]
        gain = mood_gain(s, happy=facts.kind == "happiness") * facts.settlements
        yield Ware(s.era_stream * gain, s.prices.improvement[s.era], {"buy": key})


def growth(s: Situation, grammar: Grammar, on_sale: list[str]) -> Iterator[Ware]:
    """Settlements that can grow: those with a resource first."""
    if "grow" not in on_sale:
        return
    for place in places(grammar, "grow"):
        risk = s.present_risk(BOARD.index[place])
        worth = (s.point + s.stream * s.gold_of_growth(place)) * (1 - risk)
        yield Ware(worth, s.prices.growth[0], {"buy": "grow", "where": place})
