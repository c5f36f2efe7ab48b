"""What no game changes on the world map: ground, borders and names."""
