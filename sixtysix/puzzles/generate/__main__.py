"""``python -m sixtysix.puzzles.generate [theme ...]`` adds to the bank what is missing.

Ctrl-C stops it; what was found is kept, and the next run goes on from there.
"""

import sys

from ...errors import PuzzleError
from ..puzzle import FOLDERS
from .bank import Bank
from .themes import SEARCHES, SETS


def main() -> int:
    """Look for puzzles of the themes named, or of all."""
    chosen = sys.argv[1:] or list(SEARCHES)
    unknown = [theme for theme in chosen if theme not in SEARCHES]
    if unknown:
        print(f"{', '.join(unknown)}: no such theme; there are {', '.join(SEARCHES)}")
        return 2
    folder = FOLDERS[1]
    if not folder.is_dir():
        print(f"{folder}: no such folder; the bank is made in a checkout of the project")
        return 2
    try:
        bank = Bank(folder, SETS)
        for theme in chosen:
            for puzzle in bank.extend(SEARCHES[theme], lambda text: print(text, flush=True)):
                print(f"{puzzle.id}: level {puzzle.level}", flush=True)
            print(f"{theme}: {len(bank.having(theme))} puzzles", flush=True)
    except KeyboardInterrupt:
        print("stopped; what was found is kept")
        return 1
    except PuzzleError as error:
        print(error)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
