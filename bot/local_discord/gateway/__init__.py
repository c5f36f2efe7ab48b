"""Discord's gateway: sessions, intents, events, and the WebSocket that carries them."""
