"""Canaletto: an auction in which each bid moves the place of the next one."""
