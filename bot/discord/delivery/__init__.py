"""Sending: messages of the outbox become posts and DMs, and failures are dealt with."""
