"""The interactive widgets, each one anywidget: Python decides, the browser draws."""

from .close_explorer import CloseExplorer
from .deal_drill import DealDrill
from .drill import Drill
from .quiz import Quiz
from .table import Table
from .trainer import Trainer

__all__ = ["CloseExplorer", "DealDrill", "Drill", "Quiz", "Table", "Trainer"]
