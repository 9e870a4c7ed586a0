"""Rules: how they are declared, found, chosen and run."""
