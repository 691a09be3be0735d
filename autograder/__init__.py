"""Grade numbers, conditions and claims; student answers are data, never code."""
