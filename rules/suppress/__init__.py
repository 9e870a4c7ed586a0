"""Comments that suppress findings: those that say no reason, and those that do nothing."""
