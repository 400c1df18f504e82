"""A bot between a table and another bot: it passes everything on and writes it down, "> " to the bot, "< " from it.

Started as: tee.py FOLDER COMMAND... It writes each conversation into a file of its own in FOLDER, line by line: whoever
takes long to leave is killed, and what was said must not be lost with it.
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
