"""A desktop portal with a few settings. It is run by the system's Python, with python3-gi.

The arguments are the D-Bus address, "new" (with ReadOne) or "old" (with Read only), and the settings as JSON:
[[namespace, key, type of D-Bus, value], ...]. Each further line on standard input, in the same form, changes a setting.
The program prints "ready" when it can be asked.
"""

from __future__ import annotations

import json
import sys
import threading

from gi.repository import Gio, GLib

METHODS = (
    '<method name="{name}"><arg type="s" direction="in"/><arg type="s" direction="in"/>'
    '<arg type="v" direction="out"/></method>'
)
INTERFACE = "org.freedesktop.portal.Settings"
PATH = "/org/freedesktop/portal/desktop"


def main() -> None:
    address, age, given = sys.argv[1:]
    settings = {}

    def change(namespace: str, key: str, kind: str, value: object) -> GLib.Variant:
        settings[namespace, key] = GLib.Variant(kind, value)
        return settings[namespace, key]

    for line in json.loads(given):
        change(*line)
    flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    bus = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
    names = ("Read",) if age == "old" else ("Read", "ReadOne")
    methods = "".join(METHODS.format(name=name) for name in names)
    node = Gio.DBusNodeInfo.new_for_xml(f'<node><interface name="{INTERFACE}">{methods}</interface></node>')

    def call(_bus, _sender, _path, _interface, method, parameters, invocation) -> None:
        value = settings.get(tuple(parameters.unpack()))
        if value is None:
            invocation.return_dbus_error("org.freedesktop.portal.Error.NotFound", "Requested setting not found")
            return
        if method == "Read":
            value = GLib.Variant("v", value)  # Read has always returned a variant in a variant
        invocation.return_value(GLib.Variant("(v)", (value,)))

    bus.register_object(PATH, node.interfaces[0], call, None, None)
    bus.call_sync(
        "org.freedesktop.DBus",
        "/org/freedesktop/DBus",
        "org.freedesktop.DBus",
        "RequestName",
        GLib.Variant("(su)", ("org.freedesktop.portal.Desktop", 0)),
        None,
        Gio.DBusCallFlags.NONE,
        -1,
        None,
    )
    loop = GLib.MainLoop()

    def read() -> None:
        for line in sys.stdin:
            GLib.idle_add(tell, json.loads(line))
        GLib.idle_add(loop.quit)

    def tell(line: list) -> None:
        namespace, key, kind, value = line
        variant = change(namespace, key, kind, value)
        bus.emit_signal(None, PATH, INTERFACE, "SettingChanged", GLib.Variant("(ssv)", (namespace, key, variant)))

    threading.Thread(target=read, daemon=True).start()
    print("ready", flush=True)
    loop.run()


if __name__ == "__main__":
    main()
