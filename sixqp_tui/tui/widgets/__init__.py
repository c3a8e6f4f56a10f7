"""The widgets of the screens. A widget draws itself, and posts messages about clicks."""
