#!/usr/bin/env python3
"""An engine that plays a random legal move in every game. It uses the plain protocol of docs/engine-protocol.md."""
import random
import sys

for line in sys.stdin:
    game, position, legal = line.rstrip("\n").split("\t")
    print(random.choice(legal.split(" ")), flush=True)
