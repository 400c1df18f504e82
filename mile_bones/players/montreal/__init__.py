"""Computer players of Mille."""
