"""How pieces come and go: first placement, room for new ones, gifts, sales, having to leave."""
