"""Posts: what channels and players are told, as screens made of facts and the catalog's texts."""
