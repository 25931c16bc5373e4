"""Drives all keyboards through `klava serve`, and compares the text and the selection with models after each key.

Usage: drive.py KLAVA ROOT KEYS [SEED]

During the run, keyboards crash between keys and in their turns. Other clients stop reading, send garbage, or disconnect
in the middle of a line. Prints one line with the counts. Exits with status 1 and prints the seed if a text is wrong.
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
from models import Field, HabrTags, PetPhrases

LETTERS = "abcdefghijklmnopqrstuvwxyz"
# Grapheme clusters for texts: letters, a letter with a combining mark, and emoji of one, two and five scalars.
CLUSTERS = [*"ab Жя\n中", "e\u0301", "\U0001f408", "\U0001f1f5\U0001f1f1", "\U0001f469\u200d\U0001f469\u200d\U0001f467"]
URL = "https://habr.com/ru"
# New values for settings of HabrTags and PetPhrases.
TAGS = {"Сарказм": ("irony", "<off>")}
PHRASES = {"stop": "Enough!", "extra1": "Let us play \U0001f408"}
SETTINGS = [
    ["habr-tags", "sarcasm.open", TAGS["Сарказм"][0]],
    ["habr-tags", "sarcasm.close", TAGS["Сарказм"][1]],
    *(["pet-phrases", f"phrase.{name}", text] for name, text in PHRASES.items()),
]
TYPIST = "org.klava.test.typist"
MANIFEST = f"""<plist version="1.0"><dict>
  <key>CFBundleIdentifier</key><string>{TYPIST}</string>
  <key>CFBundleExecutable</key><string>libCrashingKeyboard.so</string>
  <key>NSExtension</key><dict>
    <key>NSExtensionPointIdentifier</key><string>com.apple.keyboard-service</string>
    <key>NSExtensionPrincipalClass</key><string>CrashingKeyboard</string>
  </dict>
