"""What each field of `Rules` asks, which values it may have, and one plain sentence for each value."""

from collections.abc import Mapping
from html import escape
from typing import Any, Final, NamedTuple

from .errors import RulesError, quoted

OUT = 66
"""Card points that make a claim right."""
SCHNEIDER = 33
"""Card points below which the loser of a deal pays double."""
SCHWARZ = 3
"""Game points for a deal won against a player without a trick, where the rules know it."""
MARRIAGE, ROYAL_MARRIAGE = 20, 40
"""Card points of a marriage, plain and in trumps."""


SILENT = "silent → "
"""Begins an answer that a source does not give."""


DOES_NOT_ARISE = "does not arise: there is no stock"
"""The answer of a game without a stock to what is about the stock."""


class Difference(NamedTuple):
    """One row of `Rules.compare()`: the field, what it asks, and each preset's answer.

    An answer that begins with ``silent →`` is ours: that source does not say.
    """

    field: str
    question: str
    values: dict[str, str]


class Comparison(tuple[Difference, ...]):
    """The rows of `Rules.compare()`: a tuple that a notebook shows as a table."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Say what it is; the rows are long."""
        return f"<{len(self)} questions that the rule sets answer differently>"

    def _repr_html_(self) -> str:
        heads = "".join(f'<th style="text-align:left">{head}</th>' for head in ("question", "answer", "rule sets"))
        lines = [f"<details><summary>{len(self)} questions that the rule sets answer differently</summary>"]
        lines.append(f"<table><thead><tr>{heads}</tr></thead><tbody>")
        for row in self:
            answers: dict[str, list[str]] = {}
            for name, text in row.values.items():
                said = f"({name})" if text.startswith(SILENT) else name
                if text != DOES_NOT_ARISE:
                    answers.setdefault(text.removeprefix(SILENT), []).append(said)
            for number, (text, names) in enumerate(answers.items()):
                cells = (row.question if number == 0 else "", text, ", ".join(names))
                row_html = "".join(f'<td style="text-align:left">{escape(cell)}</td>' for cell in cells)
                lines.append(f"<tr>{row_html}</tr>")
        lines.append("</tbody></table><p>In brackets: the source does not say, and the answer is ours.</p></details>")
        return "\n".join(lines)


class Row(NamedTuple):
    """What a field asks, its values with a sentence each (or a sentence with a number), and when it matters."""

    question: str
    sentences: Mapping[object, str] | str
    least: int = 0
    stock_only: bool = False

    def check(self, name: str, value: object) -> None:
        """Raise `RulesError` naming the field if it cannot have this value."""
        if isinstance(self.sentences, str):
            if not isinstance(value, int) or isinstance(value, bool) or not self.least <= value <= 99:
                raise RulesError(f"{name}: {quoted(value)} is not allowed; use a whole number from {self.least} to 99")
        elif not any(value == known and type(value) is type(known) for known in self.sentences):
            raise RulesError(f"{name}: {quoted(value)} is not allowed; use {' or '.join(map(repr, self.sentences))}")

    def applies(self, has_stock: bool) -> bool:
        """Say whether the field matters in a game with or without a stock."""
        return has_stock or not self.stock_only

    def sentence(self, value: Any) -> str:
        """Say what this value means."""
        if isinstance(self.sentences, str):
            return self.sentences.format(value or "no").replace(" 1 game points", " 1 game point")
        return self.sentences[value]


def _flags(yes: str, no: str) -> dict[object, str]:
    return {True: yes, False: no}


