"""The schema of `board.json`, from which a `Board` is built."""

from importlib.resources import files
from typing import Literal

import msgspec

Pair = tuple[str, str]


class LandRegion(
    msgspec.Struct, frozen=True, tag="land", tag_field="kind", forbid_unknown_fields=True
):
    """A region that land units enter; `island` regions touch no other land."""

    id: str
    name: str
    continent: str
    island: bool
    lon: float
    lat: float


class SeaZone(msgspec.Struct, frozen=True, tag="sea", tag_field="kind", forbid_unknown_fields=True):
    """A zone that ships enter; `edge` says which edges of the printed board it reaches."""

    id: str
    name: str
    edge: Literal["left", "right", "both", "none"]
    lon: float
    lat: float


class Borders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pairs of spaces with a drawn border between them; straits and wraps come on top."""

    land: tuple[Pair, ...]
    coast: tuple[Pair, ...]
    sea: tuple[Pair, ...]


class StraitLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two land regions that count as neighbours across a narrow water."""

    name: str
    a: str
    b: str


class Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file. `wraps` pairs the zone at the left edge with the one at the right edge."""

    spaces: tuple[LandRegion | SeaZone, ...]
    adjacency: Borders
    straits: tuple[StraitLine, ...]
    wraps: tuple[Pair, ...]


def read_chart() -> Chart:
    """The chart that ships with the package."""
    return msgspec.json.decode((files(__package__) / "board.json").read_bytes(), type=Chart)
