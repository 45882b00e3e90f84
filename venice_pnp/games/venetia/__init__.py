"""Venetia: routes and colonies, doges elected by secret candidates, three epochs."""
