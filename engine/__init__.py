"""The rules, and nothing else: no clock, no network, no database."""
