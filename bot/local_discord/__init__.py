"""A Discord on this machine, and a web page to play on: what `herald table` opens.

A discord.py bot that calls what Herald calls runs against it unchanged:

>>> async with LocalDiscord() as discord:
...     await client.start(discord.token)

| part | holds |
| --- | --- |
| `world` | the simulated state: users, servers, channels, messages, permissions, storage |
| `payloads` | Discord's JSON: the bodies it accepts, the objects and errors it returns |
| `rest`, `gateway` | Discord's two interfaces: HTTP routes, and the WebSocket with its events |
| `interactions.py` | the life of an interaction: three seconds, one answer, fifteen minutes |
| `faults.py`, `rate_limits.py` | what can go wrong, on demand and by counting |
| `user_client.py` | everything a Discord user can do, as calls |
| `page` | the web page: who may open it, its routes, its socket, its actions |
| `simulated_discord.py`, `server.py` | all of it put together; on one port of this machine |
| `demo.py`, `run.py` | Herald at the table: the demo server, and `herald table` |

What Herald does not call is not modelled: it is refused with status 501, logged, and shown on the
page.
"""
