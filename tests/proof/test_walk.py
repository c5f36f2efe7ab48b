"""What a press runs through does not grow unseen."""

from __future__ import annotations

from tests.proof.walk import Figures, traced

ANSWERED = Figures(529, 108, 24)
IN_ALL = Figures(751, 148, 28)
"""Until the answer is shown, and with the post and the next panel. A change that makes the way
shorter is written here; one that makes it longer has a reason."""
FUNCTIONS, FILES = 15, 4
"""So far from that it may be."""


async def test_a_press_on_a_region_runs_through_what_it_did() -> None:
    trace = await traced()
    names = " ".join(trace.names())
    for passed in ("Arrivals.__call__", "Reply.show", "Choosing.choose", "Sender._one"):
        assert passed in names
    for found, known in ((trace.until_answered(), ANSWERED), (trace.in_all(), IN_ALL)):
        assert abs(found.functions - known.functions) <= FUNCTIONS, f"{found} now, not {known}"
        assert abs(found.files - known.files) <= FILES, f"{found} now, not {known}"
