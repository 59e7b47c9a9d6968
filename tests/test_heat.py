"""The map of shares by need: every cell in its band, the borders where they belong, and all of it in words."""

import re
import xml.etree.ElementTree as ET

import pytest

from sixtysix import View, analyse_close
from sixtysix.explore import EXAMPLE
from sixtysix.render import COLOURS, need_map_svg
from sixtysix.render.heat import BANDS, percent

SVG = "{http://www.w3.org/2000/svg}"
ALL, NONE = [1.0] * 67, [0.0] * 67


def cells(picture: str) -> dict[tuple[int, int], float]:
    """Read the map back: how full each cell is drawn, by my need and his need."""
    found: dict[tuple[int, int], float] = {}
    group = next(node for node in ET.fromstring(picture).iter(f"{SVG}g") if node.get("shape-rendering"))
    for path in group.iter(f"{SVG}path"):
        assert path.get("fill") == COLOURS.heat
        for x, y, length in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", path.get("d", "")):
            for mine in range(int(x), int(x) + int(length)):
                assert (mine, 66 - int(y)) not in found
                found[mine, 66 - int(y)] = float(path.get("fill-opacity", "nan"))
    return found


def test_every_cell_has_the_fill_of_its_band() -> None:
    shares = analyse_close(View.parse(EXAMPLE), plan=False).share().tolist()
    drawn = cells(need_map_svg(shares, 40, 64))
    assert len(drawn) == 67 * 67
    for (mine, his), fill in drawn.items():
        share = shares[mine][his]
        if share in (0, 1):
            assert fill == share
        else:
            assert 0 < fill < 1
            assert abs(fill * (BANDS + 1) - (share * BANDS + 1)) <= 1.06  # the tenth it lies in, rounded as written


def test_the_borders_part_half_and_all() -> None:
    """All layouts are won with needs to 19, half of them to 29, none above."""
    picture = need_map_svg([ALL] * 20 + [[0.5] * 67] * 10 + [NONE] * 37, 5, 60)
    lines = [path for path in ET.fromstring(picture).iter(f"{SVG}path") if path.get("stroke-width") == ".36"]
    assert len(lines) == 2
    for line, x in zip(lines, (30, 20), strict=True):
        assert sorted(re.findall(r"M(\d+) (\d+)v1", line.get("d", ""))) == sorted((str(x), str(y)) for y in range(67))
        assert "h1" not in line.get("d", "")
    assert [bool(line.get("stroke-dasharray")) for line in lines] == [True, False]


def test_it_is_named_and_described() -> None:
    picture = need_map_svg([ALL] * 20 + [[0.5] * 67] * 10 + [NONE] * 37, 25, 60)
    root = ET.fromstring(picture)
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Share of layouts won, by need"
    said = root.findtext(f"{SVG}desc") or ""
    assert "You need 25, your opponent 60: 50.0 %." in said
    assert "need 0, 100.0 %, need 10, 100.0 %, need 20, 50.0 %, need 30, 0.0 %" in said
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert "card points you need" in words
    assert "card points your opponent needs" in words
    assert repr(picture) == "<picture: share of layouts won by need; you need 25, your opponent 60: 50.0 %>"


def test_the_mark_stands_on_its_cell_and_the_colours_are_of_the_palette() -> None:
    picture = need_map_svg([ALL] * 67, 0, 66)
    root = ET.fromstring(picture)
    frame = next(node for node in root.iter(f"{SVG}rect") if node.get("fill") == "none")
    ring = next(root.iter(f"{SVG}circle"))
    assert float(ring.get("cx", "0")) == pytest.approx(float(frame.get("x", "0")) + 2.5)
    assert float(ring.get("cy", "0")) == pytest.approx(float(frame.get("y", "0")) + 2.5)
    palette = {getattr(COLOURS, name) for name in COLOURS.__slots__}
    assert set(re.findall(r"#\w+", picture)) <= palette
    assert not re.search(r"\b(id|class|style|href)=", picture)
    assert len(picture) < 30_000


@pytest.mark.parametrize(
    ("shares", "mine", "his"), [([ALL] * 66, 1, 1), ([ALL[1:]] * 67, 1, 1), ([ALL] * 67, 67, 1), ([ALL] * 67, 1, -1)]
)
def test_what_is_no_map_is_refused(shares: list[list[float]], mine: int, his: int) -> None:
    with pytest.raises(ValueError, match=r"shares|need"):
        need_map_svg(shares, mine, his)


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0, "0.0 %"),
        (1, "100.0 %"),
        (461 / 462, "99.8 %"),
        (12375 / 12376, "99.9 %"),
        (1 / 12376, "0.1 %"),
        (0.5, "50.0 %"),
    ],
)
def test_nearly_all_is_never_all(share: float, text: str) -> None:
    assert percent(share) == text
