"""Battles are read off the events of any rules."""

from __future__ import annotations

from engine.core.events import Disclosure
from engine.rulesets.fast_play import events as fast
from engine.rulesets.standard import events as standard
from engine.world.battle_report import battle_reports
from tests.render.builders.battles import BATTLE, fighter
from tests.render.builders.pictures import draw_card
from tests.render.builders.stories import story

NAMES = ("Ada", "Bo", "Chi")


def test_a_battle_is_told_round_by_round() -> None:
    (report,) = battle_reports(BATTLE, "standard", NAMES)
    assert (report.place, report.attackers, report.defenders) == ("gobi", (0, 2), (1,))
    assert [fought.number for fought in report.rounds] == [1, 2]
    first = report.rounds[0]
    assert first.attacker.units == (("swordsman", 1), ("fighter", 1))
    assert first.attacker.owner == 2
    assert first.defender.faces == (4, 2)
    assert first.defender.bonuses == (("superiority", 2), ("science", 1))
    assert (first.attacker.total, first.defender.total) == (3, 9)


def test_it_says_who_won_what_was_lost_and_what_came_of_it() -> None:
    (report,) = battle_reports(BATTLE, "standard", NAMES)
    assert report.won == "attacker"
    assert dict(report.losses) == {2: (("swordsman", 1), ("fighter", 1)), 1: (("knight", 1),)}
    assert report.after == (
        "2 settlers of the losing side are lost in Gobi.",
        "Ada captures Bo's town in Gobi.",
    )


def test_events_may_come_with_their_audience() -> None:
    told = [Disclosure(event) for event in BATTLE]
    assert battle_reports(told, "standard", NAMES) == battle_reports(BATTLE, "standard", NAMES)


def test_a_sunken_fleet_takes_its_cargo_along() -> None:
    loser = fighter(0, "galley", 1, True, cargo=(("settler", 3),))
    events = (standard.RoundFought("cape_sea", 1, loser, fighter(1, "galley", 5, False)),)
    (report,) = battle_reports(events, "standard")
    assert report.losses == ((0, (("galley", 1), ("settler", 3))),)
    assert report.won == ""


def test_a_battle_with_nobody_left_has_no_winner() -> None:
    events = (*BATTLE[:3], standard.BattleEnded("gobi", -1, ()))
    assert battle_reports(events, "standard")[0].won == "nobody"


def test_what_happens_elsewhere_or_later_is_no_aftermath() -> None:
    later = (
        *BATTLE[:4],
        standard.Captured(0, 1, "nile", 2),
        standard.Captured(0, 1, "gobi", 2),
    )
    assert battle_reports(later, "standard", NAMES)[0].after == ()


def test_two_battles_in_a_place_are_two_reports() -> None:
    assert len(battle_reports(BATTLE * 2, "standard")) == 2


def test_all_dice_at_once_are_a_battle_too() -> None:
    events = (
        fast.BattleFought(
            "gobi",
            0,
            fast.Army(
                0,
                (6, 2, 1),
                units=(("swordsman", 2),),
                dice=3,
                sixes=1,
                bonuses=(("era", 2), ("science", 1)),
            ),
            fast.Army(-1, (4,), units=(("horseman", 1),), dice=1, sixes=0),
            0,
            0,
        ),
        fast.UnitsLost(-1, "gobi", (("horseman", 1),)),
    )
    (report,) = battle_reports(events, "fast_play", NAMES)
    assert report.won == "attacker"
    assert report.rounds[0].attacker.hits == 1
    assert report.losses == ((-1, (("horseman", 1),)),)
    assert report.rounds[0].attacker.bonuses == (("era", 2), ("science", 1))
    assert report.after == (), "what the hits took is among the losses"
    assert draw_card(report, "fast_play", NAMES).width == 1000


def test_events_of_unknown_rules_are_told_without_sentences() -> None:
    (report,) = battle_reports(BATTLE, "checkers", NAMES)
    assert len(report.rounds) == 2
    assert report.after == ()
    assert draw_card(report, "checkers", NAMES).width == 1000


def test_things_that_are_no_battle_are_passed_over() -> None:
    assert battle_reports([standard.MovementEnded(0)], "standard") == ()


def test_every_battle_of_a_game_can_be_drawn() -> None:
    reports = battle_reports(story("standard", choices=900).events, "standard", NAMES)
    assert len(reports) > 3
    for report in sorted(reports, key=lambda one: len(one.rounds))[-3:]:
        assert draw_card(report, "standard", NAMES).width == 1000
