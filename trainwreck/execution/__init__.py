"""Running the code in entries and pages: checks of snippets, the sandbox, and reproductions.

Everything that starts a process belongs here.
"""
