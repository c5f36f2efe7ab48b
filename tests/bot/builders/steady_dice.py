"""The same dice in every run of a test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bot.service.seats import lobby

SHARE_OF_A_CLICK = lobby.share_of
"""What `steady_dice` replaces."""


@contextmanager
def steady_dice() -> Iterator[None]:
    """Give every player the same share of the dice.

    Otherwise it is the number of a click, which depends on how many messages were sent before it:
    another game in each run.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lobby, "share_of", lambda click, user_id: b"share")
        yield
