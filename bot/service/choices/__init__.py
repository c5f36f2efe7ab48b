"""Making choices: by click, typed, prepared ahead, by stand-ins; what is announced then.

A player's desk is here, too: it is what every choice is answered with.
"""
