"""Games in memory: loaded from the store, kept behind one lock each, copied for reading."""
