"""Who sits where: the lobby, seats that change hands, votes, and what a table agrees on."""
