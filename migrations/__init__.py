"""The Alembic steps that bring a stored database to the current schema, run on start.

A step is a file in `versions`, named after its number and what it does. It has an `upgrade` and no
`downgrade`: the way back is a backup. A step writes out its tables and columns and imports nothing
of `bot`, for it must do the same in ten years. To change a table use `op.batch_alter_table`, which
works on SQLite too. A test fills every earlier schema with rows and takes them through.
"""
