"""Sentences of a Standard game that are made of many facts."""

from __future__ import annotations

import pytest

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.events import Event
from engine.core.grammar import Amount, Field, Option, form
from engine.core.messages import Voice, catalog
from engine.core.text import Text
from engine.rulesets.standard import events
from engine.rulesets.standard.events import Fighter
from tests.cast import PLAYERS

NAMES = PLAYERS[:3]
VOICE = Voice(catalog("standard", strict=True), NAMES)


def told(event: Event) -> str:
    return VOICE.event(event)


def label(key: str, /, **facts: object) -> str:
    return VOICE.option(Option("", Text(key, facts)))


def fighter(
    seat: int,
    unit: str,
    *faces: int,
    owner: int | None = None,
    superiority: int = 0,
    science: int = 0,
    lost: bool = False,
    aircraft: bool = False,
    cargo: events.Units = (),
) -> Fighter:
    total = sum(faces) + superiority + science
    whose = seat if owner is None else owner
    return Fighter(
        seat=seat,
        owner=whose,
        unit=unit,
        aircraft=aircraft,
        faces=faces,
        superiority=superiority,
        science=science,
        total=total,
        lost=lost,
        cargo=cargo,
    )


def test_a_round_shows_dice_and_bonuses() -> None:
    knight = fighter(0, "knight", 3, 5, superiority=2, science=1)
    footman = fighter(1, "man_at_arms", 4, 4, lost=True)
    assert told(events.RoundFought("gobi", 2, knight, footman)) == (
        "Round 2: Angela's knight (3+5 +2 against infantry +1 science = 11)"
        " beats Brad's man-at-arms (4+4 = 8)."
    )


def test_a_single_die_needs_no_sum() -> None:
    round_ = events.RoundFought(
        "gobi", 1, fighter(0, "swordsman", 2, lost=True), fighter(1, "swordsman", 5)
    )
    assert told(round_) == "Round 1: Angela's swordsman (2) loses to Brad's swordsman (5)."


def test_a_tie_destroys_both() -> None:
    tank = fighter(0, "tank", 1, 1, 1, 1, lost=True, aircraft=True)
    cannon = fighter(1, "cannon", 1, 1, 2, lost=True)
    assert told(events.RoundFought("gobi", 1, tank, cannon)) == (
        "Round 1: Angela's tank with a fighter (1+1+1+1 = 4)"
        " and Brad's cannon (1+1+2 = 4) destroy each other."
    )


def test_an_ally_fights_under_a_commander() -> None:
    round_ = events.RoundFought(
        "gobi", 1, fighter(0, "tank", 6, owner=2), fighter(1, "tank", 5, lost=True)
    )
    assert told(round_).startswith("Round 1: Chris's tank, led by Angela (6) beats")


def test_a_lost_fleet_takes_its_cargo_down() -> None:
    caravel = fighter(0, "caravel", 1, lost=True, cargo=(("knight", 2), ("settler", 1)))
    round_ = events.RoundFought("north_sea", 1, caravel, fighter(1, "galley", 2))
    assert told(round_).endswith(". The caravel goes down with 2 knights and a settler.")


def test_a_deal_counts_what_is_alike() -> None:
    gave = ("swordsman@gobi", "swordsman@gobi", "galley#12@north_sea", "technology:ancient")
    got = ("loan:gobi", "wonder:great_wall", "settlement:nile")
    assert told(events.Traded(0, 1, 5, gave, 0, got)) == (
        "A deal: Angela gives Brad 5 gold, 2 swordsmen in Gobi,"
        " galley 12 in the North Sea with all aboard and one ancient technology"
        " for the resource of Gobi on loan, the Great Wall and the settlement in Nile."
    )


def test_a_gift_is_told_as_one() -> None:
    assert (
        told(events.Traded(0, 1, 5, (), 0, ())) == "Angela gives Brad 5 gold and asks for nothing."
    )
    assert (
        told(events.Traded(0, 1, 0, (), 5, ())) == "Brad gives Angela 5 gold and asks for nothing."
    )


