"""The screens and widgets of the app."""
