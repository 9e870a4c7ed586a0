"""Headers of topic files and rule files."""
