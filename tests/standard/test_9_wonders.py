"""Rulebook 9.3 to 9.5: wonders."""

import pytest

from engine.rulesets.standard.events import WonderAnnounced, WonderContested
from tests.standard.builders import (
    BUY_TECHNOLOGY,
    DONE,
    END,
    Arrangement,
    Game,
    a_game,
    a_settler_on,
    buy,
    declared,
    look,
    seat_of,
)

REGIONS = [
    "gobi",
    "steppe",
    "siberia",
    "gaul",
    "iberia",
    "italia",
    "hellas",
    "nile",
    "nubia",
    "congo",
]
MILESTONES = {
    "hanging_gardens": ("ancient", "villages", 6),
    "great_library": ("ancient", "technologies", 2),
    "great_wall": ("ancient", "armies", 8),
    "copernicus_observatory": ("medieval", "technologies", 2),
    "sun_tsus_art_of_war": ("medieval", "fleets", 2),
    "sistine_chapel": ("medieval", "gold", 60),
    "newtons_university": ("gunpowder", "technologies", 2),
    "magellans_voyage": ("gunpowder", "fleets", 2),
    "smiths_trading_company": ("gunpowder", "gold", 80),
    "hoover_dam": ("modern", "metropolises", 10),
    "edisons_lab": ("modern", "technologies", 2),
    "united_nations": ("modern", "gold", 100),
}
FLEETS = {"medieval": "caravel", "gunpowder": "frigate"}


def with_things(game: Arrangement, name: str, era: str, thing: str, count: int) -> Arrangement:
    """So many of what a milestone counts."""
    if thing == "gold":
        return game.with_gold(name, count)
    if thing == "technologies":
        return game.with_technologies(name, **{era: count})
    if thing == "armies":
        return game.with_units(name, "deccan", swordsman=count - 4, horseman=2, catapult=2)
    if thing == "fleets":
        return game.with_units(name, "arabian_sea", **{FLEETS[era]: count})
    size = "village" if thing == "villages" else "metropolis"
    return game.with_settlements(name, *REGIONS[:count], size=size)


def on_the_way(wonder: str, off: int) -> Game:
    """Angela has what a wonder needs, more or less so many."""
    era, thing, count = MILESTONES[wonder]
    game = a_game().in_era(era)
    return with_things(game, "angela", era, thing, count + off).at("trade")


# 9.3 Wonders


@pytest.mark.parametrize("wonder", MILESTONES)
def test_9_3_a_milestone_reached_can_be_announced(wonder: str) -> None:
    game = on_the_way(wonder, off=0)
    assert game.options("angela", kind="announce") == [wonder]
    game.announce("angela", wonder)
    assert game.event(WonderAnnounced) == WonderAnnounced(0, wonder)
    assert game.wonders("angela") == (wonder,)
    assert game.player("angela").points["wonders"] == 3


@pytest.mark.parametrize("wonder", MILESTONES)
def test_9_3_one_short_of_it_cannot(wonder: str) -> None:
    game = on_the_way(wonder, off=-1)
    assert "announce" not in game.may("angela")
    game.refuses("angela", wonder, "not_open", "", kind="announce")


@pytest.mark.parametrize("wonder", [w for w in MILESTONES if w != "hoover_dam"])
def test_9_3_more_than_the_number_is_as_good(wonder: str) -> None:
    assert wonder in on_the_way(wonder, off=1).options("angela", kind="announce")


@pytest.mark.parametrize("wonder", MILESTONES)
def test_9_3_everybody_sees_how_near_everyone_is(wonder: str) -> None:
    era, thing, count = MILESTONES[wonder]
    shown = next(w for w in on_the_way(wonder, off=-1).view("brad").wonders if w.id == wonder)
    assert (shown.era, shown.thing, shown.goal) == (era, thing, count)
    assert shown.progress[0] == count - 1
    assert shown.owner is None


def test_9_3_each_era_has_three() -> None:
    wonders = a_game().at("trade").view().wonders
    assert {w.id: (w.era, w.thing, w.goal) for w in wonders} == MILESTONES
    for era in ("ancient", "medieval", "gunpowder", "modern"):
        assert sum(wonder.era == era for wonder in wonders) == 3


def test_9_3_villages_are_of_village_size() -> None:
    game = a_game().with_settlements("angela", *REGIONS[:5])
    table = game.with_settlement("angela", "congo", "town").at("trade")
    assert "announce" not in table.may("angela")


def test_9_3_armies_are_neither_fleets_nor_settlers_nor_of_another_era() -> None:
    game = a_game().with_units("angela", "gaul", swordsman=7, settler=3)
    table = game.with_units("angela", "north_sea", galley=2).at("trade")
    assert "announce" not in table.may("angela")


