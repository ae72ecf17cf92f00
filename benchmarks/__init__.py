"""The measured claims, each a command."""
