"""The interactive widgets, each one anywidget: Python decides, the browser draws."""

from .close_explorer import CloseExplorer
from .drill import Drill
from .quiz import Quiz
from .table import Table

__all__ = ["CloseExplorer", "Drill", "Quiz", "Table"]
