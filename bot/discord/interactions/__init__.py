"""Interactions: checked as they arrive, component ids read, every one answered in time."""
