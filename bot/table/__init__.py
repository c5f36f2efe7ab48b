"""The local table: a stand-in for Discord on this machine, and a page to play on.

Any discord.py bot can sit down at it unchanged:

>>> async with Table() as table:
...     await client.start(table.token)

| part | holds |
| --- | --- |
| `world` | people, servers, channels and messages; who may do what; how all of it is kept |
| `forms` | how Discord spells things: answers, bodies it accepts, refusals |
| `rest`, `gateway` | Discord's two interfaces, route by route and word by word |
| `interactions.py` | the life of an interaction: three seconds, one answer, fifteen minutes |
| `faults.py`, `rate_limits.py` | what can go wrong, on demand and by counting |
| `hand.py` | a person at the table: everything somebody can do in a chat, as calls |
| `page` | the web page, who may open it, and what it lets people do |
| `server.py` | `Table`: all of it on one port |
| `demo.py`, `run.py` | Herald at the table: the first minute, and `herald table` |

What is not modelled is refused with status 501, logged, and shown on the page.
"""
