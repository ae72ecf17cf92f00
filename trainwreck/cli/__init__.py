"""The command line.

Parses arguments, calls the library, prints, and chooses the exit status.
"""
