"""Where a token stands."""
