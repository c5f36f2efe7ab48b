"""The local table: a stand-in for Discord on this machine, and a page to play on.

Any discord.py bot can sit down at it unchanged:

>>> async with Table() as table:
...     await client.start(table.token)
"""
