"""The gallery can be made."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from render.gallery import write_gallery


@pytest.mark.soak
def test_the_gallery_has_every_sort_of_picture(tmp_path: Path) -> None:
    paths = write_gallery(tmp_path)
    names = {path.stem for path in paths}
    assert {"early_dark", "middle_light", "late_dark", "crowded", "crop_asia", "options"} <= names
    for path in paths:
        with Image.open(path) as image:
            image.verify()
