"""What memories say, and how well it holds."""
