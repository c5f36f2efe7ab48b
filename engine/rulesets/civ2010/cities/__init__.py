"""Cities: founding them, their actions, what they build."""
