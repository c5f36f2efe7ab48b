"""What the steward holds things to be worth. Every figure has its reason beside it."""

from __future__ import annotations

import msgspec


class Weights(msgspec.Struct, frozen=True):
    """The steward's judgement in figures; worth is counted in gold of today."""

    # Time and points.
    point: float = 25.0
    """Gold that a point costs on the last day: between a metropolis (20) and a late technology."""
    interest: float = 0.08
    """What gold well spent brings a turn; the future is worth that much less each turn."""
    longest: int = 22
    """No plan reaches further than this many turns, whatever the technologies still cost."""
    research: float = 0.77
    """The part of today's income that will go into technologies: half, of an income that grows."""
    patience: int = 30
    """From this turn on the steward ends the game when it can, winning or not."""

    # Settling.
    growth_option: float = 0.5
    """Part of the worth of growing later that a new village is credited with."""
    era_delay: float = 0.5
    """Part of what cheaper settlers would save that is counted against ending an era early."""
    floor: float = 0.7
    """Income below the guaranteed ten counts for less: it pays only once the ten are passed."""
    pair: float = 0.45
    """A second resource of a kind, as part of the monopoly of three that it may lead to."""
    kinds_to_come: int = 2
    """Technologies that a new kind of resource will soon be multiplied with, beside those owned."""
    haste: float = 0.8
    """What a site keeps of its worth for each turn it takes to get there: others want it too."""
    trust: float = 0.75
    """Part of a distant site's worth that a settler bought today will really bring."""
    danger: float = 0.35
    """What a site keeps of its worth when foreign armies stand beside it."""
    crowd: float = 0.25
    """The chance taken away for each foreign settler that could be there as soon."""

    # War.
    likelihood: float = 0.85
    """How likely a neighbour who could attack next turn really does."""
    distant: float = 0.3
    """The same for one who stands two steps away."""
    odds: float = 0.62
    """The least chance of victory at which the steward attacks: ties cost both sides a unit."""
    overseas: float = 0.5
    """Armies aboard count for this part of a threat: they seldom land where expected."""
    rivalry: float = 0.6
    """Part of a rival's loss that counts as a gain, in a game of two; shared among more rivals."""
    surprise: float = 0.9
    """What an attack planned for next turn keeps of its worth: the other side buys too."""
    standing: float = 0.35
    """Part of its price that an army is worth after it has served its purpose."""
    bold: float = 1.5
    """Strength against another seat from which everyone of it is challenged on entry."""
    wary: float = 1.0
    """Strength against another seat below which challenges are weighed one by one again."""

    # Trade.
    fairness: float = 0.8
    """A deal must bring the steward this part of what it brings the other side, at least."""
    margin: float = 1.0
    """Gold that a deal must bring, to be worth the talk."""
    approach: float = 0.6
    """How often the steward makes an offer it could make: it must not pester those who decline."""


WEIGHTS = Weights()
