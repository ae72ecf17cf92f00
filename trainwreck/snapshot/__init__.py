"""The compiled catalog, which every reader uses.

Plain values that load at once; it is never validated here.
"""
