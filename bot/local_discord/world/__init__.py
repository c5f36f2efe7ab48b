"""The simulated state of Discord: records, permissions, changes, storage."""
