#!/usr/bin/python3
"""Prints the colors of pixels on KWin's screen, one "red green blue" a line.

Usage: pixels.py X,Y...
"""

import os
import sys

from gi.repository import Gio, GLib


def main():
    points = [tuple(map(int, word.split(","))) for word in sys.argv[1:]]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    width, height = max(x for x, _ in points) - left + 1, max(y for _, y in points) - top + 1
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    reading, writing = os.pipe()
    files = Gio.UnixFDList.new()
    arguments = GLib.Variant("(iiuua{sv}h)", (left, top, width, height, {}, files.append(writing)))
    answer, _ = bus.call_with_unix_fd_list_sync(
        "org.kde.KWin", "/org/kde/KWin/ScreenShot2", "org.kde.KWin.ScreenShot2", "CaptureArea", arguments, None,
        Gio.DBusCallFlags.NONE, 10_000, files, None)
    os.close(writing)
    picture = answer.unpack()[0]
    with os.fdopen(reading, "rb") as pipe:
        # The list of descriptors keeps the pipe open for writing, so reading until the end would block.
        data = pipe.read(picture["stride"] * picture["height"])
    for x, y in points:
        start = (y - top) * picture["stride"] + (x - left) * 4
        blue, green, red = data[start:start + 3]
        print(red, green, blue)


main()
