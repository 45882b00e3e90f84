"""The site: every game with its parts, rules and downloads as plain pages that need nothing else."""
