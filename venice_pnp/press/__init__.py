"""Sheets out: packing, marks, duplex, boards, manifest, build. Knows paper, but no game's rules."""
