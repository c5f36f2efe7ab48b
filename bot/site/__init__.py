"""The static site: rulebooks with search, cards, quick references and the gallery."""
