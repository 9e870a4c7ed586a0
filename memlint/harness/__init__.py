"""What each agent product loads, from dated facts."""
