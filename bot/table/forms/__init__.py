"""How Discord spells things: what it answers, what it accepts, how it refuses."""
