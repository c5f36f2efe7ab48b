"""Colours: the players' six, and the themes of pictures."""
