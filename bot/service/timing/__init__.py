"""Time: where it comes from, waking hours, and what lengths of it are called."""
