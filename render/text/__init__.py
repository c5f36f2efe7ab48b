"""What pictures show, in words: the board as text, and alt texts."""
