#!/usr/bin/env python3
"""A player with a fault: `faulty_bot.py native|plain FAULT [WHEN]`. The fault shows at the WHENth move that it is asked for in
a game (plain: in this process), the first if not given. Without a fault ("none") it plays the first legal move. It says its
process id on standard error."""
import os
import subprocess
import sys
import time

protocol, fault = sys.argv[1], sys.argv[2]
when = int(sys.argv[3]) if len(sys.argv) > 3 else 1
asked = 0


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def hang():
    while True:
        time.sleep(1000)


def answer(word, legal):
    """The line that is said when it is asked for a move, with the fault in it."""
    global asked
    asked += 1
    move = legal[0] if legal else "none"
    if asked != when and fault not in ("two-answers", "chatter"):
        return word + move
    if fault == "crash":
        print("something went wrong", file=sys.stderr, flush=True)
        os._exit(3)
    if fault == "kill-itself":
        os.kill(os.getpid(), 9)
    if fault == "hang":
        hang()
    if fault == "close":
        os.close(1)
        hang()
    if fault == "flood":
        while True:
            say("info nodes 1" if protocol == "native" else "")
    if fault == "illegal":
        return word + "z99"
    if fault == "garbage":
        return word + "one two three"
    if fault == "bytes":
        sys.stdout.buffer.write(word.encode() + b"\xff\xfe\n")
        sys.stdout.buffer.flush()
        return None
    if fault == "long":
        return word + "x" * (2 << 20)
    if fault == "memory":
        return word + str(len(bytearray(1 << 30)))
    if fault == "refuse":
        return "error bot/tired not today"
    if fault == "resign":
        return word + "resign"
    if fault == "draw":
        return word + "draw"
    if fault == "offer":
        return word + move + " offer-draw"
    if fault == "two-answers":
        say(word + move)
    if fault == "chatter":
        say("I think, therefore I am")
    if fault == "late-info":
        say(word + move)
        return "info nodes 5"
    if fault == "slow":
        time.sleep(1)
    return word + move


def start():
    print(f"pid {os.getpid()}", file=sys.stderr, flush=True)
    if fault == "child":
        child = subprocess.Popen(["sleep", "1000"])
        print(f"child {child.pid}", file=sys.stderr, flush=True)
    if fault == "crash-at-start":
        print("no book found", file=sys.stderr, flush=True)
        sys.exit(4)
    if fault == "slow-start":
        time.sleep(1.5)
    if fault == "hang-at-start":
        hang()


def native():
    global asked
    legal = []
    thinking = ("ignore-stop", "deaf", "stops")
    is_thinking = None  # The id of the go, or a space
    for line in sys.stdin:
        words = line.split() or [""]
        tag = ""
        if words[0].startswith("#"):
            tag, words = words[0] + " ", words[1:] or [""]
        if is_thinking and fault == "deaf" and words[0] != "stop":
            continue
        match words:
            case ["zermelo-protocol", _] if fault == "no-name":
                say("games any\nok")
            case ["zermelo-protocol", _] if fault == "no-games":
                say("id name Faulty\nok")
            case ["zermelo-protocol", _] if fault == "refuse-handshake":
                say("error protocol/version I speak nothing of the kind")
                say("error bot/no and I won't learn")
            case ["zermelo-protocol", _] if fault == "only-chess":
                say("id name Faulty\ngames chess\nok")
            case ["zermelo-protocol", _]:
                say("id name Faulty bot\nid author Nobody")
                say("option Level integer 3 1 9\noption Style choice solid solid wild\noption Book text\noption Fast switch on")
                say("games any\nfeature legal" + ("" if fault == "no-ids-announced" else "\nfeature ids"))
                say("feature from-the-future\nok")
            case ["option", "set", *rest]:
                print("option " + " ".join(rest), file=sys.stderr, flush=True)
            case ["game", *_] if fault == "second-game" and asked > 0:
                os._exit(5)
            case ["game", *_] if fault == "unknown-game":
                say("error game/unknown never heard of it")
            case ["legal", *legal]:
                pass
            case ["ping", *word] if fault == "wrong-pong":
                say(tag + "pong pong")
            case ["ping", *word]:
                say(tag + " ".join(["pong", *word]))
            case ["go"] if fault in thinking:
                is_thinking = tag or " "
            case ["go", "movetime" | "first", *_] if fault == "no-time":
                time.sleep(1000)
            case ["go", *_] if fault == "wrong-id":
                say("#other bestmove " + legal[0])
            case ["go", *_]:
                said = answer(tag + "bestmove ", legal)
                if said:
                    say(said)
            case ["stop"] if is_thinking and fault != "ignore-stop":
                say(is_thinking.lstrip() + "bestmove " + legal[0])
                is_thinking = None
            case ["stop"] if fault == "stop-at-rest":
                say(tag + "bestmove " + (legal or ["none"])[0])
            case ["quit"] if fault != "stay":
                return
            case ["position", *_] if fault == "bad-position":
                say("error position/malformed I can't read this")
            case ["game", *_]:
                asked = 0
            case ["position" | "quit" | "stop", *_]:
                pass
            case _ if fault == "strict":
                os._exit(6)
            case _:
                say("error protocol/unknown " + " ".join(words)[:60])


def plain():
    for line in sys.stdin:
        said = answer("", line.rstrip("\n").split("\t")[2].split(" "))
        if said:
            say(said)


start()
native() if protocol == "native" else plain()
if fault in ("stay", "stay-at-eof"):
    hang()
