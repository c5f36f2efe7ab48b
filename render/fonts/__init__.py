"""Letters on pictures: typefaces, and names in any script."""
