"""Games in memory: loaded from the store, kept behind one lock each, copied for reading.

What is known of a game without changing it: its rows, position and log, its clocks and the hours
of its turns.
"""
