"""Slash commands and the presses that belong to them, one module for each part of playing.

Each module declares its commands with `add(bot, group)`, the group being `/game`, and answers the
presses of its verbs. They are thin: read what was asked, call the service, show what it answers.
"""
