"""The parts of a search: deals, rollouts, the loss, and the choice of the best candidate."""
