"""What a careful stand-in leaves to the player under the Standard rules: deals and battles."""

from engine.world.steward.care import WORLD, more

CARE = more(
    WORLD,
    answered={
        "movement": ("move", "look", "end"),
        "fight": (),
        "purchase": (),
        "last_call": (),
    },
    left={"declare": (), "challenge": ()},
)
