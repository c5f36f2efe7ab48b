"""`land_*.webp` and `tone_*.webp`: painted ground, and the tones of water and ice.

The only raster is Natural Earth I at half a degree a pixel (public domain; it ships with cartopy).
That is enough for colour and for where mountains are, and far too coarse for slopes, so the fine
relief is made here: ridged noise, lit from the north-west, as strong as the raster is rugged there.
Water is one tone from 0 (deep) to 255 (foam on the shore); a theme turns it into colours.
"""

from __future__ import annotations

import importlib.util
from importlib import import_module
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from render.world_map.atlas import Atlas, Kind, atlas
from render.world_map.backdrop.ground import EDGE, STRIP, texture_file

# Installed for the build only, and not where types are checked.
np: Any = import_module("numpy")
ndimage: Any = import_module("scipy.ndimage")

Array = Any
PAPER, EARTH, SNOW = (232, 217, 184), (132, 104, 66), (244, 238, 226)
RASTER = "data/raster/natural_earth/50-natural-earth-1-downsampled.png"


def build_terrain(out: Path) -> str:
    """Write both textures, one pixel to a board unit."""
    board = atlas()
    coarse = _raster()
    mask = _mask(board, ("land", "scenery"))
    land = _land(board, coarse, mask)
    tone = _tone(board, coarse, mask, _mask(board, ("ice",)))
    for name, texture, quality in (("land", land, 84), ("tone", tone, 88)):
        for number, left in enumerate(range(0, board.w, STRIP)):
            columns = np.arange(left - EDGE, left + STRIP + EDGE) % board.w
            strip = Image.fromarray(texture[:, columns])
            strip.save(out / texture_file(name, number), quality=quality, method=6)
    return f"{board.w} x {board.h} units of ground and water"


def _raster() -> Array:
    found = importlib.util.find_spec("cartopy")
    if found is None or found.origin is None:
        raise SystemExit("cartopy is not installed; see requirements.txt")
    with Image.open(Path(found.origin).parent / RASTER) as image:
        return np.asarray(image.convert("RGB")).astype("f4")


def _mask(board: Atlas, kinds: tuple[Kind, ...]) -> Array:
    """Coverage from 0 to 1 of the regions of some kinds."""
    finer = 2
    image = Image.new("L", (board.w * finer, board.h * finer))
    draw = ImageDraw.Draw(image)
    for region in board.regions:
        for polygon in region.rings:
            inside = region.kind in kinds
            if inside or region.kind == "lake":
                points = [c * finer for c in polygon[0]]
                draw.polygon(points, fill=255 if inside else 0)
    return np.asarray(image.reduce(finer)).astype("f4") / 255


def _sampler(board: Atlas, shape: tuple[int, int]) -> Any:
    """A function that brings an image in degrees into the board's projection."""
    xs = np.array(board.projection.lon_to_x)
    ys = np.array(board.projection.lat_to_y)
    lon = (np.interp(np.arange(board.w) + 0.5, xs[:, 1], xs[:, 0]) + 180) % 360
    lat = np.interp(np.arange(board.h) + 0.5, ys[:, 1], ys[:, 0])
    high, wide = shape
    at = np.meshgrid((90 - lat) / 180 * high - 0.5, lon / 360 * wide - 0.5 + 8, indexing="ij")

    def sample(image: Array) -> Array:
        if image.ndim == 3:
            return np.stack([sample(image[..., c]) for c in range(image.shape[2])], -1)
        round_it = np.concatenate([image[:, -8:], image, image[:, :8]], 1)
        return ndimage.map_coordinates(round_it, at, order=3, mode="nearest").astype("f4")

    return sample


def _filled(image: Array, bad: Array) -> Array:
    """The image with every bad pixel taken from the nearest good one."""
    at = ndimage.distance_transform_edt(bad, return_distances=False, return_indices=True)
    return image[at[0], at[1]]


def _blur(image: Array, sigma: float) -> Array:
    """A Gaussian that goes round the board in x."""
    spread = (sigma, sigma, 0) if image.ndim == 3 else sigma
    return ndimage.gaussian_filter(image, spread, mode=("nearest", "wrap", "nearest")[: image.ndim])


class _Noise:
    """Band-limited 1/f noise that goes round the board in x."""

    def __init__(self, board: Atlas, seed: int) -> None:
        self.shape = board.h, board.w
        self.random = np.random.default_rng(seed)

    def __call__(self, length: float, beta: float) -> Array:
        high, wide = self.shape
        fy, fx = np.meshgrid(
            np.fft.fftfreq(high) * wide, np.fft.rfftfreq(wide) * wide, indexing="ij"
        )
        far = np.hypot(fx, fy)
        power = 1 / np.maximum(far, wide / length) ** beta * np.exp(-((far / (wide / 6.5)) ** 2))
        power[0, 0] = 0
        turned = np.exp(2j * np.pi * self.random.random(far.shape))
        noise = np.fft.irfft2(power * turned, s=self.shape)
        return (noise / noise.std()).astype("f4")


