"""Makes `tests` importable, so that tests can share helpers."""
