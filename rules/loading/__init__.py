"""Files that never load, load twice, or load where nobody expects it."""
