"""What happened since, as lines a player reads on a phone."""

from __future__ import annotations

from engine.core.events import Disclosure, Event
from engine.core.messages import Voice, catalog
from engine.rulesets.civ2010 import events as civ2010
from engine.rulesets.standard import events
from tests.cast import PLAYERS

NAMES = PLAYERS[:3]


def report(*told: Event | Disclosure, seat: int | None = None) -> list[str]:
    """The report of some events to a seat; plain events are public."""
    each = [one if isinstance(one, Disclosure) else Disclosure(one) for one in told]
    return Voice(catalog("standard", strict=True), NAMES).report(each, seat)


def moved(seat: int, origin: str, target: str, fleet: str = "", **units: int) -> events.Moved:
    return events.Moved(seat, tuple(units.items()), origin, target, fleet)


def test_moves_of_one_player_share_a_line() -> None:
    assert report(
        moved(0, "gobi", "steppe", swordsman=2, settler=1),
        moved(0, "nile", "east_mediterranean", "galley", settler=1),
        moved(1, "gaul", "iberia", knight=1),
    ) == [
        "Angela moves 2 swordsmen and a settler from Gobi to Steppe"
        " and a settler from Nile to the East Mediterranean aboard a galley.",
        "Brad moves a knight from Gaul to Iberia.",
    ]


def test_something_in_between_keeps_moves_apart() -> None:
    lines = report(
        moved(0, "gobi", "steppe", settler=1),
        events.Looked(0, "steppe"),
        moved(0, "nile", "nubia", settler=1),
    )
    assert len(lines) == 3


def test_what_only_one_player_sees_does_not_part_what_all_see() -> None:
    told: list[Disclosure] = []
    for unit in ("infantry", "mounted", "infantry"):
        told.append(Disclosure(civ2010.UnitGained(0, unit)))
        told.append(Disclosure(civ2010.UnitSeen(0, unit, 1, 3), (0,)))
    voice = Voice(catalog("civ2010", strict=True), NAMES)
    assert voice.report(told, 0) == [
        "Angela gains 2 infantry and cavalry.",
        "Your new units: 2 infantry (strength 1, health 3) and cavalry (strength 1, health 3).",
    ]
    assert voice.report(told, 1) == ["Angela gains 2 infantry and cavalry."]


def test_what_one_player_buys_is_added_up() -> None:
    assert report(
        events.Bought(0, "swordsman", 2, "gobi", 10),
        events.Bought(0, "settler", 1, "steppe", 5),
        events.TechnologyBought(0, "masonry", 10),
        events.TechnologyBought(0, "wheel", 20),
    ) == [
        "Angela buys 2 swordsmen in Gobi and a settler in Steppe for 15 gold.",
        "Angela learns Masonry and The Wheel for 30 gold.",
    ]


def test_the_same_bought_twice_is_counted() -> None:
    assert report(
        events.Bought(0, "settler", 1, "gobi", 5),
        events.Bought(0, "swordsman", 1, "gobi", 5),
        events.Bought(0, "settler", 2, "gobi", 10),
    ) == ["Angela buys 3 settlers in Gobi and a swordsman in Gobi for 20 gold."]


def test_new_and_larger_settlements_are_drawn_together() -> None:
    assert report(
        events.Founded(1, "gobi", 5, "wine"),
        events.Founded(1, "nile", 5, ""),
        events.Grown(1, "gaul", 2, 5),
        events.Grown(1, "iberia", 3, 10),
    ) == [
        "Brad founds villages in Gobi (wine) and Nile for 10 gold.",
        "Brad's settlements grow for 15 gold: Gaul (now a town) and Iberia (now a city).",
    ]


def test_those_who_are_done_share_a_line() -> None:
    done = report(events.TradeDone(2), events.TradeDone(0), events.TradeDone(1))
    assert done == ["Chris, Angela and Brad are done trading."]
    assert report(events.TradeDone(2)) == ["Chris is done trading."]
    assert report(events.MovementEnded(0), events.MovementEnded(1)) == [
        "Angela and Brad have finished moving."
    ]


def test_each_player_has_a_line_for_the_income() -> None:
    lines = report(
        events.CriticalRolled(0, (3, 5), "iron"),
        events.Produced(0, 32, 41, 8, True, 4, 20),
        events.Produced(1, 10, 12, 3, False, 0, 0),
    )
    assert lines == [
        "The dice show 3+5: the critical resource is iron."
        " Players who have it earn double from settlements.",
        "Angela earns 32 gold (4 doubled to 8 from settlements, 4 from science,"
        " 20 from monopolies) and now has 41.",
        "Brad earns 10 gold (3 from settlements, raised to the minimum) and now has 12.",
    ]


def test_a_headline_opens_a_paragraph() -> None:
    assert report(
        events.TurnBegan(3, "ancient", 1),
        events.PhaseBegan("movement"),
        events.MovementEnded(0),
        events.BattleBegan("gobi", (0,), (1,)),
        events.BattleEnded("gobi", 0, (1,)),
    ) == [
        "Turn 3, ancient era. Brad goes first.",
        "Movement begins.",
        "Angela has finished moving.",
        "",
        "Battle in Gobi: Angela against Brad.",
        "Angela wins the battle in Gobi against Brad.",
    ]


def test_a_secret_reaches_only_those_it_is_for() -> None:
    looked = (events.Looked(0, "gobi"), Disclosure(events.Found(0, "gobi", "wine"), (0,)))
    assert report(*looked, seat=0)[1:] == ["You find wine in Gobi."]
    for seat in (1, None):
        assert report(*looked, seat=seat) == ["Angela's settler looks at the marker in Gobi."]


def test_nothing_happened_is_no_report() -> None:
    assert report() == []


def test_an_offer_reads_as_one() -> None:
    voice = Voice(catalog("civ2010", strict=True), NAMES)
    offered = civ2010.Offered(0, 1, 2, 3, 0, (), 0, 1, ())
    assert voice.event(offered) == "Angela offers Brad 3 trade for 1 culture (offer 2)."
