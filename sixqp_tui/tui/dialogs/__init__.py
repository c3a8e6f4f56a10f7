"""Questions over the current screen."""
