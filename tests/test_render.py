"""Pictures and text: the right cards, nothing hidden, good contrast, and markup that survives everywhere."""

import copy
import pickle
import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest

from sixtysix.actions import Announce, ClaimOut, Close, Play
from sixtysix.cards import PACK, Card, Rank, Suit
from sixtysix.position import Deal, Position
from sixtysix.render import (
    COLOURS,
    Svg,
    back_svg,
    cards_svg,
    css_variables,
    face_svg,
    table_svg,
    text_of,
    trick_svg,
)
from sixtysix.render.faces import back, face
from sixtysix.render.paths import PIPS, place
from sixtysix.render.theme import EDGE, PAIRS, TEXT, Pair, contrast, suit_colour
from sixtysix.rules import Rules

SVG = "{http://www.w3.org/2000/svg}"


def positions(preset: str, seed: int) -> Iterator[Position]:
    """Go through a deal played by chance, nobody saying out."""
    position = Deal.random(Rules.preset(preset), seed=seed).start()
    generator = random.Random(seed)
    while True:
        yield position
        actions = [action for action in position.legal_actions() if not isinstance(action, ClaimOut)]
        if not actions:
            return
        position = position.apply(generator.choice(actions))


def start(preset: str = "guide", seed: int = 66) -> Position:
    return Deal.random(Rules.preset(preset), seed=seed).start()


def dealt(first: str, second: str, rest: str) -> Position:
    """Deal two whole hands under the guide's rules, then the turn-up and the top of the stock."""
    one, two, top = (text.split() for text in (first, second, rest))
    named = {Card(card) for card in (*one, *two, *top)}
    pack = [*one[:3], *two[:3], *one[3:], *two[3:], *top, *(card.code for card in PACK if card not in named)]
    return Deal.from_pack(pack, Rules.guide()).start()


# Colours


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair.ink} on {pair.ground}")
def test_contrast(pair: Pair) -> None:
    ink, ground = getattr(COLOURS, pair.ink), getattr(COLOURS, pair.ground)
    ratio = contrast(ink, ground)
    assert ratio >= pair.least, f"{pair.ink} {ink} on {pair.ground} {ground}: {ratio:.2f}, needs {pair.least}"
    assert pair.least in (TEXT, EDGE)


