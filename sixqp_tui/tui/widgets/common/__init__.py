"""What several screens show: the lines at the top and at the foot, the prompt, a line to type in."""
