"""Drawing with cells: the canvas, and the pictures that widgets paint on it."""