def _land(board: Atlas, coarse: Array, mask: Array) -> Array:
    sample = _sampler(board, coarse.shape[:2])
    water = coarse[..., 2] > coarse[..., 0] + 18
    dry = (~ndimage.binary_dilation(water)).astype("f4")

    def local(image: Array, sigma: float) -> Array:
        weight = np.maximum(ndimage.gaussian_filter(dry, sigma), 0.05)
        return ndimage.gaussian_filter(image * dry, sigma) / weight

    light = coarse.mean(2)
    relief = (light - local(light, 1.5)) * dry
    rugged = np.clip((np.sqrt(local(relief * relief, 1.5)) - 2.6) / 8.0, 0, 1)
    rugged = np.clip(_blur(sample(_filled(rugged, dry < 0.5)), 8), 0, 1)
    relief = _blur(sample(relief), 2.4)

    noise = _Noise(board, 11)
    bend = noise(213, 2.2) * 12
    y, x = np.mgrid[0 : board.h, 0 : board.w].astype("f4")
    ridge = ndimage.map_coordinates(
        1 - np.abs(noise(147, 2.3)),
        [np.clip(y + np.roll(bend, 533, 1), 0, board.h - 1), (x + bend) % board.w],
        order=1,
        mode="grid-wrap",
    )
    fine = 1 - np.abs(noise(61, 2.1))
    height = (ridge + fine * 0.24) * rugged * 35 + noise(120, 2.4) * 1.6 * (0.35 + rugged)
    height = _blur(height + relief * 0.66, 2.3)
    slope_y, slope_x = np.gradient(height)
    z = 0.26
    lit = (slope_x * z * 0.55 + slope_y * z * 0.62 + 0.56) / np.sqrt(
        (slope_x * z) ** 2 + (slope_y * z) ** 2 + 1
    )
    shade = 1 + (np.clip(lit / 0.56, 0.5, 1.45) - 1) * 0.46
    shade = np.clip(shade + np.clip(relief, -18, 18) / 255 * 1.1, 0.68, 1.25)

    colour = sample(_blur(_filled(coarse, ndimage.binary_dilation(water, iterations=2)), 2))
    grey = colour.mean(2, keepdims=True)
    colour = ((grey + (colour - grey) * 1.4) * 0.6 + np.array(PAPER, "f4") * 0.4) * 0.965
    peak = (rugged * np.clip(ridge, 0, 1))[..., None] * 0.22
    colour = colour * (1 - peak) + np.array(SNOW, "f4") * peak
    colour *= shade[..., None]
    rim = ((1 - _blur(mask, 10)) * mask * 0.47)[..., None]
    colour = colour * (1 - rim) + np.array(EARTH, "f4") * rim
    away = ndimage.gaussian_filter(mask, 12) < 0.004
    colour[away] = PAPER
    return np.clip(colour, 0, 255).astype("u1")


def _tone(board: Atlas, coarse: Array, land: Array, ice: Array) -> Array:
    sample = _sampler(board, coarse.shape[:2])
    water = coarse[..., 2] > coarse[..., 0] + 18
    depth = _filled(coarse, ndimage.binary_dilation(~water, iterations=2)).mean(2)
    depth = _blur(sample(ndimage.gaussian_filter(depth, 1.6)), 5)
    low, high = np.percentile(depth, (2, 98))
    depth = np.clip((depth - low) / (high - low), 0, 1)
    north = 1 - np.arange(board.h, dtype="f4")[:, None] / board.h
    tone = 14 + 30 * north + depth * 52

    def lay(value: float, share: Array) -> None:
        nonlocal tone
        tone = tone + (value - tone) * np.clip(share, 0, 1)

    lay(140, _blur(land, 94) * 0.95)
    lay(178, _blur(land, 41) * 0.95)
    lay(216, _blur(land, 14) * 0.85)
    near = _blur(land, 18.5) * 255
    for level, strength in ((70, 0.36), (40, 0.26), (18, 0.17)):
        slope = np.maximum(np.hypot(*np.gradient(near)), 0.35)
        lay(255, np.clip(1.25 - np.abs(near - level) / slope / 1.7, 0, 1) * strength)
    shadow = _blur(ndimage.shift(land, (6, 4), order=1), 6)
    tone = tone * (1 - 0.42 * shadow)

    floes = _Noise(board, 5)(64, 2.6)
    crack = np.clip(1 - np.abs(floes) * 5, 0, 1)
    snow = np.clip((floes - 0.25) * 1.2, 0, 1)
    pack = 140 + 100 * snow - 70 * crack
    return np.clip(tone * (1 - ice) + _blur(pack, 0.8) * ice, 0, 255).astype("u1")
