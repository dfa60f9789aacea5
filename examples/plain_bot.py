#!/usr/bin/env python3
"""The simplest player: a line with a position in, a line with a move out (docs/engine-protocol.md, the plain protocol)."""
import random
import sys

for line in sys.stdin:
    game, position, legal = line.rstrip("\n").split("\t")
    print(random.choice(legal.split(" ")), flush=True)
