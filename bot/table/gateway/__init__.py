"""Discord's gateway: sessions that hear of everything, and the sockets they are heard through."""
