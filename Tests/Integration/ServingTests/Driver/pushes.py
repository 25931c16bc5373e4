"""Waits for the records that `klava serve` pushes after changes that no request caused.

Usage: pushes.py KLAVA ROOT

Prints one line for each kind of change. If a record does not arrive within a minute, SIGALRM ends the program.
"""

import os
import select
import signal
import subprocess
import sys

from klava_client import Client


def wait(client, name, condition):
    """Reads pushed records until `condition` is true for one of them."""
    signal.alarm(60)
    while True:
        record = client.receive()
        client.apply(record)
        assert record["push"] == "update" and "id" not in record, record
        if condition(record):
            break
    print(name, flush=True)


def has(event):
    return lambda record: any(found["event"] == event for found in record["events"])


def kill_keyboards(server):
    for task in os.listdir(f"/proc/{server}/task"):
        with open(f"/proc/{server}/task/{task}/children") as file:
            for child in file.read().split():
                with open(f"/proc/{child}/comm") as name:
                    if "klava-runner" in name.read():
                        os.kill(int(child), signal.SIGKILL)


def main():
    klava, root = sys.argv[1:]
    client = Client.start([klava, "serve", "--root", root])
    client.request(focus={})
    client.request(keyboard="org.klava.calculator")
    kill_keyboards(client.process.pid)
    wait(client, "process", has("processEnded"))
    subprocess.run([klava, "disable", "pet", "--root", root], check=True, stdout=subprocess.DEVNULL)
    wait(client, "list", has("activeInputModesDidChange"))
    # HabrTags removes at most 8,000 characters in a turn. A timer continues with the others.
    client.request(focus={"before": "text " * 2_000})
    client.request(keyboard="org.klava.habr-tags")
    client.request(longPress="⌫")
    wait(client, "timer", has("timer"))
    while client.text:
        client.apply(client.receive())
    # A held delete key repeats, so the server pushes records.
    client.request(focus={"before": "abc"})
    view = client.request(keyboard="org.klava.system", show="view")["view"]
    x, y, width, height = next(e["frame"] for e in view["elements"] if e.get("role") == "delete")
    client.request(touch={"phase": "began", "at": [x + width / 2, y + height / 2]})
    wait(client, "repetition", lambda _: client.text == "")
    # The application changes the text while a record about the old text is on its way.
    for request in [{"edit": {"before": "new text"}}, {"focus": {"before": "next field"}}]:
        client.request(edit={"before": "old text" * 100})
        select.select([client.reader], [], [], 60)
        count = len(client.pushed)
        shown = client.request(show="document", **request)["document"]
        assert client.text == shown["before"] and len(client.pushed) > count, (client.text, shown)
        client.request(touch={"phase": "ended", "at": [x + width / 2, y + height / 2]})
        client.request(touch={"phase": "began", "at": [x + width / 2, y + height / 2]})
    print("crossing", flush=True)
    client.close()


main()
