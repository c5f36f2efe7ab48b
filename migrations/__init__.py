"""The Alembic steps that bring a stored database to the current schema, run on start."""
