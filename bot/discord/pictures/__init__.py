"""Pictures for posts and panels, drawn in a process of their own."""
