"""The commands, a module each, which the command line imports when they are called."""
