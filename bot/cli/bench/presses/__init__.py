"""How many presses a turn takes: a player who reads panels, with goals and without knowing them."""
