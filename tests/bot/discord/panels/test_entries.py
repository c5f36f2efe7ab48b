"""What stands under a whole answer in a list."""

from __future__ import annotations

from bot.discord.interactions.panel_state import WHOLES
from bot.discord.panels.catalogue import Entry
from bot.discord.panels.entries import label, note
from bot.discord.voices import rules_voice
from tests.advanced.builders import a_game, buy
from tests.bot.discord.panels.builders import Hand
from tests.civ2010.builders import a_game as a_2010_game
from tests.fast_play import builders as fast_play
from tests.standard import builders as standard

SELECT = 3


def test_a_unit_says_what_it_is_before_what_it_leaves() -> None:
    game = a_game().with_settlement("angela", "gobi", "town").with_gold("angela", 100)
    decision = game.with_cards("brad", "wheel").at("purchase").decision("angela")
    hand = Hand(decision.grammar, "purchase", rules_voice("advanced", ["Ada", "Bea"]))
    entry = Entry(decision.grammar.validate(buy("horseman", "gobi")))
    assert label(hand.question, entry) == "A horseman in Gobi"
    assert note(hand.question, entry) == (
        "10 gold · a chariot for now; one die, +1 against infantry; 5 gold of it to Bea;"
        " leaves 90 gold"
    )


def test_what_is_true_of_the_last_of_several_places_is_not_said_of_all() -> None:
    game = fast_play.a_game().with_settlements("angela", "persia", "indus").with_gold("angela", 9)
    grammar = game.at("purchase").decision("angela").grammar
    hand = Hand(grammar, "purchase", rules_voice("fast_play", ["Ada", "Bea"]))
    notes = [
        note(hand.question, Entry(grammar.validate({"buy": "galley", "where": where})))
        for where in (["persia"], ["persia", "indus"])
    ]
    assert notes == ["1 gold · your village", "2 gold"]


def test_two_lists_of_one_place_are_told_apart() -> None:
    game = standard.a_game().with_units("angela", "gobi", swordsman=2, horseman=2, settler=2)
    decision = game.at("movement").decision("angela")
    hand = Hand(decision.grammar, "movement")
    hand.decision, hand.state = decision, hand.state._replace(mode=WHOLES)
    lists = [each["placeholder"] for each in hand.actions() if each["type"] == SELECT]
    assert lists[0].startswith("Move (1 of ") and lists[1].startswith("Move (2 of ")
    assert len(lists) == len(set(lists))


def test_a_city_s_own_production_is_no_note_on_what_it_makes() -> None:
    game = a_2010_game().cities("ada", "C8").terrain("F", "B2", "C2", "D2").at("cities")
    decision = game.pending("ada")[0]
    hand = Hand(decision.grammar, "cities", rules_voice("civ2010", ["Ada", "Bea"]))
    entry = Entry(decision.grammar.validate({"do": "act", "city": "C3", "item": "infantry"}))
    assert label(hand.question, entry) == "C3: Infantry"
    assert note(hand.question, entry) == "5 production"
