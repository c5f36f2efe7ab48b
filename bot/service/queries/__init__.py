"""Reading without changing: status, the log, the inbox, exports, results, advice."""
