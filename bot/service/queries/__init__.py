"""Reading without changing: status, a player's desk, the log, the inbox, exports, results."""
