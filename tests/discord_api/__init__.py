"""Discord's own description of its interface, as far as Herald uses it, and checks against it."""
