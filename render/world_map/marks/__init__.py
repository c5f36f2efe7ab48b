"""What a game lays on the ground of the world map: owners, roads, arrows, highlights."""
