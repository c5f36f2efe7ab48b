"""The store: everything Herald must not forget, in SQLite or PostgreSQL.

`Store` opens the database and gives transactions. The modules `games`, `seats`, `choices`,
`clocks`, `outbox`, `prepared`, `people` and `votes` read and write inside one; `lifecycle` holds
the steps that touch several of them at once. Rows come and go as msgspec structs.
"""

from bot.store.store import Store
from bot.store.transaction import Transaction

__all__ = ["Store", "Transaction"]
