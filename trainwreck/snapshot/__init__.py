"""The compiled catalog: one file, written by the store, that every reader uses and never validates.

Plain lines of JSON with random access, read with nothing but the standard library.
"""