def test_contrast_of_known_colours() -> None:
    assert contrast("#FFFFFF", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == contrast("#FFFFFF", "#777777") == pytest.approx(4.48, abs=0.01)


def test_suit_colours_and_style_sheet_variables() -> None:
    assert [suit_colour(suit) for suit in Suit] == ["#111111", "#D60904", "#0D12C7", "#158568"]
    text = css_variables(".s66")
    assert text.startswith(".s66 {")
    assert f"--s66-soft-ink: {COLOURS.soft_ink};" in text
    assert len(re.findall(r"--s66-[a-z-]+: #[0-9A-F]{6};", text)) == text.count("--s66-") == text.count(";")


def test_pictures_use_no_other_colours() -> None:
    palette = {getattr(COLOURS, name) for name in COLOURS.__slots__}
    pictures = [table_svg(start(), highlight=["9H"], crossed=["AC"]), trick_svg(["9S"], trump="S"), back_svg()]
    for picture in [*pictures, *map(face_svg, PACK)]:
        assert set(re.findall(r"#\w+", re.sub(r"<desc>.*?</desc>", "", picture))) <= palette


# Faces


def test_there_are_24_different_faces_of_moderate_size() -> None:
    faces = {face_svg(card) for card in PACK} | {back_svg()}
    assert len(faces) == 25
    assert max(len(picture.encode()) for picture in faces) <= 2500
    assert len({face(card, small=True) for card in PACK}) == 24


@pytest.mark.parametrize("card", PACK, ids=lambda card: card.code)
def test_face_is_named_or_hidden(card: Card) -> None:
    alone, inside = ET.fromstring(face_svg(card, width=144)), ET.fromstring(face_svg(card, titled=False))
    assert alone.get("role") == "img"
    assert alone.findtext(f"{SVG}title") == card.name
    assert (alone.get("width"), alone.get("height")) == ("144", "208")
    assert inside.get("aria-hidden") == "true"
    assert inside.find(f"{SVG}title") is None
    assert inside.get("width") is None


@pytest.mark.parametrize("suit", Suit)
@pytest.mark.parametrize(("rank", "pips"), [(Rank.TEN, 10), (Rank.NINE, 9), (Rank.ACE, 1)])
def test_pips_are_counted_and_the_lower_ones_upside_down(suit: Suit, rank: Rank, pips: int) -> None:
    first, *_ = ET.fromstring(face_svg(Card.of(rank, suit))).iter(f"{SVG}path")
    assert first.get("fill") == suit_colour(suit)
    outlines = re.findall(r"M(-?[\d.]+)[ ]?(-?[\d.]+)([^M]+)", first.get("d", ""))
    assert len(outlines) == pips
    # Each outline starts at the same corner of its sign: half a turn of the card brings every start upon another one,
    # but for the sign in the middle, only if the signs of the lower half are upside down.
    starts = {(round(float(x)), round(float(y))) for x, y, _ in outlines}
    turned = {(72 - x, 104 - y) for x, y in starts}
    assert len(starts - turned) == pips % 2


def test_every_card_shows_its_own_suit_and_no_other() -> None:
    for card in PACK:
        others = {suit_colour(suit) for suit in Suit} - {suit_colour(card.suit)}
        assert suit_colour(card.suit) in face(card)
        assert not any(colour in face(card) for colour in others)


def test_an_outline_turned_twice_is_itself() -> None:
    for outline in PIPS.values():
        there = place(outline, 0, 0, turned=True).replace("M", "m")
        assert place(there, 0, 0, turned=True) == place(outline, 0, 0)


# Every picture


def pictures() -> dict[str, Svg]:
    closed = next(p for p in positions("guide", 66) if p.closed_by is not None)
    return {
        "start": table_svg(start().view(0)),
        "marked": table_svg(start(), highlight=["AC"], crossed=["9D"], caption='<script>"a" & b</script>', width=320),
        "open": table_svg(start(), seat=1, open_cards=True, show_points=False),
        "closed": table_svg(closed.view(1)),
        "three": table_svg(start("three_handed").view(2)),
        "four": table_svg(start("four_handed").view(3)),
        "cards": cards_svg(["AS", "TH", None], labels=["<b>", "&", '"'], caption="a < b", small=True),
        "trick": trick_svg(["TH", "9D"], trump="D", names=["<i>", "you"], winner=True),
    }


@pytest.mark.parametrize("name", pictures())
def test_picture_is_sound_everywhere(name: str) -> None:
    picture = pictures()[name]
    tree = ET.fromstring(picture)
    assert tree.get("role") == "img"
    assert [child.tag for child in tree][:3] == [f"{SVG}title", f"{SVG}desc", f"{SVG}rect"]  # a ground of its own
    used = {attribute for element in tree.iter() for attribute in element.attrib}
    assert not used & {"id", "class", "style", "href"}
    assert {element.tag.removeprefix(SVG) for element in tree.iter()} <= {
        "svg", "title", "desc", "g", "rect", "path", "circle", "text"
    }  # fmt: skip
    assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")
    assert picture == pictures()[name]  # the same input gives the same picture


def test_words_from_outside_are_kept_and_escaped() -> None:
    marked = ET.fromstring(pictures()["marked"])
    assert marked.findtext(f"{SVG}title") == '<script>"a" & b</script>'
    texts = [text.text for text in ET.fromstring(pictures()["cards"]).iter(f"{SVG}text")]
    assert texts == ["<b>", "&", '"', "a < b"]


def test_svg_is_a_string_that_shows_itself() -> None:
    picture = trick_svg(["TH", "9D"], trump="D")
    assert picture.startswith("<svg")
    assert picture._repr_svg_() == str(picture)
    assert repr(picture) == "<picture: trick, trump ♦: 10♥ (led), 9♦ (second)>"
    assert not hasattr(picture, "_repr_html_")
    for copied in (copy.copy(picture), pickle.loads(pickle.dumps(picture))):
        assert copied == picture
        assert repr(copied) == repr(picture)


@pytest.mark.parametrize("preset", Rules.names())
def test_tables_stay_small(preset: str) -> None:
    most = 25_000 if Rules.preset(preset).players == 2 else 30_000
    for position in positions(preset, seed=4):
        for seat in range(position.rules.players):
            assert len(table_svg(position.view(seat)).encode()) <= most
            assert len(table_svg(position, seat=seat, open_cards=True).encode()) <= most


# What is hidden


@pytest.mark.parametrize("preset", Rules.names())
@pytest.mark.parametrize("seed", [1, 2])
def test_no_hidden_card_is_shown(preset: str, seed: int) -> None:
    for position in positions(preset, seed):
        for seat in range(position.rules.players):
            view = position.view(seat)
            # A view asked for open cards, and a position not asked for them, tell what the seat knows and no more.
            told = [(text_of(state, seat=seat), table_svg(state, seat=seat)) for state in (view, position)]
            told.append((text_of(view, open_cards=True), table_svg(view, open_cards=True)))
            assert told[0] == told[1] == told[2]
            text, picture = told[0]
            words = set(re.split(r"[\s,;]+", text + "\n" + repr(picture)))
            for card in view.unseen:
                assert str(card) not in words
                assert face(card) not in picture
                assert face(card, small=True) not in picture


@pytest.mark.parametrize("seed", range(3))
def test_a_view_does_not_depend_on_how_hidden_cards_lie(seed: int) -> None:
    for position in positions("german", seed):
        for seat in (0, 1):
            other = position.view(seat).deal_hidden(seed=seed)
            assert table_svg(other, seat=seat) == table_svg(position, seat=seat)
            assert text_of(other, seat=seat) == text_of(position, seat=seat)


def test_points_can_be_left_out() -> None:
    for position in positions("guide", 3):
        assert "oints" not in text_of(position, show_points=False).replace("game point", "")
        shown = ET.fromstring(table_svg(position, show_points=False))
        assert not any("point" in (text.text or "").replace("game point", "") for text in shown.iter(f"{SVG}text"))


# What is shown


def test_table_shows_hand_trick_turn_up_and_backs() -> None:
    position = start().apply(Play("9H"))
    picture = table_svg(position.view(1))
    assert all(face(card) in picture for card in (*position.hand(1), Card("9H")))
    assert face(Card("9C"), small=True) in picture
    assert picture.count(back(small=True)) == 5 + 1  # the opponent's five cards and the top of the stock
    texts = [text.text for text in ET.fromstring(picture).iter(f"{SVG}text")]
    assert {"opponent led", "your turn", "11 face down", "turn-up 9♣", "You are to play to 9♥."} <= set(texts)


def test_open_cards_shows_both_hands() -> None:
    position = start()
    picture = table_svg(position, open_cards=True)
    assert all(face(card, small=True) in picture for card in position.hand(1))
    assert str(position.hand(1)[0]) in text_of(position, open_cards=True)


def test_known_card_of_the_opponent_is_shown() -> None:
    position = dealt("KH QH 9S AS TS 9D", "AH TH JH AC TC 9C", "KD JD")
    view = position.apply(Announce("H")).apply(Play("QH")).view(1)
    assert face(Card("KH"), small=True) in table_svg(view)
    assert "Your opponent: 5 cards, known K♥" in text_of(view)


def test_text_of_a_pending_marriage_and_a_closed_stock() -> None:
    position = dealt("KH QH 9S AS TS 9D", "AH TH JH AC TC 9C", "KD JD").apply(Announce("H")).apply(Close())
    assert text_of(position.view(0)).splitlines() == [
        "You are to lead the king or queen of the marriage announced in ♥.",
        "Your hand: 9♦ A♠ 10♠ 9♠ K♥ Q♥",
        "Your opponent: 6 cards",
        "Stock: 11 cards face down, turn-up K♦, trump ♦, closed by you",
        "Card points: you 0 (20 pending), your opponent 0",
        "Tricks: you 0, your opponent 0",
    ]
    lines = text_of(position.apply(Play("QH")).view(1)).splitlines()
    assert lines[0] == "You are to play to Q♥."
    assert "Stock: 11 cards face down, turn-up K♦, trump ♦, closed by your opponent" in lines
    assert "Trick: your opponent led Q♥" in lines
    picture = table_svg(position)
    assert {"closed", "closed by you", "0 tricks · 20 pending"} <= {
        t.text for t in ET.fromstring(picture).iter(f"{SVG}text")
    }


@pytest.mark.parametrize("preset", Rules.names())
def test_the_end_is_told(preset: str) -> None:
    *_, end = positions(preset, 8)
    assert end.result is not None
    for seat in range(end.rules.players):
        first = text_of(end.view(seat)).splitlines()[0]
        mine = end.result.game_points[seat]
        assert first.startswith("The deal is over")
        assert ("you" in re.sub("your opponent", "", first)) == (mine > 0)
        assert f"{max(end.result.game_points)} game point" in first or not any(end.result.game_points)


def test_words_for_drawing_and_exchanging() -> None:
    firsts = {text_of(p.view(0)).splitlines()[0] for seed in range(6) for p in positions("german", seed)}
    assert {"You are to draw or to close.", "Your opponent is to exchange or pass."} <= firsts


def test_more_than_two_seats_are_named() -> None:
    three, four = start("three_handed").view(1), start("four_handed").view(1)
    assert "Card points: you: 0, seat 2: 0, seat 0: 0" in text_of(three)
    assert "Seat 3 (your partner): 6 cards" in text_of(four)
    assert "Card points: your side: 0, the other side: 0" in text_of(four)
    assert "No stock, trump" in text_of(three)


def test_trick_winner_is_ringed_and_named() -> None:
    picture = trick_svg(["TH", "9D"], trump="D", winner=True)
    assert repr(picture) == "<picture: trick, trump ♦: 10♥ (led), 9♦ (second: wins)>"
    assert picture.count(COLOURS.gold) == 1
    assert COLOURS.gold not in trick_svg(["TH", "9D"], trump="D")


def test_marks_are_told_in_words() -> None:
    described = ET.fromstring(table_svg(start(), highlight=["AC", "9H"], crossed=["9D"])).findtext(f"{SVG}desc") or ""
    assert "Highlighted: 9♥, A♣" in described
    assert "Crossed out: 9♦" in described


def test_width_scales_the_picture() -> None:
    wide, narrow = ET.fromstring(table_svg(start())), ET.fromstring(table_svg(start(), width=320))
    assert wide.get("viewBox") == narrow.get("viewBox")
    assert (wide.get("width"), narrow.get("width")) == ("640", "320")
    assert float(narrow.get("height", 0)) == pytest.approx(float(wide.get("height", 0)) / 2, abs=0.1)


@pytest.mark.parametrize("count", [1, 6, 7, 24])
def test_cards_stand_in_rows(count: int) -> None:
    picture = cards_svg(PACK[:count])
    assert all(picture.count(face(card)) == 1 for card in PACK[:count])
    tree = ET.fromstring(picture)
    across, down = (float(tree.get(name, 0)) for name in ("width", "height"))
    for group in tree.findall(f"{SVG}g/{SVG}g"):
        x, y = (float(n) for n in re.findall(r"[\d.]+", group.get("transform", ""))[:2])
        assert 0 < x <= across - 72
        assert 0 < y <= down - 104


# What is refused


def test_refusals_name_what_is_wrong() -> None:
    view = start().view(0)
    with pytest.raises(ValueError, match="this view is seat 0's and cannot be shown from seat 1"):
        table_svg(view, seat=1)
    with pytest.raises(ValueError, match="seats are 0 to 1"):
        text_of(start(), seat=2)
    with pytest.raises(ValueError, match="A♥ is marked, but it is not to be seen"):
        table_svg(view, highlight=["AH"])
    with pytest.raises(ValueError, match="2 labels for 1 card"):
        cards_svg(["AS"], labels=["a", "b"])
    with pytest.raises(ValueError, match="no card to draw"):
        cards_svg([])
    with pytest.raises(ValueError, match="1 name for 2 cards"):
        trick_svg(["AS", "TS"], trump="S", names=["you"])
    with pytest.raises(ValueError, match="is not a card"):
        cards_svg(["XX"])
