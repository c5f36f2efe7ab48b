"""Movement on the world board: who moves together, how far, over sea and by air."""
