"""`herald check`: what is right and wrong with an installation, a line each."""
