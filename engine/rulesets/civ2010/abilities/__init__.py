"""Using what cards can do, and answering others."""
