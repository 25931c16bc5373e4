"""Drives all keyboards through `klava serve`, and compares the text with a model after each key.

Usage: drive.py KLAVA ROOT KEYS [SEED]

Meanwhile, keyboards crash between keys and in their turns, and other clients stop reading, send garbage, or go away in the middle of a line. Prints one
line with the counts. Exits with 1 and the seed if a text is wrong.
"""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time

from klava_client import Client

LETTERS = "abcdefghijklmnopqrstuvwxyz"
TYPIST = "org.klava.test.typist"
MANIFEST = f"""<plist version="1.0"><dict>
  <key>CFBundleIdentifier</key><string>{TYPIST}</string>
  <key>CFBundleExecutable</key><string>libCrashingKeyboard.so</string>
  <key>NSExtension</key><dict>
    <key>NSExtensionPointIdentifier</key><string>com.apple.keyboard-service</string>
    <key>NSExtensionPrincipalClass</key><string>CrashingKeyboard</string>
  </dict>
</dict></plist>"""


def install_typist(klava, root):
    """Installs Tests/Adversarial/CrashingKeyboard, some of whose keys fail in the middle of their turns."""
    source, bundle = os.path.join(root, "typist"), os.path.join(root, "typist.keyboard")
    os.makedirs(source, exist_ok=True)
    with open(os.path.join(source, "Info.plist"), "w") as file:
        file.write(MANIFEST)
    library = os.path.join(os.path.dirname(klava), "libCrashingKeyboard.so")
    for words in [
        ["bundle", source, "--library", library, "-o", bundle],
        ["install", bundle, "--root", root],
        ["enable", TYPIST, "--root", root],
    ]:
        subprocess.run([klava, *words], check=True, stdout=subprocess.DEVNULL)


class Model:
    """The text that a field must have."""

    def __init__(self, client, random):
        self.client, self.random = client, random
        self.keys = self.crashes = self.failures = self.replaced = 0
        self.text = None

    def check(self, what):
        if self.text is not None and self.client.text != self.text:
            raise AssertionError(f"after {what}: {self.client.text!r} instead of {self.text!r}")

    def focus(self, keyboard):
        before = self.random.choice(["", "2 + 2 = ", "Привет, ", "🐈 "])
        traits = {"autocapitalizationType": "none", "smartQuotesType": "no", "smartDashesType": "no"}
        self.request(focus={"before": before, "traits": traits})
        self.text = before
        self.before = before
        self.check("focus")
        shown = self.request(keyboard=keyboard)["keyboard"]
        # After four failures in a minute, the system keyboard replaces a keyboard until the minute is over.
        if shown != keyboard:
            self.replaced += 1
        return shown == keyboard

    def request(self, **members):
        answer = self.client.request(**members)
        if not answer["ok"] and not answer["error"]["code"].startswith("KLV-06"):
            raise AssertionError(f"{members}: {answer['error']}")
        return answer

    def press(self, key):
        self.keys += 1
        return self.request(press=key)

    def compare_document(self):
        document = self.client.request(show="document")["document"]
        if document["before"] + document["selected"] + document["after"] != self.client.text:
            raise AssertionError(f"{self.client.text!r} is not the session's {document!r}")

    def system(self):
        if not self.focus("org.klava.system"):
            return
        for _ in range(20):
            if self.random.random() < 0.15 and self.text != self.before:
                self.press("delete")
                self.text = self.text[:-1]
            else:
                letter = self.random.choice(LETTERS)
                self.press(letter)
                self.text += letter
            self.check("a letter")

    def calculator(self):
        if not self.focus("org.klava.calculator"):
            return
        one, other = self.random.randint(1, 999), self.random.randint(1, 999)
        for key in [*str(one), "+", *str(other), "="]:
            self.press(key)
            self.check("a digit")
        self.press("Insert")
        self.text += str(one + other)
        self.check("Insert")

    def tags(self):
        if not self.focus("org.klava.habr-tags"):
            return
        keys = self.keys_of_view("character", "action")
        self.text = None
        for _ in range(6):
            self.press(self.random.choice(keys))
        self.compare_document()

    def phrases(self):
        if not self.focus("org.klava.pet-phrases"):
            return
        keys = self.keys_of_view("character", "action")
        self.text = None
        for _ in range(6):
            self.press(self.random.choice(keys))
        self.compare_document()

    @staticmethod
    def wait_for_end(process):
        """A killed process can serve a key until the kernel has delivered the signal."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                with open(f"/proc/{process}/stat") as file:
                    if file.read().rsplit(")", 1)[1].split()[0] in "ZX":
                        return
            except FileNotFoundError:
                return
            time.sleep(0.001)

    def keys_of_view(self, *roles):
        view = self.request(show="view")["view"]
        keys = [e["id"] for e in view["elements"] if e.get("role") in roles and e.get("enabled", True)]
        if not keys:
            raise AssertionError(f"no keys: {view}")
        return keys

    def crash(self, server):
        """Kills the keyboards' processes between two keys."""
        if not self.focus("org.klava.calculator"):
            return
        self.press("7")
        children = set()
        for task in os.listdir(f"/proc/{server}/task"):
            with open(f"/proc/{server}/task/{task}/children") as file:
                children |= set(file.read().split())
        for child in children:
            try:
                with open(f"/proc/{child}/comm") as file:
                    if "klava-runner" in file.read():
                        os.kill(int(child), signal.SIGKILL)
                        self.wait_for_end(child)
                        self.crashes += 1
            except (FileNotFoundError, ProcessLookupError):
                pass
        # The next key starts a process, whose display is empty. If the process cannot start in time, the system
        # keyboard types.
        answer = self.press("5")
        if answer["keyboard"] == "org.klava.calculator":
            inserted = self.press("Insert")
            self.text += "5"
        else:
            # The system keyboard types only a key with the role `character`.
            inserted = None
            self.text = self.text if self.client.text == self.text else self.text + "5"
        self.check(f"a crash, {answer}, {inserted}")
        self.compare_document()

    def fail(self):
        """Presses keys that insert text and then fail. The failed turn leaves no text, and the next key types."""
        for key in ["flood", "abort", "hang"]:
            if not self.focus(TYPIST):
                continue
            for pressed in ["a", key, "b"]:
                answer = self.press(pressed)
                self.text += "" if pressed == key else pressed
                self.failures += pressed == key and answer["error"] is not None
                self.check(f"{pressed} after {key}, {answer}")
            self.compare_document()