def test_a_plague_names_losses_and_the_size_left() -> None:
    lost = ((0, (("settler", 1),)), (1, (("knight", 2),)))
    assert told(events.PlagueStruck("gobi", lost, 1)) == (
        "In Gobi Angela loses a settler and Brad loses 2 knights,"
        " and the settlement shrinks to a village."
    )
    assert told(events.PlagueStruck("gobi", (), 3)) == "The settlement in Gobi shrinks to a city."


def test_a_new_era_tells_what_is_gone() -> None:
    assert told(events.EraBegan("medieval", 4, 1, 2)) == (
        "The medieval era dawns. 4 technologies that nobody took are lost."
        " One wonder was never built. 2 catapults become medieval."
    )
    assert told(events.EraBegan("modern", 0, 0, 0)) == "The modern era dawns."


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("gobi", "Gobi"),
        ("north_sea", "North Sea"),
        ("galley#12", "Aboard galley 12"),
        ("gobi/air", "Aircraft in Gobi"),
    ],
)
def test_a_place_to_move_from_has_a_label(key: str, words: str) -> None:
    assert label("spot", spot=key) == words


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("swordsman", "Swordsman"),
        ("settler+1", "Settler with one step left"),
        ("man_at_arms", "Man-at-arms"),
        ("galley#12", "Galley 12"),
    ],
)
def test_a_group_of_pieces_has_a_label(key: str, words: str) -> None:
    assert label("group", group=key) == words


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("tank", "Tank"),
        ("tank:2", "Chris's tank"),
        ("frigate#12", "Frigate 12"),
        ("battleship#3:1+fighter", "Brad's battleship 3 with a fighter"),
    ],
)
def test_a_unit_to_send_has_a_label(key: str, words: str) -> None:
    assert label("fighter", key=key) == words


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("loan:gobi", "The resource of Gobi on loan"),
        ("loan:gobi:iron", "Iron from Gobi on loan"),
        ("settlement:gobi", "The settlement in Gobi"),
        ("technology:modern", "One modern technology"),
        ("wonder:great_wall", "The Great Wall"),
        ("settler@gobi", "A settler in Gobi"),
        ("galley#7@north_sea", "Galley 7 in the North Sea with all aboard"),
    ],
)
def test_a_good_has_a_label(key: str, words: str) -> None:
    assert label("good", good=key) == words


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (
            IllegalChoice("too_expensive", price=10, gold=7, good="galley"),
            "A galley costs 10 gold; you have 7.",
        ),
        (
            IllegalChoice("too_expensive", price=30, gold=7, good="technology"),
            "Your next technology costs 30 gold; you have 7.",
        ),
        (
            IllegalChoice("wrong_era", good="knight", era="ancient"),
            "A knight cannot be bought in the ancient era.",
        ),
        (
            IllegalChoice("no_such_place", place="atlantis"),
            "There is no place here called “atlantis”.",
        ),
        (IllegalChoice("too_far", place="north_sea"), "The North Sea is too far away."),
        (IllegalChoice("too_far", place="atlantis"), "“atlantis” is too far away."),
        (IllegalChoice("nothing_to_move"), "You have nothing left to move."),
        (
            IllegalChoice("nothing_to_move", place="gobi"),
            "You have nothing that can move from Gobi.",
        ),
        (
            IllegalChoice("nothing_to_move", place="galley#12"),
            "You have nothing that can move off galley 12.",
        ),
        (IllegalChoice("fleet_full", fleet="galley#12", room=1), "Galley 12 has room for 1 more."),
        (IllegalChoice("fleet_full", fleet="galley#12", room=0), "Galley 12 is full."),
        (
            IllegalChoice("fleet_out_of_reach", fleet="ark#1"),
            "“ark” is out of reach, or not yours.",
        ),
        (IllegalChoice("not_yours", seat=1), "It is Brad's turn to decide this."),
    ],
)
def test_a_refusal_says_what_is_lacking(error: IllegalChoice, words: str) -> None:
    assert VOICE.error(error) == words


def test_an_offer_without_things_is_told() -> None:
    desk = form(*(Field(name, Amount(0, 9)) for name in ("do", "to", "give_gold", "give", "get")))
    offer = {"do": "offer", "to": "1", "give_gold": 3, "get_gold": 0, "get": ["loan:gobi"]}
    assert VOICE.choice(Decision(0, "trade", desk), offer) == (
        "offer Brad 3 gold for the resource of Gobi on loan"
    )
