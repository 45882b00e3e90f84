"""A table as the text of a record."""

from __future__ import annotations

from venice_pnp.referee.records import record_text
from venice_pnp.referee.table import Table
from venice_pnp.speech.words import Speech


def exported(table: Table, speech: Speech) -> str:
    """The record, with a remark on top where it is not the whole game."""
    record, hidden = table.export()
    notes = [speech.say("export.hidden", {"n": hidden})] if hidden else []
    notes += [speech.say("export.corrected", table.correction)] if table.correction else []
    return record_text(record, " ".join(notes))