def test_9_3_armies_aboard_are_armies() -> None:
    game = a_game().with_units("angela", "gaul", swordsman=5)
    table = game.with_fleet("angela", "north_sea", "galley", swordsman=2, catapult=1).at("trade")
    assert table.options("angela", kind="announce") == ["great_wall"]


@pytest.mark.parametrize(("era", "old"), [("medieval", "galley"), ("gunpowder", "caravel")])
def test_9_3_fleets_of_another_era_do_not_count(era: str, old: str) -> None:
    game = a_game().in_era(era).with_units("angela", "north_sea", **{old: 3, FLEETS[era]: 1})
    assert "announce" not in game.at("trade").may("angela")


@pytest.mark.parametrize("era", ["medieval", "gunpowder", "modern"])
def test_9_3_technologies_of_another_era_do_not_count(era: str) -> None:
    game = a_game().in_era(era).with_technologies("angela", ancient=4, **{era: 1})
    assert "announce" not in game.at("trade").may("angela")


def test_9_3_wonders_of_another_era_cannot_be_had() -> None:
    game = a_game().in_era("medieval").with_settlements("angela", *REGIONS[:6])
    table = game.with_gold("angela", 60).at("trade")
    assert table.options("angela", kind="announce") == ["sistine_chapel"]
    table.refuses("angela", "hanging_gardens", "not_an_option", "announcing", kind="announce")


def test_9_3_the_gold_is_not_spent() -> None:
    game = on_the_way("sistine_chapel", off=0).announce("angela", "sistine_chapel")
    assert game.gold("angela") == 60


def test_9_3_a_wonder_is_kept_below_the_milestone() -> None:
    game = a_game().in_era("medieval").with_gold("angela", 60).at("purchase")
    game.announce("angela", "sistine_chapel").play("angela", BUY_TECHNOLOGY)
    assert game.gold("angela") == 50
    assert game.wonders("angela") == ("sistine_chapel",)


def test_9_3_each_milestone_gives_one_wonder_only() -> None:
    game = a_game().with_technologies("angela", ancient=2).with_technologies("brad", ancient=2)
    table = game.at("trade").announce("angela", "great_library")
    assert "announce" not in table.may("brad")
    table.refuses("brad", "great_library", "not_open", "", kind="announce")


# 9.4 Announcing


def test_9_4_one_may_announce_in_anybodys_movement() -> None:
    game = a_game().with_technologies("brad", ancient=2).with_units("angela", "gobi", settler=1)
    table = game.at("movement").announce("brad", "great_library")
    assert table.wonders("brad") == ("great_library",)
    assert table.asked() == {"angela": "movement"}


def test_9_4_one_may_announce_in_a_battle() -> None:
    units = {"swordsman": 1, "horseman": 1}
    game = a_game().with_units("angela", "gobi", **units).with_units("brad", "gobi", **units)
    table = declared(game.with_technologies("brad", ancient=2), "gobi")
    table.announce("brad", "great_library")
    assert table.phase == "battle"
    assert table.wonders("brad") == ("great_library",)


def test_9_4_one_may_announce_in_somebody_elses_purchase() -> None:
    game = a_game().in_era("medieval").with_gold("angela", 60).with_gold("brad", 60).at("purchase")
    game.announce("brad", "sistine_chapel")
    assert game.wonders("brad") == ("sistine_chapel",)


def test_9_4_nothing_is_announced_during_set_up() -> None:
    game = a_game().with_technologies("angela", ancient=2).with_orders("angela", wonders="announce")
    table = game.at("placement")
    assert table.may("angela") == ["placement", "standing_orders"]
    assert table.wonders("angela") == ()


def test_9_4_whoever_speaks_first_has_it_even_if_another_got_there_earlier() -> None:
    game = a_game().with_technologies("angela", ancient=2).with_technologies("brad", ancient=1)
    table = game.with_gold("brad", 20).at("purchase").play("brad", BUY_TECHNOLOGY)
    table.announce("brad", "great_library")
    assert table.wonders("brad") == ("great_library",)
    assert "announce" not in table.may("angela")


def test_9_4_a_standing_order_announces_at_the_moment_one_qualifies() -> None:
    game = a_game().with_technologies("angela", ancient=1).with_orders("angela", wonders="announce")
    table = game.with_gold("angela", 40).at("purchase")
    assert table.wonders("angela") == ()
    table.play("angela", BUY_TECHNOLOGY)
    assert table.event(WonderAnnounced).wonder == "great_library"


def test_9_4_a_standing_order_announces_in_the_middle_of_a_phase() -> None:
    game = a_settler_on("treasure").in_era("medieval").with_gold("angela", 55)
    table = (
        game.with_orders("angela", wonders="announce").at("movement").play("angela", look("gobi"))
    )
    assert table.wonders("angela") == ("sistine_chapel",)


