"""What every test gets: a progress file of its own, so that nobody's own progress is touched."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def progress_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that `default_store` writes during a test."""
    path = tmp_path / "progress" / "progress.json"
    monkeypatch.setenv("SIXTYSIX_PROGRESS", str(path))
    return path
