"""Sizes and limits: what does not load because there is too much of it."""
