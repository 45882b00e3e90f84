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
Offset = Annotated[float, Meta(ge=-5, le=5, description="an offset from -5 to 5 mm")]
Scale = Annotated[float, Meta(ge=0.99, le=1.01, description="a scale from 0.990 to 1.010")]


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
    new.write_text("# Made by `venice-pnp calibrate --set`.\n" + "\n".join(lines) + "\n", "utf-8")
    new.replace(path)
    return path
