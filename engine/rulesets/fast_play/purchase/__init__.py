"""Purchase in the Fast Play rules: what a seat can buy, and why not (rulebook chapter 3)."""
