"""The page: who may open it, what it shows, and what it lets people do."""
