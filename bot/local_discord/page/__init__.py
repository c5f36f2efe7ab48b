"""The web page: access, routes, WebSocket, views and actions."""
