"""From YAML files to a checked catalog: the reader with line numbers, the rules, the evidence.

Nothing below this package reads entry files.
"""
