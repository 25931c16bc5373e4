#!/usr/bin/env python3
"""Counts the cache lines and pages that the turns of turn-instructions touch, for floor.c (floor.md).

    objcopy --strip-debug .build/release/turn-instructions p/turn-instructions      # and libHabrTags.so, libKeyActions.so
    footprint.py p [COUNT]

The script runs COUNT turns of each kind (default: 1) with valgrind's tool lackey, which lists each access to memory.
The script prints one line for each kind and side: the host, the runner, and both. The runner's side is the code that
JoinedKeyboard.serve calls to receive, handle and answer a turn. The script needs x86-64 and valgrind 3.19.
"""

import subprocess
import sys

LOAD_ADDRESS = 0x108000  # valgrind loads position-independent programs at this address.
RUNNER = ("RunnerLink.receive()", "RunnerLink.send(_:)", "LoadedKeyboard.serve(_:asking:)")


def symbols(program):
    """The addresses of the program's functions by demangled name."""
    listing = subprocess.run(f"nm {program} | swift demangle --simplified", shell=True, check=True,
                             capture_output=True, text=True).stdout
    found = {}
    for line in listing.splitlines():
        address, kind, name = line.partition(" ")[0], line[17:18], line[19:]
        if kind in "tT" and address.strip():
            found[name] = int(address, 16) + LOAD_ADDRESS
    return found


class Footprint:
    def __init__(self):
        self.instructions, self.code, self.data, self.written = 0, set(), set(), set()

    def __or__(self, other):
        union = Footprint()
        union.instructions = self.instructions + other.instructions
        for part in ("code", "data", "written"):
            setattr(union, part, getattr(self, part) | getattr(other, part))
        return union

    def __str__(self):
        code_pages, data_pages = ({line >> 6 for line in lines} for lines in (self.code, self.data))
        return (f"{self.instructions} instructions, {len(self.code)} lines of code on {len(code_pages)} pages, "
                f"{len(self.data)} lines of data on {len(data_pages)} pages, {len(self.written)} written")


def main(folder, count="1"):
    functions = symbols(f"{folder}/turn-instructions")
    start, end = functions["klv_counted_turns"], functions["fixture_allocation_count"]
    runner = {functions[name] for name in RUNNER}
    serve = next(address for name, address in functions.items() if name.startswith("specialized JoinedKeyboard.serve("))
    after_serve = min(address for address in functions.values() if address > serve)
    trace = subprocess.Popen(["valgrind", "--tool=lackey", "--trace-mem=yes", "./turn-instructions",
                              subprocess.check_output(["git", "rev-parse", "--show-toplevel"], text=True).strip(), ".", count],
                             cwd=folder, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    kind, sides = 0, None
    for line in trace.stderr:
        if line[:2] not in ("I ", " L", " S", " M"):
            continue
        address = int(line[3:].split(",")[0], 16)
        if line[0] == "I":
            if address == start:
                sides = {"host": Footprint(), "runner": Footprint()}
                current = sides["host"]
                kind += 1
            if not sides:
                continue
            if address == end:
                for name, side in [*sides.items(), ("both", sides["host"] | sides["runner"])]:
                    print(f"{kind} {name}: {side}", flush=True)
                sides = None
                continue
            if address in runner:
                current = sides["runner"]
            elif serve <= address < after_serve:
                current = sides["host"]
            current.instructions += 1
            current.code.add(address >> 6)
        elif sides:
            current.data.add(address >> 6)
            if line[1] != "L":
                current.written.add(address >> 6)
    return trace.wait()


sys.exit(main(*sys.argv[1:]))
