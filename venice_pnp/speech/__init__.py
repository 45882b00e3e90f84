"""What is said to people and typed by them: wording, names, the paint of a terminal, plain values, troubles."""
