"""What every rule set must hold to, whoever wrote it. Nothing that is played needs this package."""
