"""The user's printer: the sheet that measures it, and what was read off."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from msgspec import structs

from venice_pnp.door.kits import library_of
from venice_pnp.door.wishes import WrongWish, listed, one_of
from venice_pnp.kit import load_shared
from venice_pnp.kit.faults import nearest
from venice_pnp.kit.load import home
from venice_pnp.kit.reader import Reader
from venice_pnp.press.calibrate import calibration_pdf
from venice_pnp.press.profile import Profile, profile_path


def calibration(paper: str, lang: str) -> bytes:
    """The sheet that measures a printer, as a PDF."""
    shared = load_shared(home("data"))
    one_of(paper, shared.papers, "paper")
    one_of(lang, shared.languages, "language")
    return calibration_pdf(shared, library_of(None, None).fonts, paper, lang)


def changed_profile(profile: Profile, settings: str) -> Profile:
    """The profile with `key=value` pairs set; the reader checks them as it does the file."""
    known = [f.encode_name for f in structs.fields(Profile)]
    values = {k.replace("_", "-"): v for k, v in structs.asdict(profile).items()}
    for pair in listed(settings):
        key, equals, value = pair.partition("=")
        if not equals or key not in known:
            raise WrongWish(f"expected KEY=VALUE, found '{pair}'{nearest(key, known)}", 2)
        values[key] = value
    return _checked_profile(values)


def _checked_profile(values: dict[str, Any]) -> Profile:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / profile_path().name
        file.write_text("".join(f"{k}: {v}\n" for k, v in values.items()), "utf-8")
        reader = Reader()
        made = reader.read(file, Profile)
    if reader.faults or made is None:
        raise WrongWish("; ".join(fault.message for fault in reader.faults))
    return made