</dict></plist>"""


def prepare(klava, root):
    """Installs Tests/Adversarial/CrashingKeyboard, some of whose keys fail in the middle of their turns, and changes
    settings.
    """
    source, bundle = os.path.join(root, "typist"), os.path.join(root, "typist.keyboard")
    os.makedirs(source, exist_ok=True)
    with open(os.path.join(source, "Info.plist"), "w") as file:
        file.write(MANIFEST)
    library = os.path.join(os.path.dirname(klava), "libCrashingKeyboard.so")
    for words in [
        ["bundle", source, "--library", library, "-o", bundle],
        ["install", bundle, "--root", root],
        ["enable", TYPIST, "--root", root],
        *(["settings", *words, "--root", root] for words in SETTINGS),
    ]:
        subprocess.run([klava, *words], check=True, stdout=subprocess.DEVNULL)


class Driver:
    """Types in fields, and compares the text with a model after each key."""

    def __init__(self, client, random, language):
        self.client, self.random = client, random
        self.habr_tags, self.pet_phrases = HabrTags(TAGS), PetPhrases(PHRASES, language)
        self.keys = self.crashes = self.failures = self.replaced = self.compared = 0
        self.field = Field()

    def check(self, what):
        self.compared += 1
        seen, expected = (self.client.text, self.client.selection), (self.field.text, self.field.selection)
        if seen != expected:
            raise AssertionError(f"after {what}: {seen!r} instead of {expected!r}")

    def focus(self, keyboard, field=None, traits={}, **options):
        """Gives the focus to a field. Returns whether the host shows the given keyboard."""
        self.field = field or Field(self.random.choice(["", "2 + 2 = ", "Привет, ", "🐈 "]))
        traits = {
            "autocapitalizationType": "none",
            "smartQuotesType": "no",
            "smartDashesType": "no",
            "smartInsertDeleteType": "no",
            **traits,
        }
        self.request(focus={**self.field.document, "traits": traits, **options})
        self.check("focus")
        shown = self.request(keyboard=keyboard)["keyboard"]
        # If a keyboard fails four times in a minute, the system keyboard replaces it until the minute is over.
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
        if document != self.field.document:
            raise AssertionError(f"the session's {document!r} instead of {self.field.document!r}")

    def system(self):
        if not self.focus("org.klava.system"):
            return
        typed = 0
        for _ in range(20):
            if self.random.random() < 0.15 and typed:
                self.press("delete")
                self.field.delete()
                typed -= 1
            else:
                letter = self.random.choice(LETTERS)
                self.press(letter)
                self.field.insert(letter)
                typed += 1
            self.check("a letter")

    def calculator(self):
        if not self.focus("org.klava.calculator"):
            return
        one, other = self.random.randint(1, 999), self.random.randint(1, 999)
        for key in [*str(one), "+", *str(other), "="]:
            self.press(key)
            self.check("a digit")
        self.press("insert")
        self.field.insert(str(one + other))
        self.check("Insert")

    def some_field(self):
        """Returns a field with a random text and sometimes a selection."""
        before, after = (self.random.choices(CLUSTERS, k=self.random.randrange(6)) for _ in range(2))
        return Field(before, self.random.choice([[], [], self.random.choices(CLUSTERS, k=3), list(URL)]), after)

    def tags(self):
        """Types tags, deletes, moves, selects, clears and undoes; in some fields, types digits instead of tags."""
        takes_digits = self.random.random() < 0.1
        traits = {"keyboardType": "numberPad"} if takes_digits else {}
        if not self.focus("org.klava.habr-tags", self.some_field(), traits):
            return
        model = self.habr_tags
        for _ in range(self.random.randint(6, 12)):
            action = self.random.choices(["tag", "delete", "swipe", "clear"], [6, 2, 2, 0.3])[0]
            if action == "tag" and takes_digits:
                self.press(digit := self.random.choice("0123456789"))
                self.field.insert(digit)
            elif action == "tag":
                self.press(name := self.random.choice([*model.tags]))
                model.press(name, self.field)
            elif action == "delete":
                self.press("⌫")
                self.field.delete()
            elif action == "swipe":
                self.keys += 1
                self.request(swipe=(direction := self.random.choice(["left", "right"])))
                self.field.move(-1 if direction == "left" else 1)
            else:
                self.keys += 1
                cleared = self.request(longPress="⌫").get("clearedText", False)
                assert cleared == (self.field.count > 1), f"clearedText is {cleared} for {self.field.text!r}"
                self.field.clear()
            self.check(f"{action} on HabrTags")
            self.act_as_user()
        self.compare_document()

    def phrases(self):
        """Types phrases in all languages; in some fields, types digits instead of phrases."""
        takes_digits = self.random.random() < 0.1
        traits = {"keyboardType": "numberPad"} if takes_digits else {}
        language = self.random.choice([None, "en-US", "pl", "ru-RU", "zh-Hant", "de"])
        options = {"inputModeLanguage": language} if language else {}
        if not self.focus("org.klava.pet-phrases", self.some_field(), traits, **options):
            return
        model = self.pet_phrases
        elements = self.request(show="view")["view"]["elements"]
        model.begin(language, next(element["title"] for element in elements if element["id"] == "language"))
        for _ in range(self.random.randint(6, 12)):
            key = self.random.choice([*"0123456789⌫"] if takes_digits else [*model.keys, "language"])
            self.press(key)
            if key == "⌫":
                self.field.delete()
            elif takes_digits:
                self.field.insert(key)
            else:
                model.press(key, self.field)
            self.check(f"{key} on PetPhrases")
            self.act_as_user()
        self.compare_document()

    def act_as_user(self):
        """Sometimes selects text, and sometimes undoes steps."""
        chance = self.random.random()
        if chance < 0.1:
            count = self.field.count
            offset = self.random.randint(0, count)
            self.field.select(offset, self.random.randint(0, min(count - offset, 5)))
            self.select()
        elif chance < 0.2 and self.field.steps:
            self.undo(self.random.randint(1, min(len(self.field.steps), 3)))

    def select(self):
        """Selects the text that is selected in the model."""
        self.request(select=[len(self.field.before), len(self.field.selected)])
        self.client.selection = self.field.selection

    def undo(self, count):
        self.request(undo=count)
        self.field.undo(count)
        self.check(f"undo {count}")

    def long_text(self):
        """Clears a long text in several turns, restores it with one undo, and selects too much text for a tag."""
        if not self.focus("org.klava.habr-tags", Field(self.random.choices(LETTERS, k=9_000))):
            return
        self.keys += 1
        record = self.request(longPress="⌫")
        while self.client.text:
            assert not record.get("error"), f"a long press on ⌫: {record}"
            self.client.apply(record := self.client.receive())
        self.field.clear()
        self.check("the clearing of a long text")
        self.undo(1)
        self.field.select(0, HabrTags.MAXIMUM_SELECTION + self.random.randint(0, 1))
        self.select()
        self.press("Жирный")
        self.habr_tags.press("Жирный", self.field)
        self.check("a tag around a long selection")
        self.compare_document()

    @staticmethod
    def wait_for_end(process):
        """Waits for the end of a killed process, which can handle a key until the kernel delivers the signal."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                with open(f"/proc/{process}/stat") as file:
                    if file.read().rsplit(")", 1)[1].split()[0] in "ZX":
                        return
            except FileNotFoundError:
                return
            time.sleep(0.001)

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
        # The next key press starts a process with an empty display. If the process does not start in time, the system
        # keyboard types the character.
        answer = self.press("5")
        if answer["keyboard"] == "org.klava.calculator":
            inserted = self.press("insert")
            self.field.insert("5")
        else:
            # The system keyboard types only the characters of keys with the role `character`.
            inserted = None
            if self.client.text != self.field.text:
                self.field.insert("5")
        self.check(f"a crash, {answer}, {inserted}")
        self.compare_document()

    def fail(self):
        """Presses keys that insert text and then fail. The failed turn leaves no text, and the next key types."""
        for key in ["flood", "abort", "hang"]:
            if not self.focus(TYPIST):
                continue
            for pressed in ["a", key, "b"]:
                answer = self.press(pressed)
                if pressed != key:
                    self.field.insert(pressed)
                self.failures += pressed == key and answer["error"] is not None
                self.check(f"{pressed} after {key}, {answer}")
            self.compare_document()


