"""What the paths of a rule file do, and do not do."""
