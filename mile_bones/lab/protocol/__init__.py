"""The protocol for bots from outside: JSON lines between a table and a program in any language.

``docs/protocol.md`` specifies it. ``mile-bones bot`` is the bot's side of it, ``mile-bones arena --external`` the
table's.
"""

PROTOCOL = "mile-bones-bot"
"""The name of the protocol, in both hellos."""

VERSION = 1
"""The version of the protocol that this program speaks."""
