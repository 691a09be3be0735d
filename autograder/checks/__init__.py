"""What exercise authors import: checks, their outcomes, and the score call."""
