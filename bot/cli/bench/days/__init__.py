"""How many days games take: people who look in now and then, played in virtual time."""
