#!/usr/bin/python3
"""A fake logind with one session, on the bus that DBUS_SYSTEM_BUS_ADDRESS names.

Prints "ready" when the bus knows the service. Each input line sets the property LockedHint: "1" for a locked screen,
"0" for an unlocked screen. The program ends at the end of its input.
"""

import sys

from gi.repository import Gio, GLib

SERVICE, ROOT = "org.freedesktop.login1", "/org/freedesktop/login1"
SESSION = ROOT + "/session/_31"
INTERFACES = Gio.DBusNodeInfo.new_for_xml(f"""<node>
  <interface name="{SERVICE}.Manager">
    <method name="GetSession"><arg direction="in" type="s"/><arg direction="out" type="o"/></method>
  </interface>
  <interface name="{SERVICE}.Session"><property name="LockedHint" type="b" access="read"/></interface>
</node>""").interfaces

bus = Gio.bus_get_sync(Gio.BusType.SYSTEM)
loop = GLib.MainLoop()
is_locked = False


def answer(connection, sender, path, interface, method, arguments, invocation):
    invocation.return_value(GLib.Variant("(o)", (SESSION,)))


def read(*arguments):
    global is_locked
    line = sys.stdin.readline()
    if not line:
        loop.quit()
        return GLib.SOURCE_REMOVE
    is_locked = line.strip() == "1"
    changes = {"LockedHint": GLib.Variant("b", is_locked)}
    bus.emit_signal(None, SESSION, "org.freedesktop.DBus.Properties", "PropertiesChanged",
                    GLib.Variant("(sa{sv}as)", (SERVICE + ".Session", changes, [])))
    return GLib.SOURCE_CONTINUE


bus.register_object(ROOT, INTERFACES[0], answer, None, None)
bus.register_object(SESSION, INTERFACES[1], None, lambda *arguments: GLib.Variant("b", is_locked), None)
Gio.bus_own_name_on_connection(bus, SERVICE, Gio.BusNameOwnerFlags.NONE, lambda *arguments: print("ready", flush=True), None)
GLib.io_add_watch(GLib.IOChannel(0), GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, read)
loop.run()