def test_9_4_a_standing_order_announces_what_one_fulfils_already() -> None:
    game = a_game().with_technologies("angela", ancient=2).at("trade")
    game.order("angela", wonders="announce")
    assert game.wonders("angela") == ("great_library",)


def test_9_4_a_standing_order_announces_several_at_once() -> None:
    game = a_game().with_technologies("angela", ancient=2).with_settlements("angela", *REGIONS[:6])
    table = game.at("trade").order("angela", wonders="announce")
    assert set(table.wonders("angela")) == {"great_library", "hanging_gardens"}


def test_9_4_income_counts_before_it_is_spent() -> None:
    table = rivals("angela").at("production", dice=[3, 4])
    assert table.gold("angela") == 60
    assert table.wonders("angela") == ("sistine_chapel",)


def test_9_4_without_an_order_nothing_is_announced() -> None:
    game = a_game().with_technologies("angela", ancient=2).at("trade")
    game.play("angela", DONE)
    assert game.wonders("angela") == ()


def test_9_4_when_the_era_ends_wonders_nobody_announced_are_lost() -> None:
    game = a_game().with_technologies("angela", ancient=3).at("end")
    assert game.era == "medieval"
    assert "announce" not in game.may("angela")
    assert all(w.lapsed for w in game.view().wonders if w.era == "ancient")


def at_the_close() -> Game:
    """Angela and Brad have the gold of a milestone when the medieval era closes."""
    game = a_game().in_era("medieval").with_technologies("brad", medieval=3)
    return game.with_gold("angela", 60).with_gold("brad", 60).at("last_call")


def test_9_4_at_the_close_nobody_announces_past_the_others() -> None:
    game = at_the_close()
    assert game.asked() == {"angela": "last_call", "brad": "last_call"}
    assert game.may("brad") == ["last_call", "standing_orders"]
    game.order("brad", wonders="announce")
    assert game.wonders("brad") == ()


def test_9_5_all_who_announce_at_the_close_roll() -> None:
    game = at_the_close().play("angela", ["sistine_chapel"])
    game.play("brad", ["sistine_chapel"], dice=[*(2, 3), *(6, 1)])
    assert game.event(WonderContested).winner == 1


def test_9_4_the_fallen_announce_nothing() -> None:
    game = a_game(3).in_era("medieval").without_home("angela").with_gold("angela", 60).at("trade")
    assert game.may("angela") == []


# 9.5 Contested wonders


def rivals(*names: str) -> Arrangement:
    """Medieval players with fifty gold each who want wonders announced at once."""
    game = a_game(3).in_era("medieval")
    for name in names:
        game = game.with_gold(name, 50).with_orders(name, wonders="announce")
    return game


def test_9_5_standing_orders_that_announce_together_roll_for_it() -> None:
    game = rivals("angela", "chris").at("production", dice=[*(3, 4), *(2, 3), *(6, 1)])
    contest = game.event(WonderContested)
    assert contest.rolls == ((0, (2, 3), 5), (2, (6, 1), 7))
    assert game.wonders("chris") == ("sistine_chapel",)
    assert game.event(WonderAnnounced) == WonderAnnounced(seat_of("chris"), "sistine_chapel")


def test_9_5_equal_rolls_are_rolled_again_by_the_equals_alone() -> None:
    dice = [*(3, 4), *(4, 4), *(1, 1), *(6, 2), *(5, 5), *(1, 1)]
    game = rivals("angela", "brad", "chris").at("production", dice=dice)
    assert [seat for seat, _, _ in game.event(WonderContested).rolls] == [0, 1, 2, 0, 2]
    assert game.wonders("angela") == ("sistine_chapel",)


def test_9_5_one_alone_does_not_roll() -> None:
    game = rivals("brad").with_gold("angela", 50).at("production", dice=[3, 4])
    assert game.events(WonderContested) == []
    assert game.wonders("brad") == ("sistine_chapel",)


def test_9_5_announcements_by_hand_have_an_order_and_no_dice() -> None:
    game = a_game().in_era("medieval").with_gold("angela", 60).with_gold("brad", 60).at("trade")
    game.announce("brad", "sistine_chapel")
    assert game.events(WonderContested) == []
    assert game.wonders("brad") == ("sistine_chapel",)


def test_9_5_who_loses_the_contest_may_still_earn_another() -> None:
    game = rivals("angela", "chris").at("production", dice=[*(3, 4), *(2, 3), *(6, 1)])
    game.play("angela", buy("caravel", "sargasso_sea", 2))
    assert game.wonders("angela") == ("sun_tsus_art_of_war",)


def test_9_5_a_settler_moves_on_while_wonders_are_announced() -> None:
    game = rivals("angela").with_units("angela", "gobi", settler=1).at("movement")
    game.play("angela", END)
    assert game.phase == "trade"
