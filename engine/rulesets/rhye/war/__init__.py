"""War in Rhye's and Fall: declared, fought, and what it takes (rulebook chapter 6)."""
