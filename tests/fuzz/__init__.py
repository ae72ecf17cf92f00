"""Fuzzers: what they find becomes a test of its own."""
