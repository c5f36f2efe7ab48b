"""Events: typed facts about what happened, each with an audience."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, ClassVar, Union

import msgspec


class Event(msgspec.Struct, frozen=True, tag=True, gc=False):
    """A fact. Its class name, in the catalog under `event.`, names the sentence made of it.

    Subclasses hold numbers, strings and tuples. `headline` events open a paragraph in a report.
    """

    headline: ClassVar[bool] = False
    is_title: ClassVar[bool] = False
    """Whether it says no more than the title of the post or panel that shows it."""
    begins_turn: ClassVar[bool] = False
    """Whether what happened before it belongs to an earlier turn."""
    story: ClassVar[str] = ""
    """What the event is a part of, for those who ask how it came about: "battle", "income"."""
    notifies: ClassVar[tuple[str, ...]] = ()
    """The fields that name seats who hear of it at once in the way they chose, though all may know
    it: whose offer was accepted."""
    reveals: ClassVar[bool | str] = False
    """Whether somebody who is told learns what was hidden from them until now: then the choice that
    it comes of cannot be taken back alone. Of a class that does so only now and then it names the
    attribute that says when."""
    tells_news: ClassVar[bool] = True
    """Whether more is learnt from it than what its actor chose: not where pieces were sent."""
    is_attempt: ClassVar[bool] = False
    """Whether the event that comes of it in the same place says enough: what a look has found."""
    mark: ClassVar[str] = ""
    """How a picture marks the event's place: "made" where something new stands, "found" where
    something was found, "explored" where the board itself was turned up."""

    caption_rank: ClassVar[int | None] = None
    """How much a caption prefers the event to others: 0 for what only divides a report, a battle
    below a settlement that falls. Without a rank of its own a headline comes before all these, and
    nothing else is worth a caption."""

    @property
    def brings_to_light(self) -> bool:
        """Whether this very event tells somebody what was hidden, as its class declares."""
        reveals = self.reveals
        return reveals if isinstance(reveals, bool) else bool(getattr(self, reveals))

    @property
    def parts(self) -> tuple[tuple[str, int], ...]:
        """What a sum is made of, by names of the catalog's table `part`; empty where nothing is."""
        return ()

    @property
    def sides(self) -> tuple[int, ...]:
        """The seats of a battle that begins with the event; empty for everything else."""
        return ()

    @property
    def journey(self) -> tuple[str, str, int] | None:
        """Where pieces went from and to, and how many of them; None where none did."""
        return None

    @property
    def victor(self) -> int | None:
        """Who won the battle that ends here, -1 where nobody is left; None where none ends."""
        return None

    @property
    def actor(self) -> int | None:
        """The seat that did it, by the convention that it is the field `seat`; None for nobody."""
        return getattr(self, "seat", None)

    @property
    def location(self) -> str:
        """Where it happened, by the convention that it is the field `place`; empty for nowhere."""
        return str(getattr(self, "place", ""))

    @classmethod
    def key(cls) -> str:
        """The event's message key."""
        return f"event.{cls.__name__}"


class TakenBack(Event, frozen=True):
    """A seat took its latest choice back; everything is as it was before it.

    With `consent` the table agreed, and whatever came after the choice is taken back with it.
    """

    seat: int
    consent: bool = False


class Disclosure(msgspec.Struct, frozen=True, gc=False):
    """An event and the seats that learn of it; `None` means everyone, spectators too."""

    event: Event
    audience: tuple[int, ...] | None = None

    def reaches(self, seat: int | None) -> bool:
        """Whether `seat` (or a spectator) may see it."""
        return self.audience is None or (seat is not None and seat in self.audience)


def event_union(module: Mapping[str, Any], shapes: Collection[type[Event]] = ()) -> Any:
    """The union of the events in a module's namespace: its own and those it imports.

    `shapes` are classes that nobody tells and that only say what several events have in common.
    """
    kinds = (kind for kind in module.values() if isinstance(kind, type) and issubclass(kind, Event))
    types = dict.fromkeys(kind for kind in kinds if kind is not Event and kind not in shapes)
    return Union[tuple(types)]  # noqa: UP007 - made at run time
