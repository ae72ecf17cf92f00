"""Dumps of PyTorch's flight recorder: reading them safely, and what the ranks disagree about.

Nothing here is imported unless a dump lies beside a log or is named.
"""
