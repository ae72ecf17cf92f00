"""From a log to the draft of a new entry.

Proposes messages, samples and fields; writes the skeleton file.
"""
