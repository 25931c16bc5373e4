#!/usr/bin/python3
"""A program that owns a name on the session bus.

Usage: name_owner.py NAME

Prints "ready" when the program owns the name, and ends at the end of its input.
"""

import sys

from gi.repository import Gio

bus = Gio.bus_get_sync(Gio.BusType.SESSION)
Gio.bus_own_name_on_connection(bus, sys.argv[1], Gio.BusNameOwnerFlags.NONE, None, None)
# The reply to this call comes after the bus has given the name to this program.
reply = bus.call_sync("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "GetId", None, None, 0, -1, None)
print("ready", flush=True)
sys.stdin.read()
