"""Instructions against the repository that they speak of."""