def nuisances(path, random):
    """Starts clients that misbehave. The server must tolerate them until they disconnect."""
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
    prepare(klava, root)
    language = source.choice(["en_US", "pl_PL", "ru_RU", "fr_FR"])
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LC_")}
    environment |= {"LANG": f"{language}.UTF-8", "LANGUAGE": ""}
    command = [klava, "serve", "--root", root, "--socket-path", path]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    started = time.monotonic()
    try:
        assert server.stdout.readline().startswith("Serving "), "the server did not start"
        assert os.stat(path).st_mode & 0o777 == 0o600, "the socket's mode"
        client = Client.connect(path)
        driver = Driver(client, source, language)
        others = nuisances(path, source)
        rounds = [driver.system, driver.calculator, driver.tags, driver.phrases]
        next_crash, crashed = 500, -60
        while driver.keys < count:
            source.choice(rounds)()
            # The host restarts a keyboard at most three times in a minute, so wait 21 seconds between two crashes.
            if driver.keys >= next_crash and time.monotonic() - crashed > 21:
                crashed = time.monotonic()
                next_crash += max(count // 10, 500)
                driver.crash(server.pid)
                driver.fail()
                driver.long_text()
                others[0].close()
                others = others[1:] + nuisances(path, source)[:1]
        client.close()
        seconds = time.monotonic() - started
        print(
            f"{driver.keys} keys, {driver.compared} texts compared, {driver.crashes} killed processes, "
            f"{driver.failures} failed turns, {driver.replaced} times replaced, seed {seed}, "
            f"{seconds / driver.keys * 1e3:.2f} ms a key"
        )
    except Exception:
        print(f"seed {seed}", file=sys.stderr)
        raise
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(30)
        assert not os.path.exists(path), "the socket is still there"


main()
