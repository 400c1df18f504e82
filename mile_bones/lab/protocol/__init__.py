"""The protocol for bots from outside: JSON lines between a table and a program in any language.

``docs/protocol.md`` specifies it. ``mile-bones bot`` implements the bot's side of the protocol, ``mile-bones arena
--external`` the table's side.
"""

PROTOCOL = "mile-bones-bot"
"""The name of the protocol, in the hello of both sides."""

VERSION = 1
"""The version of the protocol that this program speaks."""
