"""The rule sets, one package each; being in here is being registered."""
