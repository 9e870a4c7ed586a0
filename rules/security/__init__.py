"""Secrets, hidden text, planted instructions, and ways out of the project."""
