"""The @path grammar and the graph it makes."""
