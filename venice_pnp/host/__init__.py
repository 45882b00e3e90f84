"""Phones at the table, and the big screen: one table served to browsers on the home network."""
