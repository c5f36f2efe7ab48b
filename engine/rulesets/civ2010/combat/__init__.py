"""Battles and the unit cards they are fought with."""
