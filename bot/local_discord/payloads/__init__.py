"""Discord's JSON: the bodies it accepts, the objects and errors it returns."""
