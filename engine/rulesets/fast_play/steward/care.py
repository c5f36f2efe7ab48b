"""What a careful stand-in leaves to the player under the Fast Play rules: attacks and selling."""

from engine.world.steward.care import WORLD, more

CARE = more(
    WORLD,
    answered={
        "movement": ("move", "fly", "sail", "explore", "end"),
        "purchase": (),
        "settle": (),
        "losses": (),
        "retreat": (),
        "claim": (),
    },
    left={"purchase": ("sell",)},
)
