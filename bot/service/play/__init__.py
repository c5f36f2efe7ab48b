"""Making choices: by click, as typed orders, prepared ahead, by stand-ins, and taking them back."""
