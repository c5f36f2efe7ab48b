"""`python -m render.gallery [--small] DIRECTORY` writes pictures of made-up games to look at."""

from __future__ import annotations

import sys
from pathlib import Path

from render.gallery.files import write_gallery, write_small

asked = [word for word in sys.argv[1:] if word != "--small"]
write = write_small if "--small" in sys.argv else write_gallery
for written in write(Path(asked[0] if asked else "gallery")):
    print(written)
