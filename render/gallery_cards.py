"""Cards, a board of tiles and a film for the gallery, all of one game between stewards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from PIL import Image

from engine.core.events import Event
from engine.core.game import Game
from engine.core.policies import Eyes, policy
from engine.core.view import Outcome
from engine.world.view import WorldView
from render import Battle, Move, draw, encode, moves_of
from render.alt import moment
from render.cards.battle import battle_card
from render.cards.chart import score_chart
from render.cards.fought import BattleReport, battle_reports
from render.cards.sheet import player_sheet
from render.cards.standings import standings_card
from render.cards.technologies import (
    Technology,
    TechnologyBoard,
    Tier,
    technology_card,
    technology_overview,
)
from render.replay import SIZE, Film, replay
from render.speech import talk
from render.tiles.demo import demo_view

RULESET = "standard"
NAMES = ("Ada", "Bartholomew the Elder", "Chidi 🎉", "דנה", "Ελένη", "Farid")
SMALL = 640
"""The width of pictures in documents."""


class Phase(NamedTuple):
    """The end of a phase and what happened in it."""

    view: WorldView
    events: tuple[Event, ...]


class Story(NamedTuple):
    """A whole game as a spectator saw it, phase by phase."""

    phases: tuple[Phase, ...]
    outcome: Outcome

    @property
    def scores(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The points by turn."""
        return ((phase.view.turn, phase.view.scores) for phase in self.phases)

    @property
    def reports(self) -> tuple[BattleReport, ...]:
        """All battles."""
        events = [event for phase in self.phases for event in phase.events]
        return battle_reports(events, RULESET, NAMES)


def story(seed: int = 4, seats: int = 6) -> Story:
    """Play a game between stewards and keep what a spectator saw."""
    seeds = [b"cards %d" % seat for seat in range(seats)]
    game = Game.new(RULESET, NAMES[:seats], {}, b"cards %d" % seed, seeds, record=False)
    steward, rng = policy("steward"), Random(seed)
    phases: list[Phase] = []
    told: list[Event] = []
    view = game.view(None)
    assert isinstance(view, WorldView)
    while pending := game.pending():
        seat = next(decision.seat for decision in pending if decision.blocking)
        own = [decision for decision in pending if decision.seat == seat]
        step = game.play(steward.choose(Eyes(game.rules, seat, own, game.view), rng), by="ai")
        after = game.view(None)
        assert isinstance(after, WorldView)
        if (after.turn, after.phase) != (view.turn, view.phase):
            phases.append(Phase(view, tuple(told)))
            told = []
        told += (each.event for each in step.events if each.reaches(None))
        view = after
    phases.append(Phase(view, tuple(told)))
    outcome = game.outcome()
    assert outcome is not None
    return Story(tuple(phases), outcome)


def card_pictures(played: Story) -> dict[str, Image.Image]:
    """Every card in both themes, and a board of tiles."""
    middle = played.phases[len(played.phases) // 2].view
    leader = max(range(middle.seats), key=lambda seat: middle.scores[seat])
    fights = sorted(played.reports, key=lambda report: (-len(report.after), len(report.rounds)))
    fight = next((one for one in fights if 3 <= len(one.rounds) <= 5), fights[0])
    found = {}
    for theme in ("dark", "light"):
        found[f"sheet_{theme}"] = player_sheet(middle, leader, NAMES, theme)
        found[f"technologies_{theme}"] = technology_overview(middle, NAMES, theme)
        found[f"tree_{theme}"] = technology_card(demo_tree(), talk("", 4, NAMES), theme)
        found[f"battle_{theme}"] = battle_card(fight, RULESET, NAMES, theme)
        found[f"scores_{theme}"] = score_chart(played.scores, NAMES, theme)
        found[f"standings_{theme}"] = standings_card(played.outcome, RULESET, NAMES, theme)
        found[f"tiles_{theme}"] = draw(demo_view(), theme=theme, names=NAMES)
    longest = max(played.reports, key=lambda report: len(report.rounds))
    found["battle_long"] = battle_card(longest, RULESET, NAMES)
    found["tiles_part"] = draw(
        demo_view(),
        focus=("F5", "H8"),
        highlights=("F6", "F7", "G6"),
        moves=(Move(0, "D6", "F6", 1),),
        battles=(Battle("H5", 0),),
        names=NAMES,
    )
    return found


def demo_tree() -> TechnologyBoard:
    """Technologies that need one another, made up."""
    levels = (
        ("Level I", {"Writing": "", "Pottery": "", "Masonry": "", "Code of Laws": ""}),
        (
            "Level II",
            {
                "Philosophy": "Writing, Code of Laws",
                "Civil Service": "Writing, Pottery",
                "Engineering": "Masonry",
            },
        ),
        ("Level III", {"Theology": "Philosophy", "Banking": "Civil Service, Engineering"}),
    )
    owners = {"Writing": (0, 1, 3), "Pottery": (0,), "Masonry": (2,), "Philosophy": (1,)}
    tiers = tuple(
        Tier(
            title,
            (),
            tuple(
                Technology(name, name, owners.get(name, ()), tuple(filter(None, needs.split(", "))))
                for name, needs in row.items()
            ),
        )
        for title, row in levels
    )
    return TechnologyBoard("", tiers, (11, 11, 6, 6))


def film(played: Story, size: tuple[int, int] = SIZE) -> Film:
    """The game as a moving picture."""
    shots = (
        (phase.view, moment(phase.view, talk(RULESET, phase.view.seats, NAMES)))
        for phase in played.phases
    )
    return replay(shots, names=NAMES, size=size)


def write_cards(directory: Path, seed: int = 4) -> tuple[Path, ...]:
    """Write the cards and the film; answers with the files."""
    played = story(seed)
    paths = []
    for name, image in card_pictures(played).items():
        paths.append(directory / f"{name}.png")
        paths[-1].write_bytes(encode(image))
    paths.append(directory / "replay.webp")
    paths[-1].write_bytes(film(played).data)
    return tuple(paths)


def write_small(directory: Path, seed: int = 4) -> tuple[Path, ...]:
    """Write a few small pictures for documents, no wider than `SMALL`; answers with the files."""
    directory.mkdir(parents=True, exist_ok=True)
    played = story(seed)
    late = played.phases[len(played.phases) * 2 // 3]
    marks = moves_of(late.events)
    pictures = card_pictures(played)
    shown = {
        "map": draw(late.view, names=NAMES, moves=marks),
        "map_light": draw(late.view, names=NAMES, moves=marks, theme="light"),
        "europe": draw(late.view, names=NAMES, moves=marks, focus="Europe"),
        "sheet": pictures["sheet_dark"],
        "technologies": pictures["technologies_light"],
        "battle": pictures["battle_dark"],
        "scores": pictures["scores_dark"],
        "standings": pictures["standings_light"],
        "tiles": pictures["tiles_dark"],
    }
    paths = []
    for name, image in shown.items():
        wide = min(SMALL, image.width)
        small = image.resize(
            (wide, round(image.height * wide / image.width)), Image.Resampling.LANCZOS
        )
        paths.append(directory / f"{name}.webp")
        small.save(paths[-1], "WEBP", quality=82, method=6)
    first = Story(played.phases[: len(played.phases) // 3], played.outcome)
    paths.append(directory / "replay.webp")
    paths[-1].write_bytes(film(first, (SMALL, 344)).data)
    return tuple(paths)
