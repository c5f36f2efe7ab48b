"""Everything that talks: Discord, the database, clocks and the command line."""
