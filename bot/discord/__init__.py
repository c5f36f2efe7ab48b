"""Herald on Discord: decisions become messages, clicks become choices.

Everything here works on the engine's contract (decisions, grammars, views, events in words) and on
the service. It knows no rule, and holds nothing that a restart would lose: what a press means is
written in the id of what was pressed.
"""
