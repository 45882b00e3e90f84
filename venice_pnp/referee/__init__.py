"""The table: awaited decisions, moves, seals, journal, records, audits and screens, for any game."""
