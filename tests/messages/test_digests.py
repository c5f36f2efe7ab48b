"""Many events in a few words: headlines, a line per player, what concerns the reader."""

from __future__ import annotations

import re
from typing import ClassVar

import pytest

from engine.core.events import Disclosure, Event
from engine.core.messages import Catalog, Voice, catalog, read
from engine.core.messages.digest import Digest, Recipe, losers, recipe_of
from engine.core.registry import rulesets
from engine.rulesets.fast_play import events as fast_play
from engine.rulesets.standard import events
from engine.world.events import Captured, Fallen
from tests.messages.builders.playing import NAMES, Heard
from tests.messages.builders.words import event_types, plausible_events

TABLES = ("headline", "line", "you")


def digest(*told: Event | Disclosure, seat: int | None = None, name: str = "standard") -> Digest:
    """The digest of some events for a seat; plain events are public."""
    each = [one if isinstance(one, Disclosure) else Disclosure(one) for one in told]
    return Voice(catalog(name, strict=True), NAMES).digest(each, seat)


def headlines(said: Digest) -> list[str]:
    return [sentence for each in said.headlines for sentence in each.sentences]


def moved(seat: int, origin: str, target: str) -> events.Moved:
    return events.Moved(seat, (("swordsman", 2),), origin, target, "")


# What every rule set has.


def test_every_kind_of_event_has_a_digest_or_is_silent_on_purpose(name: str) -> None:
    recipes = catalog(name).recipes
    lacking = [kind.__name__ for kind in event_types(name) if recipe_of(kind, recipes) is None]
    assert lacking == []


def test_every_digest_is_of_an_event_that_exists(name: str) -> None:
    known = {each.__name__ for kind in event_types(name) for each in kind.__mro__}
    own = Catalog([read(f"engine.rulesets.{name}", "en")]).recipes
    assert sorted(set(own) - known) == []


def test_every_part_of_a_digest_has_words(name: str) -> None:
    words = catalog(name)
    for recipe in words.recipes.values():
        for table in TABLES:
            for part in getattr(recipe, table):
                assert words.has(f"{table}.{part.to}"), (table, part)
                assert words.has(f"topic.{part.topic}"), part


def test_every_event_can_be_digested(name: str) -> None:
    voice = Voice(catalog(name, strict=True), NAMES)
    for event in plausible_events(name):
        for seat in range(3):
            said = voice.digest([Disclosure(event)], seat)
            for sentence in (*headlines(said), *said.yours):
                assert re.fullmatch(r"\S.*[.!]", sentence), sentence
                assert not re.search(r"[{}|_]|  | [.,;]|\.\.", sentence), sentence
            for piece in (piece for pieces in said.lines.values() for piece in pieces):
                assert piece and not re.search(r"[{}|_]|  |\.$", piece), piece


def test_whatever_happens_a_digest_is_short(name: str, heard: Heard) -> None:
    told = [Disclosure(event) for event in heard.events]
    said = Voice(catalog(name, strict=True), NAMES).digest(told, None)
    assert not said.is_empty
    for pieces in said.lines.values():
        assert len(pieces) < 40 and max(map(len, pieces)) < 140


def test_the_aim_is_said_in_two_sentences_and_so_is_how_ties_are_broken(name: str) -> None:
    voice = Voice(catalog(name, strict=True), NAMES)
    assert len(re.findall(r"[.](?: |$)", voice.say("aim"))) == 2
    assert voice.say("tie").endswith(".")


# What digests say.


def test_moves_are_counted_and_their_places_named() -> None:
    said = digest(
        moved(0, "gobi", "steppe"),
        moved(0, "gobi", "bactria"),
        moved(0, "nile", "steppe"),
        moved(1, "gaul", "iberia"),
        events.Looked(0, "steppe"),
        events.Looked(0, "bactria"),
    )
    assert said.lines == {
        0: ("3 groups moved to Steppe and Bactria", "2 regions explored"),
        1: ("a group moved to Iberia",),
    }
    assert not said.headlines


def test_many_places_are_counted() -> None:
    targets = ("steppe", "bactria", "persia", "indus", "deccan")
    said = digest(*(moved(0, "gobi", place) for place in targets))
    assert said.lines[0] == ("5 groups moved to Steppe, Bactria, Persia and 2 more",)


def test_what_is_bought_is_added_up_by_its_kind() -> None:
    said = digest(
        events.Bought(0, "settler", 1, "gobi", 5),
        events.Bought(0, "swordsman", 1, "gobi", 5),
        events.Bought(0, "settler", 2, "steppe", 10),
        events.TechnologyBought(0, "masonry", 10),
    )
    assert said.lines[0] == ("Masonry learnt", "3 settlers and a swordsman bought")


def test_captures_are_a_headline_and_hide_the_battle_for_the_place() -> None:
    said = digest(
        events.BattleBegan("gobi", (0,), (1,)),
        events.BattleEnded("gobi", 0, (1,)),
        Captured(0, 1, "gobi", 1),
        Captured(0, 1, "steppe", 2),
        Captured(0, 2, "gaul", 1),
        events.BattleEnded("nile", 2, (0,)),
    )
    assert headlines(said) == [
        "Angela takes Gobi and Steppe from Brad and Gaul from Chris.",
        "Chris beats Angela in Nile.",
    ]
    assert said.headlines[0].sign == "⚔️"
    assert said.lines[1] == ("2 settlements lost",)


