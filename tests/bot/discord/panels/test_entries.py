"""What stands under a whole answer in a list."""

from __future__ import annotations

from bot.discord.panels.catalogue import Entry
from bot.discord.panels.entries import label, note
from bot.discord.voices import rules_voice
from tests.advanced.builders import a_game, buy
from tests.bot.discord.panels.hand import Hand


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
