"""Load plans → strings: one module a format, each with ``render``."""
