"""The same kit for others: for translators, digital tables, cutting machines and print services. Loaded only by whoever
asks for it; it knows no game by name."""
