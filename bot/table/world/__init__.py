"""The table's world: records, permissions, changes, and how it is kept."""
