"""The folders of settings and data."""

import pytest
from platformdirs import PlatformDirs

from sixqp_tui.store.paths import HOME_VARIABLE, config_path, data_path


@pytest.mark.parametrize("home", ["/somewhere/ann", "/", "ann"])
@pytest.mark.parametrize("folder", [None, "", "relative", "/elsewhere", "/else where/"])
def test_folders_are_those_of_platformdirs(monkeypatch: pytest.MonkeyPatch, home: str, folder: str | None) -> None:
    monkeypatch.delenv(HOME_VARIABLE, raising=False)
    monkeypatch.setenv("HOME", home)
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(variable, raising=False)
        if folder is not None:
            monkeypatch.setenv(variable, folder)
    usual = PlatformDirs(appname="sixqp", appauthor=False)
    assert (config_path(), data_path()) == (usual.user_config_path, usual.user_data_path)
