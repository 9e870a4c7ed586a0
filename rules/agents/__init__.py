"""Subagents that have a memory: their definitions and their stores."""
