"""Uses the example TextEditor as a user does: touches keys, holds a key, and draws with a finger.

Usage: text_editor_driver.py FILE

FILE must not exist. Prints one line for each step. Exits with 1 if a step fails, after at most a minute for each step.
"""

import os
import sys

import cairo

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../Examples/Applications/TextEditor"))
import text_editor  # noqa: E402
from text_editor import Gio, GLib, Gtk  # noqa: E402


def end(*error):
    """Ends the program after an exception in a callback. GTK would continue, and a step would then wait in vain."""
    sys.__excepthook__(*error)
    sys.stderr.flush()
    os._exit(1)


sys.excepthook = end


class Driver:
    def __init__(self, editor):
        self.editor, self.keyboard = editor, editor.keyboard
        self.steps = self.use()
        self.failed = True
        self.next()
        GLib.timeout_add(10, self.check)

    def next(self):
        self.name, self.condition = next(self.steps, (None, None))
        self.ticks = 0

    def check(self):
        self.ticks += 1
        if self.condition():
            print(self.name, flush=True)
            self.next()
            self.failed = self.name is not None
        elif self.ticks > 6_000:
            print(f"failed: {self.name}; the text is {self.text()!r}, the view {self.keyboard.view}", flush=True)
            self.condition = None
        if self.condition:
            return GLib.SOURCE_CONTINUE
        self.editor.close()
        return GLib.SOURCE_REMOVE

    # What the user sees.

    def text(self):
        buffer = self.editor.buffer
        return buffer.get_text(*buffer.get_bounds(), True)

    def shows(self, keyboard):
        view, shown = self.keyboard.view, self.keyboard
        # Until the view has the size of the window, a touch would hit another key.
        size = (shown.get_width(), shown.get_height())
        return view and view["keyboard"] == keyboard and size == (int(view["width"]), int(view["height"]))

    def pictures(self):
        """The decoded pictures of the shown keyboard."""
        return [self.keyboard.picture(e["image"]) for e in self.keyboard.view["elements"] if "image" in e]

    def element(self, name):
        return next(e for e in self.keyboard.view["elements"] if name in (e["id"], e["title"].lower(), e["kind"]))

    def draws(self, name):
        """Whether the editor draws something for the commands of a canvas."""
        element = self.element(name)
        x, y, width, height = element["frame"]
        surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, int(width), int(height))
        context = cairo.Context(surface)
        context.translate(-x, -y)
        text_editor.Canvas(element, self.keyboard.picture).draw(context)
        return sum(map(bool, bytes(surface.get_data())))

    # What the user does.

    def touch(self, name, phase, offset=(0, 0)):
        x, y, width, height = self.element(name)["frame"]
        self.keyboard.send(phase, x + width / 2 + offset[0], y + height / 2 + offset[1])

    def tap(self, name):
        self.touch(name, "began")
        self.touch(name, "ended")

    def choose(self, keyboard):
        self.editor.modes.set_selected(self.editor.identifiers.index(keyboard))

    def use(self):
        yield "shows the system keyboard", lambda: self.shows("org.klava.system")
        self.tap("q")
        yield "types a letter", lambda: self.text() == "Q"
        self.touch("e", "began")
        yield "shows the alternatives of a held key", lambda: self.keyboard.pressed["popUps"]
        pop_up = self.keyboard.pressed["popUps"][0]
        x, y, width, height = pop_up["frames"][pop_up["alternatives"].index("é")]
        self.keyboard.send("moved", x + width / 2, y + height / 2)
        self.keyboard.send("ended", x + width / 2, y + height / 2)
        yield "types an alternative", lambda: self.text() == "Qé" and not self.keyboard.pressed["keys"]
        self.choose("org.klava.pet-phrases")
        yield "shows the pictures of keys", lambda: self.shows("org.klava.pet-phrases") and all(self.pictures())
        self.choose("org.klava.example.handwriting")
        yield "shows a canvas", lambda: self.shows("org.klava.example.handwriting") and self.draws("canvas")
        guides = self.draws("canvas")
        self.touch("canvas", "began", (0, -30))
        for distance in range(-20, 40, 10):
            self.touch("canvas", "moved", (0, distance))
        yield "shows a drawing", lambda: self.draws("canvas") > guides
        self.touch("canvas", "ended", (0, 30))
        yield "types the recognized digit", lambda: self.text() == "Qé1"
        self.choose("org.klava.habr-tags")
        yield "shows tags", lambda: self.shows("org.klava.habr-tags")
        buffer = self.editor.buffer
        buffer.select_range(buffer.get_iter_at_offset(2), buffer.get_iter_at_offset(0))
        self.tap("жирный")
        yield "puts a tag around the selection", lambda: self.text() == "<b>Qé</b>1"
        self.editor.save()
        yield "saves the file", lambda: open(sys.argv[1], encoding="utf-8").read() == self.text()


def main():
    application = Gtk.Application(flags=Gio.ApplicationFlags.NON_UNIQUE)
    drivers = []

    def activate(application):
        editor = text_editor.Editor(application, sys.argv[1], text_editor.read(sys.argv[1]), text_editor.start_klava())
        editor.present()
        drivers.append(Driver(editor))

    application.connect("activate", activate)
    application.run([])
    sys.exit(not drivers or drivers[0].failed)


main()
