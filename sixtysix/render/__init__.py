"""Pictures and text of cards, positions and views; pure functions from a value to a string."""

from .drawing import Svg
from .faces import back_svg, face_svg
from .heat import need_map_svg
from .svg import cards_svg, table_svg, trick_svg
from .text import text_of
from .theme import COLOURS, css_variables

__all__ = [
    "COLOURS",
    "Svg",
    "back_svg",
    "cards_svg",
    "css_variables",
    "face_svg",
    "need_map_svg",
    "table_svg",
    "text_of",
    "trick_svg",
]
