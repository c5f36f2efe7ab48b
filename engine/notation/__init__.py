"""Choices as text, both ways: written as orders, read from typed lines, found while typing."""
