"""The pieces in each place of the world map, standing together without hiding one another."""
