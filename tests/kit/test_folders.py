"""The user's folders are where platformdirs says, on every system."""

from __future__ import annotations

from pathlib import Path

import platformdirs
import pytest

from venice_pnp.kit.folders import IN_HOME, NAME, Kind, user_folder


@pytest.mark.parametrize("kind", IN_HOME)
@pytest.mark.parametrize("base", ["", " ", "/somewhere else"])
def test_they_are_where_platformdirs_says(kind: Kind, base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VENICE_PNP_HOME", raising=False)
    monkeypatch.setenv(f"XDG_{kind.upper()}_HOME", base)
    assert user_folder(kind) == Path(getattr(platformdirs, f"user_{kind}_dir")(NAME))
    monkeypatch.delenv(f"XDG_{kind.upper()}_HOME")
    assert user_folder(kind) == Path(getattr(platformdirs, f"user_{kind}_dir")(NAME))


def test_one_folder_for_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VENICE_PNP_HOME", str(tmp_path))
    assert [user_folder(kind) for kind in IN_HOME] == [tmp_path / "cache", tmp_path, tmp_path]
