"""Doge: secret tokens, seven votes a round, and palazzi that grow dearer."""
