"""Rulebook 14: what wonders and improvements do, one by one."""

from __future__ import annotations

import pytest

from engine.rulesets.advanced.events import (
    ImprovementBuilt,
    PiecesReceived,
    Produced,
)
from engine.rulesets.advanced.tables import CARD, TABLES
from engine.rulesets.standard.events import TechnologyBought
from tests.advanced.builders import Arrangement, Game, a_game

IMPROVEMENTS = {each.id: each for each in TABLES.improvements}
MOODS = {wonder.id: wonder for wonder in TABLES.wonders if wonder.happy or wonder.productive}


def four_villages(era: int) -> Arrangement:
    """Angela has four villages with oil, one of them happy for free: 4 + 2 + 2 + 2 gold."""
    game = a_game().in_era(TABLES.eras[era])
    for place in ("gobi", "steppe", "persia", "indus"):
        game = game.with_settlement("angela", place, "village", "oil")
    return game


def paid(game: Game) -> int:
    return next(event.cities for event in game.events(Produced) if event.seat == 0)


@pytest.mark.parametrize("name", IMPROVEMENTS)
def test_14_3_an_improvement_is_bought_for_the_price_of_its_era(name: str) -> None:
    facts = IMPROVEMENTS[name]
    game = four_villages(facts.era).with_gold("angela", 30).with_cards("brad", facts.technology)
    table = game.with_settlement("brad", "nile").at("purchase").play("angela", {"buy": name})
    built = table.event(ImprovementBuilt)
    fee = (5, 5, 10, 10)[facts.era]
    assert (built.price, built.fee) == (10 + 5 * facts.era, fee)
    assert (table.gold("angela"), table.gold("brad")) == (20 - 5 * facts.era, fee)


@pytest.mark.parametrize("name", IMPROVEMENTS)
def test_14_3_an_improvement_raises_what_its_settlements_pay(name: str) -> None:
    facts = IMPROVEMENTS[name]
    game = four_villages(facts.era).with_improvements("angela", name)
    # A happy village pays 4 instead of 2; the first productive one is the happy one.
    gain = 2 * facts.settlements if facts.kind == "happiness" else 4 + 2 * (facts.settlements - 1)
    assert paid(game.at("production", dice=(1, 1))) == 10 + gain


@pytest.mark.parametrize("name", MOODS)
def test_14_1_a_wonder_raises_what_its_settlements_pay_in_its_era_only(name: str) -> None:
    facts = MOODS[name]
    gain = 2 * facts.happy + 4 * facts.productive
    game = four_villages(facts.era).with_card_wonders("angela", name)
    assert paid(game.at("production", dice=(1, 1))) == 10 + gain
    if facts.era < TABLES.last_era:
        later = four_villages(facts.era + 1).with_card_wonders("angela", name)
        assert paid(later.at("production", dice=(1, 1))) == 10


@pytest.mark.parametrize("name", [each.id for each in TABLES.wonders if each.discount])
def test_14_1_a_wonder_takes_gold_off_technologies_of_its_era(name: str) -> None:
    facts = TABLES.wonders[TABLES.wonder_index[name]]
    card = next(
        each
        for each in TABLES.technology_cards
        if each.era == facts.era and each.id != facts.technology
    )
    game = four_villages(facts.era).with_gold("angela", 200).with_cards("brad", *card.needs)
    table = game.with_card_wonders("angela", facts.id).at("purchase")
    table.play("angela", {"buy": card.id})
    assert table.event(TechnologyBought).price == card.cost - facts.discount
    assert table.state.technologies[CARD[card.id]] == 0


@pytest.mark.parametrize(
    ("name", "piece", "count"),
    [
        ("hanging_gardens", "settler", 2),
        ("pyramids", "horseman", 2),
        ("sun_tsus_art_of_war", "man_at_arms", 2),
        ("copernicus_observatory", "caravel", 1),
    ],
)
def test_14_1_a_wonder_brings_its_pieces_where_its_owner_wants_them(
    name: str, piece: str, count: int
) -> None:
    facts = TABLES.wonders[TABLES.wonder_index[name]]
    needs = TABLES.technology_cards[CARD[facts.technology]].needs
    game = a_game().in_era(TABLES.eras[facts.era]).with_gold("angela", 100)
    for place in ("nile", "persia", "yunnan"):
        game = game.with_settlement("angela", place)
    table = game.with_cards("brad", *needs).at("purchase").play("angela", {"buy": facts.technology})
    for _ in range(count):
        assert table.asked() == {"angela": "free_pieces"}
        place = table.options("angela")[0]
        table.play("angela", place)
        assert table.event(PiecesReceived).place == place
        assert table.units("angela", place) == {piece: 1}
