"""MEMORY.md: what it names and what it leaves out."""
