"""The guided console for an evening: set-up, screens, typing, secrets, checks, and the end of the game."""