def nuisances(path, random):
    """Clients that misbehave, which a server must tolerate until they go away."""
    clients = []
    for kind in ["stops", "garbage", "half", "deep", "huge", "silent"]:
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(path)
        connection.settimeout(30)
        clients.append(connection)
        hello = b'{"id": 1, "hello": {"version": 1}}\n'
        if kind == "stops":
            connection.sendall(hello + b'{"id": 2, "focus": {}}\n')
            connection.setblocking(False)
            try:
                for _ in range(2_000):
                    connection.send(b'{"id": 3, "show": ["view", "modes"]}\n')
            except BlockingIOError:
                pass
        elif kind == "garbage":
            connection.sendall(random.randbytes(10_000) + b"\n")
        elif kind == "half":
            connection.sendall(hello[:10])
        elif kind == "deep":
            connection.sendall(b"[" * 100_000 + b"\n")
        elif kind == "huge":
            try:
                connection.sendall(b'{"id": 1, "type": "' + b"x" * 3_000_000 + b'"}\n')
            except (BrokenPipeError, ConnectionResetError):
                pass
            answer = json.loads(connection.makefile("rb").readline())
            assert answer["error"]["code"] == "KLV-0714", answer
    return clients


def main():
    klava, root, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else random.SystemRandom().randrange(1 << 32)
    source = random.Random(seed)
    path = os.path.join(root, "serve.sock")
    os.makedirs(root, exist_ok=True)
    install_typist(klava, root)
    server = subprocess.Popen([klava, "serve", "--root", root, "--socket-path", path], stdout=subprocess.PIPE, text=True)
    started = time.monotonic()
    try:
        assert server.stdout.readline().startswith("Serving "), "the server did not start"
        assert os.stat(path).st_mode & 0o777 == 0o600, "the socket's mode"
        client = Client.connect(path)
        model = Model(client, source)
        others = nuisances(path, source)
        rounds = [model.system, model.calculator, model.tags, model.phrases]
        next_crash, crashed = 500, -60
        while model.keys < count:
            source.choice(rounds)()
            # The host restarts a keyboard at most three times in a minute, so wait 21 seconds between two crashes.
            if model.keys >= next_crash and time.monotonic() - crashed > 21:
                crashed = time.monotonic()
                next_crash += max(count // 10, 500)
                model.crash(server.pid)
                model.fail()
                others[0].close()
                others = others[1:] + nuisances(path, source)[:1]
        client.close()
        seconds = time.monotonic() - started
        print(f"{model.keys} keys, {model.crashes} killed processes, {model.failures} failed turns, {model.replaced} times replaced, seed {seed}, {seconds / model.keys * 1e3:.2f} ms a key")
    except Exception:
        print(f"seed {seed}", file=sys.stderr)
        raise
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(30)
        assert not os.path.exists(path), "the socket is still there"


main()
