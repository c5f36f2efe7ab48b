"""Discord's REST interface: one class for each path, one method for each of HTTP's."""
