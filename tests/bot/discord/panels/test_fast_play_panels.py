"""The panels of Fast Play where much hangs on one choice: what they say beside the options."""

from __future__ import annotations

from bot.discord.voices import rules_voice
from tests.bot.discord.panels.builders import Hand
from tests.fast_play.builders import Game, a_game, move

VOICE = rules_voice("fast_play", ["Ada", "Bea", "Cyd"])


def at_panel(game: Game, name: str) -> Hand:
    """A player before the panel of what is asked."""
    decision = game.decision(name)
    hand = Hand(decision.grammar, decision.kind, VOICE)
    hand.decision = decision
    return hand


def notes(hand: Hand) -> dict[str, str]:
    """What stands under each option of the selects."""
    return {
        option["label"]: option.get("description", "")
        for each in hand.actions()
        if each["type"] == 3
        for option in each["options"]
    }


def pick(hand: Hand, label: str) -> None:
    """Choose an option or press a button by its label."""
    for each in hand.actions():
        if each["type"] == 3:
            for option in each["options"]:
                if option["label"] == label:
                    hand.use(each, [option["value"]])
                    return
        elif each["label"] == label:
            hand.use(each)
            return
    raise AssertionError(f"no {label!r} in {hand.shown_labels()} and {notes(hand)}")


def test_the_shop_says_what_things_are_for() -> None:
    game = a_game().with_settlement("angela", "gaul").with_gold("angela", 7).at("purchase")
    shown = notes(at_panel(game, "angela"))
    assert shown["Swordsman"] == "1 gold · best to defend settlements"
    assert shown["An ancient technology"] == "5 gold · 2 points, 1 gold a turn; leaves 2 gold"
    assert shown["Done buying"] == "keep 7 gold"


def test_setting_gold_aside_shows_the_chances() -> None:
    game = a_game().with_settlement("angela", "gaul").with_gold("angela", 7).at("purchase")
    hand = at_panel(game, "angela")
    pick(hand, "Try to build a wonder")
    assert notes(hand) == {
        "5 gold": "succeeds on a 2 (1 in 6), leaves 2 gold",
        "6 gold": "succeeds on a 2 or 3 (2 in 6), leaves 1 gold",
        "7 gold": "succeeds on 2 to 4 (3 in 6), leaves nothing",
    }
    pick(hand, "7 gold")
    assert "Set 7 gold aside for a wonder" in hand.shown_labels()


def test_losses_offer_the_weakest_at_one_press() -> None:
    game = (
        a_game()
        .with_units("brad", "steppe", swordsman=2, horseman=2)
        .with_units("angela", "gobi", horseman=3)
        .at("movement")
    )
    army = move("gobi", "steppe", "horseman", "horseman", "horseman")
    game.play("angela", army, [6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
    hand = at_panel(game, "brad")
    assert notes(hand)["Horseman"] == "2 in all · 2 dice each"
    pick(hand, "Lose 2 swordsmen")
    assert hand.question.is_complete
    assert "Lose 2 swordsmen" in hand.shown_labels()
    assert hand.question.walk.value == ["swordsman", "swordsman"]


def test_a_retreat_shows_what_is_where() -> None:
    game = (
        a_game()
        .with_units("brad", "steppe", swordsman=2)
        .with_settlement("brad", "siberia")
        .with_units("angela", "gobi", swordsman=2)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman", "swordsman"), [6, 1, 1, 1])
    shown = at_panel(game, "brad").shown_labels()
    assert "Siberia · your village" in shown
    assert "Muscovy · unexplored" in shown


def test_a_move_shows_what_it_leads_into() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=2)
        .with_settlement("brad", "steppe")
        .with_units("brad", "steppe", swordsman=1)
        .at("movement")
    )
    hand = at_panel(game, "angela")
    pick(hand, "Move on land")
    warning = notes(hand)["Steppe"]
    assert warning == "attack Bea: 2 dice against you, ties are lost. A swordsman in a village"
