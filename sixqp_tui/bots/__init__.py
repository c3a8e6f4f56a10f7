"""Players that are programs: they see a view and nothing else."""
