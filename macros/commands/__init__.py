"""Programs that make runs beside the build: ``python -m macros.commands.NAME``.

Each writes one file: the site as a zip, or the reference of the command line.
"""
