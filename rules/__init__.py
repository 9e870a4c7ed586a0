"""The built-in rules: a folder a family, a file a rule. The engine finds them as it finds a plug-in's."""
