"""The printer's profile, measured with the calibration sheet and kept in the user's config folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, structs

from venice_pnp.kit.folders import user_folder
from venice_pnp.kit.models import Model
from venice_pnp.kit.reader import Reader

Sides = Literal["long-edge", "short-edge", "gutterfold", "single"]
SIDES: tuple[Sides, ...] = ("long-edge", "short-edge", "gutterfold", "single")
FARTHEST = 5  # mm that a back may be off
SMALLEST, LARGEST = 0.99, 1.01  # scales
Offset = Annotated[float, Meta(ge=-FARTHEST, le=FARTHEST, description=f"an offset from -{FARTHEST} to {FARTHEST} mm")]
Scale = Annotated[float, Meta(ge=SMALLEST, le=LARGEST, description=f"a scale from {SMALLEST:.3f} to {LARGEST:.3f}")]


class Profile(Model, frozen=True):
    """How a printer deviates: where its backs land, and how long its 100 mm are."""

    paper: str = "a4"
    sides: Sides = "long-edge"
    back_x: Offset = 0.0
    back_y: Offset = 0.0
    scale_x: Scale = 1.0
    scale_y: Scale = 1.0


def profile_path() -> Path:
    """`profile.yaml` in the user's config folder, or in VENICE_PNP_HOME."""
    return user_folder("config") / "profile.yaml"


def load_profile() -> Profile:
    """The stored profile, or the plain one; raises FaultyData if it was edited wrongly."""
    path = profile_path()
    if not path.exists():
        return Profile()
    reader = Reader()
    profile = reader.read(path, Profile)
    reader.raise_if_faulty()
    assert profile is not None
    return profile


def store_profile(profile: Profile) -> Path:
    path = profile_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in structs.asdict(profile).items()]
    new = path.with_suffix(".new")
    new.write_text("# Made by `venice-pnp calibrate`.\n" + "\n".join(lines) + "\n", "utf-8")
    new.replace(path)
    return path
