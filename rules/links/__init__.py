"""Wiki links between memories."""
