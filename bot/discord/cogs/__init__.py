"""Commands and presses, by journey: lobby, play, orders, table, desk, rules, me, inbox.

Each module declares its commands with `add(bot, group)`, the group being `/game`, and answers its
presses by their verbs. They are thin: read what was asked, call the service, show what it says.
"""
