#!/usr/bin/env python3
"""An engine that plays a random legal move in every game. It uses the native protocol of docs/engine-protocol.md."""
import random
import sys

legal = []
for line in sys.stdin:
    match line.split():
        case ["zermelo-protocol", _]:
            reply = "id name Example\ngames any\nfeature legal\nok"
        case ["game", _, "seed", seed]:
            reply = random.seed(int(seed))
        case ["legal", *legal]:
            reply = None
        case ["ping", *word]:
            reply = " ".join(["pong", *word])
        case ["go", *_]:
            reply = "bestmove " + random.choice(legal)
        case ["quit"]:
            break
        case _:
            reply = None
    if reply:
        print(reply, flush=True)
