"""The contract of every rule set: decisions, flow, events, views, sentences, dice and records."""
