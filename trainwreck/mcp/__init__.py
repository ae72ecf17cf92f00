"""The Model Context Protocol server for assistants.

A thin adapter around matching and output.
"""
