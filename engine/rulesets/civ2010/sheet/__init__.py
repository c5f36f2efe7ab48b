"""What is on a player's sheet: coins, technologies, government, culture, great people."""
