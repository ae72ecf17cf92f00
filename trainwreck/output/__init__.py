"""Results as text for terminals, JSON for programs, and annotations for CI.

Formatting only; nothing is decided here.
"""
