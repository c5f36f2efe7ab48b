"""What a careful stand-in leaves to the player under the Advanced rules: also selling."""

from engine.rulesets.standard.steward.care import CARE as STANDARD
from engine.world.steward.care import more

CARE = more(
    STANDARD,
    answered={"free_technology": (), "free_pieces": (), "free_growth": ()},
    left={"purchase": ("sell",)},
)
