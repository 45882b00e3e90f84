"""The referee sees the table: a photo -> what lies where, and how sure that is.

This room needs numpy and OpenCV (`pip install 'venice-pnp[look]'`) and is loaded only by whoever asks for it. It knows
a game by what the game declares (`Game.sights`): places in mm, and which faces may be seen there.
"""
