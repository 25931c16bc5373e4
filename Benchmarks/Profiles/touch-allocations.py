#!/usr/bin/python3
"""Counts the memory allocations of klava-desktop and klava-renderer while a finger touches a key.

Usage: touch-allocations.py BUILD [TOUCHES]

BUILD is the folder of a release build with klava-desktop, klava-renderer and klava-bundle-reader. The script needs
root, perf and an x86-64 processor. The script needs no display, because it starts a simulated compositor
(Tests/Desktop/Applications/compositor.py). The finger touches a letter of the system keyboard for 50 ms, ten times a
second. The script counts only after 30 touches, when all caches are full. With KEEP=FILE in the environment, the
script keeps the record of perf.
"""

import collections
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).parents[2] / "Tests/Desktop/Applications"))
import compositor  # noqa: E402

PROBES = {"malloc": "size=%di", "calloc": "count=%di size=%si", "realloc": "size=%si"}
# The center of the letter "g" on a screen of 1024 × 768 points.
KEY = (460, 180)
# A buffer of the keyboard has over a million bytes.
LARGE = 65_536


def touch(connection, count):
    for _ in range(count):
        connection.serial += 1
        connection.send(connection.touch, 0, "uuuiff", connection.serial, 0, connection.surface, 0, *KEY)
        connection.send(connection.touch, 3)
        connection.run(0.05)
        connection.send(connection.touch, 1, "uui", connection.serial, 0, 0)
        connection.send(connection.touch, 3)
        connection.run(0.05)


def main():
    build, touches = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 100
    libraries = subprocess.run(["ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
    library = re.search(r"libc\.so\.6 .*x86-64.* => (\S+)", libraries)[1]
    with tempfile.TemporaryDirectory() as directory:
        root = pathlib.Path(directory, "klava")
        pathlib.Path(root, "state").mkdir(parents=True)
        pathlib.Path(root, "state/desktop-started").touch()
        connection = compositor.Compositor(f"{directory}/wayland", {})
        client = compositor.Client(connection, [build / "klava-desktop", "--root", root, "--without-bus"])
        connection.start()
        connection.show(b"")
        touch(connection, 30)
        for name, sizes in PROBES.items():
            subprocess.run(["perf", "probe", "-q", "-x", library, "--add", f"klava:{name}={name} {sizes}"],
                           stderr=subprocess.DEVNULL, check=False)
        children = subprocess.run(["pgrep", "-P", str(client.identifier), "klava-renderer"], capture_output=True, text=True)
        processes = f"{client.identifier},{children.stdout.split()[-1]}"
        record = os.environ.get("KEEP", f"{directory}/record")
        try:
            perf = subprocess.Popen(["perf", "record", "-q", "-g", "-e", "klava:*", "-p", processes, "-o", record])
            connection.run(2)
            typed = len(connection.typed)
            touch(connection, touches)
            connection.run(1)
            perf.send_signal(signal.SIGINT)
            perf.wait()
        finally:
            subprocess.run(["perf", "probe", "-q", "-d", "klava:*"], stderr=subprocess.DEVNULL, check=False)
        print(f"{len(connection.typed) - typed} letters typed with {touches} touches")
        script = ["perf", "script", "-i", record, "-G", "-F", "comm,event,trace"]
        lines = subprocess.run(script, capture_output=True, text=True, check=True).stdout.splitlines()
        client.end()
    counts, sums, most, large = (collections.Counter() for _ in range(4))
    for line in lines:
        name = line.split()[0]
        size = 1
        for value in re.findall(r"(?:size|count)=(\S+)", line):
            size *= int(value, 0)
        counts[name] += 1
        sums[name] += size
        most[name] = max(most[name], size)
        large[name] += size >= LARGE
    for name in counts:
        print(f"{name}: {counts[name] / touches:.1f} allocations and {sums[name] / touches:.0f} bytes for a touch; "
              f"largest: {most[name]} bytes; {large[name]} of {LARGE} bytes or more")


main()
