"""A bot between a table and another bot: it passes everything on and writes it down, "> " to the bot, "< " from it.

Started as: tee.py LOG COMMAND... It appends to LOG when its conversation is over.
"""

import json
import subprocess
import sys
from pathlib import Path

log = []
with subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as bot:
    for line in sys.stdin.buffer:
        log.append(b"> " + line)
        bot.stdin.write(line)
        bot.stdin.flush()
        if json.loads(line)["type"] in ("hello", "question"):
            answer = bot.stdout.readline()
            log.append(b"< " + answer)
            sys.stdout.buffer.write(answer)
            sys.stdout.buffer.flush()
with Path(sys.argv[1]).open("ab") as file:
    file.writelines(log)
