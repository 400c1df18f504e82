"""A bot that stands between a table and another bot. It passes on every line and records it: "> " marks a line to the
other bot, "< " a line from the other bot.

It is started as: tee.py FOLDER COMMAND... It writes each conversation into a separate file in FOLDER. The file is
unbuffered, because a bot that ends too slowly is killed, and its lines must not be lost.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

with (
    (Path(sys.argv[1]) / str(os.getpid())).open("wb", buffering=0) as log,
    subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as bot,
):
    for line in sys.stdin.buffer:
        log.write(b"> " + line)
        bot.stdin.write(line)
        bot.stdin.flush()
        if json.loads(line)["type"] in ("hello", "question"):
            answer = bot.stdout.readline()
            log.write(b"< " + answer)
            sys.stdout.buffer.write(answer)
            sys.stdout.buffer.flush()
