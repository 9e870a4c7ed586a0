"""Files that cannot be read at all."""
