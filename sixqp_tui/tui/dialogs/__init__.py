"""Questions over the screen in front."""
