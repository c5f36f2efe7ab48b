"""What a player reads after a choice: everything that came of it, or in short where it is much."""

from __future__ import annotations

import pytest

from bot.service.choices.receipt_lines import LINES_MOST, receipt_lines
from bot.service.game.voices import game_catalog
from engine.core.events import Disclosure, Event
from engine.core.messages import Voice
from engine.rulesets.standard import events
from engine.world.events import PhaseBegan
from tests.cast import PEOPLE

NAMES = PEOPLE
VOICE = Voice(game_catalog("standard"), NAMES)


def told(*happened: Event) -> list[Disclosure]:
    return [Disclosure(event) for event in happened]


def earned(seat: int) -> events.Produced:
    return events.Produced(seat, 10, 30, cities=10, doubled=False, science=0, monopolies=0)


def test_a_little_is_said_in_full() -> None:
    done = told(events.MovementEnded(0), earned(0), earned(1))
    assert receipt_lines(VOICE, done, 0) == VOICE.report(done, 0)


def test_the_name_of_a_phase_is_left_to_the_title_of_the_panel() -> None:
    done = told(events.MovementEnded(0), PhaseBegan("trade"), earned(0))
    assert receipt_lines(VOICE, done, 0) == VOICE.report([done[0], done[2]], 0)


def test_of_much_a_player_reads_the_choice_and_what_concerns_all_and_themselves() -> None:
    places = ("gobi", "nile", "indus", "persia", "libya", "nubia", "funa")
    found = [events.TreasureFound(0, place, 10) for place in places]
    done = told(events.MovementEnded(0), earned(5), *found)
    lines = receipt_lines(VOICE, done, 0)
    assert lines[0] == "Ada has finished moving."
    assert "Ada: 50 gold found." in lines
    assert not any("Fay" in line for line in lines)
    assert len(lines) <= LINES_MOST


def test_what_only_the_player_learns_is_never_left_out() -> None:
    found = [Disclosure(events.Found(0, place, "spices"), (0,)) for place in ("gobi", "nile")]
    done = [*told(events.MovementEnded(0), *map(earned, range(len(NAMES)))), *found]
    lines = receipt_lines(VOICE, done, 0)
    assert [line for line in lines if "spices" in line] == VOICE.report(found, 0)


def test_long_lines_about_what_others_earn_are_left_to_the_post() -> None:
    done = told(events.TradeDone(0), *map(earned, (0, 1, 2, 3)))
    lines = receipt_lines(VOICE, done, 0)
    assert [line for line in VOICE.report(done[:2], 0) if line] == lines


@pytest.mark.parametrize(
    ("marker", "effect"),
    [
        ("treasure", events.TreasureFound(0, "gobi", 10)),
        ("plague", events.PlagueFound(0, "gobi", 0)),
    ],
)
def test_a_finding_that_all_learn_of_is_told_once(marker: str, effect: Event) -> None:
    found = Disclosure(events.Found(0, "gobi", marker), (0,))
    lines = receipt_lines(VOICE, [*told(events.Looked(0, "gobi")), found, *told(effect)], 0)
    assert lines == [VOICE.event(effect)]


def test_a_look_is_told_by_what_was_found() -> None:
    look, found = events.Looked(0, "gobi"), events.Found(0, "gobi", "wine")
    lines = receipt_lines(VOICE, [*told(look), Disclosure(found, (0,))], 0)
    assert lines == ["You find wine in Gobi."]
    assert receipt_lines(VOICE, told(look, events.MovementEnded(0)), 0)[0] == VOICE.event(look)


def test_a_finding_stays_where_all_learn_of_something_else() -> None:
    found = Disclosure(events.Found(0, "gobi", "spices"), (0,))
    lines = receipt_lines(VOICE, [found, *told(events.TreasureFound(0, "nile", 10))], 0)
    assert len(lines) == 2
