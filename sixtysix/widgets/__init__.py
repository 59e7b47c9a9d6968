"""The interactive card table and the quiz, each one anywidget: Python decides, the browser draws."""

from .quiz import Quiz
from .table import Table

__all__ = ["Quiz", "Table"]
