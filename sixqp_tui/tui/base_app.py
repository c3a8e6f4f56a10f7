"""What screens may ask of their app, which imports them."""

from textual.app import App

from sixqp_tui.tui.openings import Outcome
from sixqp_tui.tui.preferences_controller import PreferencesController


class BaseApp(App[Outcome]):
    """`keeps_games`: finished games are saved here, so they can be listed and reviewed."""

    preferences: PreferencesController
    keeps_games: bool