def test_the_loser_reads_what_was_lost_and_to_whom() -> None:
    said = digest(
        events.BattleBegan("gobi", (0,), (1,)),
        events.BattleEnded("gobi", 0, (1,)),
        Captured(0, 1, "gobi", 1),
        seat=1,
    )
    assert said.yours == said.losses == ("You lost the village in Gobi to Angela.",)


def test_who_looks_on_has_nothing_of_their_own() -> None:
    assert digest(Captured(0, 1, "gobi", 1)).yours == ()
    assert digest(Captured(0, 1, "gobi", 1), seat=2).yours == ()


def test_losers_are_those_whom_everybody_saw_lose() -> None:
    voice = Voice(catalog("standard"), NAMES)
    taken, fallen = Disclosure(Captured(0, 1, "gobi", 1)), Disclosure(Fallen(2))
    assert losers([taken, fallen, Disclosure(events.Looked(3, "gobi"))], voice) == {1, 2}
    assert losers([Disclosure(Captured(0, 1, "gobi", 1), (0, 1))], voice) == set()


def test_secrets_stay_with_those_they_are_for() -> None:
    found = Disclosure(events.Found(0, "gobi", "wine"), (0,))
    assert digest(found, seat=0).yours == ("You found wine in Gobi.",)
    assert digest(found, seat=1).is_empty and digest(found).is_empty


def test_rows_of_losses_reach_each_owner() -> None:
    struck = events.PlagueStruck("gobi", ((0, (("swordsman", 2),)), (1, (("settler", 1),))), 0)
    said = digest(struck, seat=1)
    assert said.lines == {0: ("2 swordsmen lost",), 1: ("a settler lost",)}
    assert said.losses == ("The plague took a settler in Gobi from you.",)


def fought(place: str, mine: str, other: str, cargo: events.Units = ()) -> events.RoundFought:
    def side(seat: int, unit: str, lost: bool) -> events.Fighter:
        return events.Fighter(
            seat=seat,
            faces=(1,),
            owner=seat,
            unit=unit,
            aircraft=unit == "tank",
            superiority=0,
            total=1,
            lost=lost,
            cargo=cargo if lost else (),
        )

    return events.RoundFought(place, 1, side(0, mine, True), side(1, other, False))


def test_what_was_lost_is_named_and_counted() -> None:
    events = (
        fought("gobi", "swordsman", "horseman"),
        fought("gobi", "swordsman", "horseman"),
        fought("steppe", "galley", "galley", (("settler", 2), ("catapult", 1))),
        fought("gobi", "tank", "horseman"),
    )
    said = digest(*events, seat=0)
    assert said.lines[0] == ("2 swordsmen, a galley, 2 settlers and 2 more lost",)
    assert said.short_lines[0] == ("2 swordsmen and 5 more lost",)
    assert said.yours[0] == (
        "You lost 2 swordsmen and a tank in Gobi and a galley, 2 settlers and a catapult in Steppe."
    ), "a fighter that supported the tank flies on"


def test_battles_against_barbarians_name_them() -> None:
    def army(seat: int) -> fast_play.Army:
        return fast_play.Army(seat=seat, faces=(6,), units=(("swordsman", 1),), dice=1, sixes=1)

    won = fast_play.BattleFought("gobi", 0, army(0), army(-1), 0, 0)
    lost = fast_play.BattleFought("gobi", 0, army(0), army(-1), 0, -1)
    assert headlines(digest(won, name="fast_play")) == ["Angela beats the barbarians in Gobi."]
    assert headlines(digest(lost, name="fast_play")) == ["The barbarians win in Gobi."]


# What a digest does not know.


class Comet(Event, frozen=True):
    """Something no catalog knows, for everybody."""

    headline: ClassVar[bool] = True
    place: str


class Danced(Event, frozen=True):
    """Something no catalog knows, of one player."""

    seat: int


def test_an_unknown_headline_is_said_by_its_own_sentence() -> None:
    known = Catalog([read("engine.core", "en"), {"event": {"Comet": "A comet over {place}."}}])
    said = Voice(known, NAMES).digest([Disclosure(Comet("Gobi")), Disclosure(Comet("Nile"))], None)
    assert headlines(said) == ["A comet over Gobi.", "A comet over Nile."]


def test_other_unknown_events_are_counted() -> None:
    known = Catalog([read("engine.core", "en")])
    said = Voice(known, NAMES).digest([Disclosure(Danced(1)), Disclosure(Danced(1))], None)
    assert said.lines == {1: ("2 more things",)}


def test_a_kind_of_event_without_an_entry_has_that_of_the_class_above() -> None:
    recipes = {"UnitsLost": Recipe()}
    assert recipe_of(fast_play.Trapped, recipes) is recipes["UnitsLost"]
    assert recipe_of(Comet, recipes) is None


@pytest.mark.parametrize("name", rulesets())
def test_nothing_is_said_twice(name: str) -> None:
    events = [Disclosure(event) for event in plausible_events(name)]
    said = Voice(catalog(name, strict=True), NAMES).digest(events, 1)
    for sentences in ([*headlines(said)], [*said.yours], *map(list, said.lines.values())):
        assert len(sentences) == len(set(sentences))


def test_a_settler_lost_to_those_who_live_there_is_said_with_that_reason() -> None:
    events = (
        fast_play.BarbariansAppeared("gobi", "horseman"),
        fast_play.SettlersLost(1, "gobi", 1),
    )
    said = digest(*events, seat=1, name="fast_play")
    assert "Barbarians appear in Gobi." in headlines(said)
    assert said.yours == ("You lost a settler in Gobi to those who live there.",)
