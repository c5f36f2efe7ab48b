"""Who sits where: the lobby, seats that change hands, votes, agreements, lessons, servers."""
