"""The trainers that launchers start, in environments in which trainwreck need not be installed."""