TABLE: Final[dict[str, Row]] = {
    "players": Row(
        "How many play?", {2: "Two play.", 3: "Three play, each for himself.", 4: "Four play, partners sit crosswise."}
    ),
    "nines": Row(
        "Are the nines in the pack?",
        _flags("The pack has 24 cards, nines included.", "The pack has 20 cards, no nines."),
    ),
    "packets": Row(
        "How are the cards dealt?",
        {
            (3, 3): "Six cards each are dealt in packets of three.",
            (3, 2): "Five cards each are dealt in packets of three and two.",
            (3, 2, 3): "Eight cards each are dealt in packets of three, two and three.",
        },
    ),
    "trump_card": Row(
        "Which card makes trumps?",
        {
            "turn_up": "The card after the deal is turned up for trump; the stock lies face down on it.",
            "turn_up_after_first_packet": "The card after the first packets is turned up for trump, under the stock.",
            "next_card": "The next card is shown for trump and dealt as the first of the second packets.",
            "last_card": "The last card dealt, the dealer's, is shown for trump.",
        },
    ),
    "next_dealer": Row(
        "Who deals next?",
        {
            "winner": "The winner of a deal deals the next; after a drawn deal the same player deals again.",
            "rotates": "The deal passes to the next player each time.",
        },
    ),
    "must_beat": Row(
        "When following suit, must you beat the card led?",
        _flags(
            "Following suit, you must beat the card led if you can.", "Following suit, you need not beat the card led."
        ),
    ),
    "must_trump": Row(
        "Without the suit led, must you trump?",
        _flags("Without the suit led you must trump if you can.", "Without the suit led you may play any card."),
    ),
    "marriages": Row(
        "When may a marriage be announced?",
        {
            "open": "A marriage may be announced on lead while the stock is open.",
            "open_or_closed": "A marriage may be announced on lead, stock open or closed, but not once it is drawn.",
            "always": "A marriage may be announced at any lead.",
        },
    ),
    "first_lead_extras": Row(
        "May the opening lead carry a marriage, an exchange or a close?",
        _flags(
            "At the opening lead you may do what you may do at any other.",
            "At the opening lead there is no marriage, no exchange and no closing.",
        ),
        stock_only=True,
    ),
    "exchange_needs_trick": Row(
        "Does the exchange need a trick?",
        _flags(
            "On lead, with the stock open and a trick won, you may exchange the lowest trump for the turn-up.",
            "On lead, with the stock open, you may exchange the lowest trump for the turn-up, even without a trick.",
        ),
        stock_only=True,
    ),
    "exchange_after_close": Row(
        "Who may exchange after a close?",
        {
            "nobody": "After a close nobody exchanges.",
            "opponent": "Right after a close the closer's opponent may exchange, even without a trick.",
            "both": "Right after a close the closer's opponent may exchange, even without a trick; "
            "then the closer may, before the next lead, if the closer has a trick.",
        },
        stock_only=True,
    ),
    "close_before_draw": Row(
        "May the stock be closed before drawing?",
        _flags(
            "On lead you may close the stock, before or after drawing.",
            "On lead you may close the stock, after drawing.",
        ),
        stock_only=True,
    ),
    "least_stock": Row(
        "How many stock cards are needed to close or exchange?",
        "Closing and exchanging need at least {} stock cards, the turn-up included.",
        least=2,
        stock_only=True,
    ),
    "bonus_exhausted": Row(
        "What does the last trick add once all cards are drawn?",
        "With no stock left, the last trick adds {} card points.",
    ),
    "bonus_closed": Row(
        "What does the last trick add after a close?",
        "After a close, the last trick adds {} card points.",
        stock_only=True,
    ),
    "claim": Row(
        "When may you say out?",
        {
            "lead_or_marriage": "You may say out on lead after winning a trick, or right after announcing a marriage.",
            "lead": "You may say out on lead after a completed trick, not between an announcement and its lead.",
            "any_turn": "You may say out at any turn of yours, leading or following.",
        },
    ),
    "schwarz": Row(
        "What is a deal worth against a player without a trick?",
        _flags(
            f"A won deal is worth {SCHWARZ} game points if the loser has no trick.",
            "A won deal is never worth 3 game points.",
        ),
    ),
    "wrong_claim": Row("What does a wrong claim cost?", "A wrong claim gives each opponent {} game points."),
    "wrong_claim_trickless": Row(
        "What does a wrong claim cost if the opponent has no trick?",
        "If the opponent has no trick, a wrong claim gives {} game points.",
    ),
    "failed_close": Row(
        "What does a failed close cost?", "A close that fails gives the opponent {} game points.", stock_only=True
    ),
    "failed_close_trickless": Row(
        "What does a failed close cost if the opponent was without a trick?",
        "If the opponent was without a trick, a failed close gives {} game points.",
        stock_only=True,
    ),
    "trickless_judged": Row(
        "When is the opponent of a failed close judged trickless?",
        {
            "close": "For a failed close, being without a trick is judged when the stock was closed.",
            "end": "For a failed close, being without a trick is judged at the end of the deal.",
        },
        stock_only=True,
    ),
    "counter_out": Row(
        "What if the closer's opponent goes out first?",
        {
            "failed_close": "If the closer's opponent goes out first, it counts as a failed close.",
            "flat": "If the closer's opponent goes out first, it counts as the plain failed close, trickless or not.",
            "closer_trickless": "If the closer's opponent goes out first, it counts as the plain failed close, "
            f"or {SCHWARZ} game points if the closer has no trick.",
        },
        stock_only=True,
    ),
    "success_scale": Row(
        "Which of the opponent's points scale a successful close?",
        {
            "end": "A successful close is scaled by the opponent's points at the end.",
            "close": "A successful close is scaled by the opponent's points as they stood at the close.",
        },
        stock_only=True,
    ),
    "played_out": Row(
        "Who wins a deal that is played out with nobody out?",
        {
            "higher": "Played out with nobody out, the higher total wins as by a right claim; a tie wins nothing.",
            "sole_66": f"Played out with nobody out, a sole holder of {OUT} wins as by a right claim, or nobody.",
            "last_trick": "Played out with nobody out, the winner of the last trick wins 1 game point.",
        },
    ),
    "draw_carries": Row(
        "Does a drawn deal add to the next one?",
        _flags("Each drawn deal adds 1 game point to the next deal won.", "A drawn deal adds nothing to the next."),
    ),
    "look_back": Row(
        "May you look back?",
        _flags("You may look at the last trick until the next lead.", "You may not look back at any trick."),
    ),
    "match_points": Row("How long is the match?", "The match goes to {} game points.", least=1),
    "counts_down": Row("How is the score kept?", _flags("The score counts down to 0.", "The score counts up from 0.")),
}
