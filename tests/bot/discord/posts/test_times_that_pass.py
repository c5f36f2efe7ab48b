"""Nothing says how long ago a clock's end was: who reads late reads a time, and no nonsense."""

from __future__ import annotations

from bot.discord.voices import own_catalog


def test_no_sentence_counts_the_time_to_a_clocks_end() -> None:
    entries = own_catalog().entries
    ends = [key for key, entry in entries.items() if "{due:" in repr(entry) or "due" in repr(entry)]
    assert "panel.due" in ends and "phase.awaited" in ends and "reminder.private" in ends
    assert not [key for key in ends if "due:soon" in repr(entries[key])]
