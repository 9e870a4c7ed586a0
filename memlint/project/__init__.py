"""Which memory files there are and how they hang together."""
