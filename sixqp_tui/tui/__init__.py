"""What players see: screens and widgets."""
