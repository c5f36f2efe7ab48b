"""Posts: messages to channels and players, as screens made of facts and the catalog's texts."""
