"""A release: its artefacts, what describes them, and the check that each of them installs."""
