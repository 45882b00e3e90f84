"""Canaletto: the rules."""
