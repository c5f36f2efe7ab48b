"""What a careful stand-in leaves to the player under the rules of Rhye's and Fall.

Wars, revolutions and capitals; spoils too, since to take what nobody defends is an attack.
"""

from engine.world.steward.care import WORLD, more

CARE = more(
    WORLD,
    answered={
        "civilization": (),
        "action": ("consolidation", "construction", "recruitment", "research", "taxation"),
        "replan": (),
        "free_technology": (),
        "fight": (),
        "revolt": (),
        "displaced": (),
    },
    left={
        "movement": ("explode",),
        "action": ("revolution",),
        "war": (),
        "spoils": (),
        "capital": (),
        "wonder_fate": (),
    },
)
