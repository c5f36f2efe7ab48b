"""Battles of the Fast Play rules: values, dice, losses and retreats (rulebook chapter 7)."""
