"""What can happen in an Advanced game, beside what happens in a Standard one."""

from __future__ import annotations

from engine.rulesets.standard import events as standard
from engine.world import events as world
from engine.world.events import (
    PiecesLost,
    PiecesReceived,
    SeatEvent,
    SeatPlaceEvent,
    Sold,
    Units,
    WorldEvent,
)


class TechnologyDealt(SeatEvent, frozen=True):
    """A starting technology."""

    card: str


class EraBegan(world.EraBegan, frozen=True):
    """A new era. Old wonders and improvements have no effect any more."""

    improvements: int


class WonderGained(SeatEvent, frozen=True):
    """A wonder came with its technology, or was bought."""

    headline = True
    wonder: str


class WondersTaken(SeatEvent, frozen=True):
    """The gold and the wonders of an eliminated player go to the conqueror."""

    loser: int
    gold: int
    wonders: tuple[str, ...]


class ImprovementBuilt(SeatEvent, frozen=True):
    """A city improvement, bought or free; `fee` went to the owner of its technology."""

    improvement: str
    price: int
    owner: int
    fee: int


class Bought(world.Bought, frozen=True):
    """New units or settlers; `fee` of the price went to `owner`, the technology's."""

    owner: int
    fee: int


class GrownFree(SeatPlaceEvent, frozen=True):
    """A settlement grew for nothing, by a technology."""

    size: int
    source: str


class Upgraded(WorldEvent, frozen=True):
    """Pieces all over the world are of a better level now."""

    unit: str
    level: str
    count: int


class Fighter(standard.Fighter, frozen=True, kw_only=True):
    """One side of a round; `level` is what the unit adds, `defence` the settlement."""

    level: int
    defence: int

    @property
    def bonuses(self) -> tuple[tuple[str, int], ...]:
        found = (
            ("level", self.level),
            ("superiority", self.superiority),
            ("defence", self.defence),
        )
        return tuple((name, points) for name, points in found if points)


class RoundFought(standard.RoundFought, frozen=True):
    """A round of battle."""

    attacker: Fighter
    defender: Fighter


class Produced(world.Produced, frozen=True):
    """A seat's income, part by part, and what it has now."""

    cities: int
    critical: int
    kinds: int
    monopolies: int
    wonders: int


class Assigned(SeatEvent, frozen=True):
    """A seat changed what makes which settlement happy or productive."""

    automatic: bool


class CardsExchanged(SeatEvent, frozen=True):
    """Magellan's Voyage: two city cards change hands until the end of production."""

    other: int
    given: str
    taken: str


class RegionDestroyed(SeatPlaceEvent, frozen=True):
    """The Manhattan Project: nothing is left on the land of a region."""

    headline = True
    owner: int
    size: int
    lost: tuple[tuple[int, Units], ...]


class EndRolled(SeatEvent, frozen=True):
    """The die of a short or medium game: it ends when the die shows no more than `number`."""

    face: int
    number: int
    ends: bool


class EndDeclared(SeatEvent, frozen=True):
    """This turn is the last: declared, or brought about by the Colony Ship."""

    headline = True
    reason: str


OF_MILESTONES = ("EraGoesOn", "WonderAnnounced", "WonderContested")
"""What Standard has to tell of its wonders; here they come with technologies."""
TOLD = {**vars(standard), **globals()}
AnyEvent = world.events_of({name: TOLD[name] for name in TOLD if name not in OF_MILESTONES})
