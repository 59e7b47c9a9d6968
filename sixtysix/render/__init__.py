"""Pictures and text of cards, positions and views; pure functions from a value to a string."""

from .faces import back_svg, face_svg
from .theme import COLOURS, css_variables

__all__ = ["COLOURS", "back_svg", "css_variables", "face_svg"]
