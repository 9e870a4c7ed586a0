"""Bytes → Document: what a memory file says, with character offsets."""
