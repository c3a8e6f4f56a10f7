"""Guests by ssh: a server that lets them in, and the app of each in a process that can do nothing else."""
