"""What a game is, declared once: moves, events, refusals, its position, and the value that holds all of it."""
