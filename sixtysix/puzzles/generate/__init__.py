"""The generator of the puzzle bank: ``python -m sixtysix.puzzles.generate`` adds what is missing.

`walk` plays deals, finders look for puzzles in their positions, `levels` measures how hard one is, `bank` keeps the
good ones and writes the sets, and `themes` says what is looked for.
"""
