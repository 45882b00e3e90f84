"""Behind the door `import venice_pnp`: whole errands, each a call that returns a value. Nothing parses or prints."""
