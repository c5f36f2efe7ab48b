"""What Herald knows about a person: as a file, and forgotten."""
