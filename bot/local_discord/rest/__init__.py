"""Discord's REST interface: one function for each route, by what it is about."""
