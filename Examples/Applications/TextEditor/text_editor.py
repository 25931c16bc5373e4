#!/usr/bin/python3
"""A text editor that shows Klava's keyboards below its text. The editor talks to `klava serve`.

Usage: text_editor.py [FILE]

The environment variable KLAVA names the command of Klava, with its options. Default: klava.
"""

import base64
import json
import os
import shlex
import sys

try:
    import gi

    for name, version in [("Gtk", "4.0"), ("Gdk", "4.0"), ("Gsk", "4.0"), ("Graphene", "1.0")]:
        gi.require_version(name, version)
except (ImportError, ValueError):
    sys.exit(
        "text_editor: This Python has no GTK 4. Install Debian's packages python3-gi, python3-gi-cairo and "
        "gir1.2-gtk-4.0, and start the editor with /usr/bin/python3.")
from gi.repository import Gdk, Gio, GLib, Graphene, Gsk, Gtk, Pango  # noqa: E402

from drawing import Canvas, color, decode, draw_picture  # noqa: E402

KEY_NAMES = {
    "Return": "Return", "KP_Enter": "Return", "BackSpace": "Backspace", "Delete": "Delete", "Tab": "Tab",
    "space": "Space", "Left": "ArrowLeft", "Right": "ArrowRight", "Up": "ArrowUp", "Down": "ArrowDown",
    "Home": "Home", "End": "End", "Escape": "Escape", "Page_Up": "PageUp", "Page_Down": "PageDown",
}
SYMBOLS = {"nextKeyboard": "🌐"}


class Klava:
    """A session of `klava serve` over pipes. A request can name a function, which receives the answer."""

    ended = "klava serve ended. Save your text and start the editor again."

    def __init__(self, receive, did_end=lambda: None):
        self.receive = receive
        self.did_end = did_end
        self.has_ended = False
        self.number = 0
        self.waiting = {}
        command = shlex.split(os.environ.get("KLAVA") or "klava") + ["serve"]
        flags = Gio.SubprocessFlags.STDIN_PIPE | Gio.SubprocessFlags.STDOUT_PIPE
        self.process = Gio.Subprocess.new(command, flags)
        self.input = self.process.get_stdin_pipe()
        self.output = Gio.DataInputStream.new(self.process.get_stdout_pipe())
        self.output.read_line_async(GLib.PRIORITY_DEFAULT, None, self.did_read)

    def request(self, then=None, **members):
        if self.has_ended:
            return
        self.number += 1
        self.waiting[self.number] = then
        line = json.dumps({"id": self.number, **members}) + "\n"
        try:
            self.input.write_all(line.encode(), None)
        except GLib.Error:
            self.note_end()

    def note_end(self):
        """Reports once that `klava serve` has ended. The editor stays open, so that the user can save the text."""
        if self.has_ended:
            return
        self.has_ended = True
        print(f"text_editor: {self.ended}", file=sys.stderr)
        self.did_end()

    def did_read(self, stream, result):
        try:
            line, _ = stream.read_line_finish_utf8(result)
        except GLib.Error:
            line = None
        if line is None:
            return self.note_end()
        record = json.loads(line)
        then = self.waiting.pop(record.get("id"), None)
        if then:
            then(record)
        self.receive(record)
        stream.read_line_async(GLib.PRIORITY_DEFAULT, None, self.did_read)

    def end(self):
        self.did_end = lambda: None
        # The user is closing the editor, so do not report the end of the process.
        self.has_ended = True
        try:
            self.input.close()
        except GLib.Error:
            pass  # The process has already ended.


class KeyboardWidget(Gtk.Widget):
    """Draws the view of a keyboard, and sends touches to it. `load` requests the picture of a path."""

    def __init__(self, touch, load):
        super().__init__()
        self.view = None
        self.pressed = {"keys": [], "popUps": [], "movesInsertionPoint": False}
        self.touch = touch
        self.load = load
        # The pictures of the visible keyboard by path. The value is None until the picture is decoded.
        self.pictures = {}
        drag = Gtk.GestureDrag()
        drag.connect("drag-begin", lambda _, x, y: self.send("began", x, y))
        drag.connect("drag-update", lambda gesture, x, y: self.send("moved", *self.moved(gesture, x, y)))
        drag.connect("drag-end", lambda gesture, x, y: self.send("ended", *self.moved(gesture, x, y)))
        self.add_controller(drag)

    @staticmethod
    def moved(gesture, x, y):
        _, start_x, start_y = gesture.get_start_point()
        return start_x + x, start_y + y

    def send(self, phase, x, y):
        self.touch(phase, x, y)

    def show_view(self, view):
        if not view or not self.view or view["keyboard"] != self.view["keyboard"]:
            self.pictures = {}
        self.view = view
        self.set_visible(view is not None)
        self.queue_resize()
        self.queue_draw()

    def show_pressed(self, pressed):
        self.pressed = pressed
        self.queue_draw()

    def show_picture(self, picture):
        pictures = self.pictures

        def did_decode(pixbuf):
            pictures[picture["path"]] = pixbuf
            self.queue_draw()

        decode(base64.b64decode(picture["data"]), did_decode)

    def picture(self, path):
        """Returns the picture at a path, or None. The first call for a path requests the picture from Klava."""
        if path not in self.pictures and not path.startswith("system:"):
            self.pictures[path] = None
            self.load(path)
        return self.pictures.get(path)

    def do_measure(self, orientation, for_size):
        size = 0
        if self.view and orientation == Gtk.Orientation.VERTICAL:
            size = int(self.view["height"])
        return size, size, -1, -1

    def do_snapshot(self, snapshot):
        if not self.view:
            return
        whole = Graphene.Rect().init(0, 0, self.get_width(), self.get_height())
        snapshot.append_color(color(self.view["background"]), whole)
        for element in self.view["elements"]:
            self.draw(element, snapshot)
        for pop_up in self.pressed["popUps"]:
            self.draw_pop_up(pop_up, snapshot)

    @staticmethod
    def fill(frame, radius, fill, snapshot):
        rectangle = Graphene.Rect().init(*frame)
        shape = Gsk.RoundedRect()
        shape.init_from_rect(rectangle, radius)
        snapshot.push_rounded_clip(shape)
        snapshot.append_color(fill, rectangle)
        snapshot.pop()

    def draw(self, element, snapshot):
        look, frame = element["look"], element["frame"]
        snapshot.push_clip(Graphene.Rect().init(*element.get("clip", frame)))
        snapshot.push_opacity(look["opacity"])
        if "background" in look:
            self.fill(frame, look["cornerRadius"], color(look["background"]), snapshot)
        if element["kind"] == "key" and element["id"] in self.pressed["keys"]:
            shade = color(look["foreground"])
            shade.alpha = 0.2
            self.fill(frame, look["cornerRadius"], shade, snapshot)
        if element["kind"] == "canvas" and "drawing" in element:
            context = snapshot.append_cairo(Graphene.Rect().init(*frame))
            context.rectangle(*frame)
            context.clip()
            Canvas(element, self.picture).draw(context)
        elif "image" in element and (pixbuf := self.picture(element["image"])):
            x, y, width, height = frame
            context = snapshot.append_cairo(Graphene.Rect().init(*frame))
            draw_picture(context, pixbuf, x + 6, y + 6, width - 12, height - 12)
        elif element["kind"] != "key" or not self.pressed["movesInsertionPoint"]:
            self.draw_titles(element, snapshot)
        snapshot.pop()
        snapshot.pop()

    def draw_titles(self, element, snapshot):
        """Draws the title, the subtitle and the hints of an element."""
        x, y, width, height = element["frame"]
        look = element["look"]
        title = element["title"].strip() or SYMBOLS.get(element.get("role"), "")
        if not title and element["kind"] == "key":
            title = element.get("label", element["id"])
        small = {**look, "fontSize": max(look["fontSize"] * 0.45, 8), "alignment": "center"}
        if "subtitle" in element:
            self.draw_text(element["subtitle"], (x, y + height * 0.6, width, height * 0.4), small, snapshot)
            height *= 0.7
        for hint in element.get("hints", []):
            self.draw_text(hint["text"], self.place(hint["position"], element["frame"]), small, snapshot)
        if not element.get("enabled", True):
            look = {**look, "foreground": look["foreground"][:-2] + "66"}
        if title:
            self.draw_text(title, (x, y, width, height), look, snapshot)

    @staticmethod
    def place(position, frame):
        """Returns the rectangle of a hint: a third of the width and of the height of its key."""
        x, y, width, height = frame
        position = position.lower()
        column = 0 if "left" in position else 2 if "right" in position else 1
        row = 0 if "top" in position else 2 if "bottom" in position else 1
        return x + column * width / 3, y + row * height / 3, width / 3, height / 3

    def draw_pop_up(self, pop_up, snapshot):
        look = next((element["look"] for element in self.view["elements"] if element["id"] == pop_up["key"]), None)
        if look is None:
            # Draw no alternatives: the view has changed while the user held the key, and the new view does not have
            # this key.
            return
        for x, y, width, height in pop_up["frames"]:
            self.fill((x - 2, y - 1, width + 4, height + 4), 6, color("#00000060"), snapshot)
        for index, (text, frame) in enumerate(zip(pop_up["alternatives"], pop_up["frames"])):
            is_chosen = index == pop_up["chosen"]
            self.fill(frame, 0, color("#0a7cffff" if is_chosen else "#ffffffff"), snapshot)
            foreground = "#ffffffff" if is_chosen else "#000000ff"
            self.draw_text(text, frame, {**look, "foreground": foreground, "alignment": "center"}, snapshot)

    def draw_text(self, title, frame, look, snapshot):
        x, y, width, height = frame
        font = Pango.FontDescription.from_string("Sans")
        size = look["fontSize"]
        layout = self.create_pango_layout(title)
        while True:
            font.set_absolute_size(size * Pango.SCALE)
            layout.set_font_description(font)
            text_width, text_height = layout.get_pixel_size()
            if text_width <= width - 2 or size < 7:
                break
            size -= 1
        offsets = {"left": 4, "center": (width - text_width) / 2, "right": width - text_width - 4}
        snapshot.save()
        snapshot.translate(Graphene.Point().init(x + offsets[look["alignment"]], y + (height - text_height) / 2))
        snapshot.append_layout(layout, color(look["foreground"]))
        snapshot.restore()


class Editor(Gtk.ApplicationWindow):
    def __init__(self, application, path, text, klava):
        super().__init__(application=application, title=path or "Text Editor", default_width=480, default_height=640)
        self.path = path
        self.applying = False
        self.text = Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD_CHAR, vexpand=True, left_margin=8, top_margin=8)
        # The widget does not edit its text. All keys go to the host, so that the edits of all keyboards and of the
        # hardware keyboard have one order.
        self.text.set_editable(False)
        self.text.set_cursor_visible(True)
        self.buffer = self.text.get_buffer()
        self.buffer.connect("notify::cursor-position", self.did_move)
        self.keyboard = KeyboardWidget(self.touch, lambda path: self.klava.request(picture=path))
        self.modes = Gtk.DropDown.new_from_strings([])
        self.modes.connect("notify::selected", self.did_choose)
        self.identifiers = []
        self.status = Gtk.Label(xalign=0, ellipsize=Pango.EllipsizeMode.END, hexpand=True)
        bar = Gtk.Box(spacing=8, margin_start=8, margin_end=8)
        bar.append(self.status)
        bar.append(self.modes)
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        for child in [Gtk.ScrolledWindow(child=self.text), bar, self.keyboard]:
            box.append(child)
        self.set_child(box)
        keys = Gtk.EventControllerKey(propagation_phase=Gtk.PropagationPhase.CAPTURE)
        keys.connect("key-pressed", self.did_press)
        self.add_controller(keys)
        self.klava = klava
        klava.receive, klava.did_end = self.receive, lambda: self.status.set_text(klava.ended)
        self.connect("close-request", lambda _: self.klava.end())
        hello = {"version": 1, "application": "org.klava.example.editor", "units": "utf-32"}
        self.klava.request(self.did_begin, hello=hello)
        self.applying = True
        self.buffer.set_text(text)
        self.buffer.place_cursor(self.buffer.get_end_iter())
        self.applying = False
        # Whether the user has moved the insertion point since the last request `edit`, and whether the answer to this
        # request is still due.
        self.has_moved = self.awaits_edit = False
        # Key presses and touches that must follow this request.
        self.held = []
        self.width = 0
        self.add_tick_callback(self.measure)
        commands = [{"key": "Control+s", "title": "Save"}, {"key": "Control+z", "title": "Undo"}]
        self.klava.request(focus={"before": text, "keyCommands": commands}, show=["drawings", "modes"])
        self.text.grab_focus()

    def measure(self, *_):
        if self.get_width() != self.width and self.get_width() > 0:
            self.width = self.get_width()
            self.klava.request(screen={"width": self.width, "height": max(self.get_height(), 400)}, show="drawings")
        return GLib.SOURCE_CONTINUE

    def did_begin(self, record):
        if not record["ok"]:
            self.status.set_text(record["error"]["message"])

    def receive(self, record):
        """Applies an answer to a request, or a record that Klava sent without a request."""
        self.applying = True
        # The edits of a pushed record before the answer to `edit` are for the text that `edit` has replaced.
        edits = [] if self.awaits_edit and "push" in record else record.get("edits", [])
        for edit in edits:
            start, length = edit["range"]
            first = self.buffer.get_iter_at_offset(start)
            if length:
                self.buffer.delete(first, self.buffer.get_iter_at_offset(start + length))
                first = self.buffer.get_iter_at_offset(start)
            if edit["text"]:
                self.buffer.insert(first, edit["text"])
            start, length = edit["selection"]
            if not self.has_moved:
                self.buffer.select_range(
                    self.buffer.get_iter_at_offset(start + length), self.buffer.get_iter_at_offset(start))
        self.applying = False
        if "view" in record:
            self.keyboard.show_view(record["view"])
        elif record.get("viewChanged"):
            self.klava.request(show=["drawings", "modes"])
        if "pressedKeys" in record:
            self.keyboard.show_pressed(record["pressedKeys"])
        elif record.get("pressedKeysChanged"):
            self.klava.request(show="pressedKeys")
        if record.get("picture"):
            self.keyboard.show_picture(record["picture"])
        if "modes" in record:
            self.show_modes(record["modes"], record["keyboard"])
        for event in record.get("events", []):
            self.handle(event)
        if record.get("clearedText"):
            self.status.set_text("Cleared. Control-Z brings the text back.")
        elif record.get("error"):
            self.status.set_text(record["error"]["message"])
        elif edits:
            self.status.set_text("")
        self.report_move()

    def handle(self, event):
        if event["event"] == "keyCommand" and event["key"] == "Control+s":
            self.save()
        elif event["event"] == "keyCommand" and event["key"] == "Control+z":
            self.klava.request(undo=1)
        elif event["event"] == "inputModeList":
            self.modes.activate()
        elif event["event"] == "processEnded":
            self.status.set_text(f"{event['keyboard']} ended, and starts again with the next key.")

    def show_modes(self, modes, shown):
        self.applying = True
        self.identifiers = [mode["identifier"] for mode in modes]
        self.modes.set_model(Gtk.StringList.new([mode["name"] for mode in modes]))
        if shown in self.identifiers:
            self.modes.set_selected(self.identifiers.index(shown))
        self.applying = False

    def did_choose(self, *_):
        if not self.applying and self.modes.get_selected() < len(self.identifiers):
            self.klava.request(keyboard=self.identifiers[self.modes.get_selected()])

    def did_move(self, *_):
        """Reports to the host that the user moved the insertion point or selected text with the pointer."""
        if not self.applying:
            self.has_moved = True
            self.report_move()

    def report_move(self):
        """Sends `edit` when all requests are answered: until then, Klava may have edits that this text lacks."""
        if not self.has_moved or self.klava.waiting:
            return
        self.has_moved, self.awaits_edit = False, True
        start, end = self.buffer.get_bounds()
        caret = self.buffer.get_iter_at_mark(self.buffer.get_insert())
        first, last = self.buffer.get_selection_bounds() or (caret, caret)
        parts = {"before": (start, first), "selected": (first, last), "after": (last, end)}
        edit = {name: self.buffer.get_text(*part, True) for name, part in parts.items()}
        self.klava.request(self.did_report, edit=edit)
        for members in self.held:
            self.klava.request(**members)
        self.held = []

    def send(self, **members):
        """Sends a key press or a touch, after the user's earlier movement of the insertion point."""
        if self.has_moved and not self.klava.has_ended:
            self.held.append(members)
        else:
            self.klava.request(**members)

    def did_report(self, _):
        self.awaits_edit = False

    def touch(self, phase, x, y):
        self.send(touch={"phase": phase, "at": [x, y]})

    def did_press(self, _, value, code, state):
        name = Gdk.keyval_name(value) or ""
        character = chr(Gdk.keyval_to_unicode(value)) if Gdk.keyval_to_unicode(value) else ""
        key = KEY_NAMES.get(name) or (character if character.isprintable() else "")
        if not key:
            return False
        modifiers = [(Gdk.ModifierType.SUPER_MASK, "Command"), (Gdk.ModifierType.CONTROL_MASK, "Control"),
                     (Gdk.ModifierType.ALT_MASK, "Alt")]
        key = "".join(f"{word}+" for mask, word in modifiers if state & mask) + key
        if self.klava.has_ended and key == "Control+s":
            self.save()
        self.send(hardware=key)
        return True

    def save(self):
        if not self.path:
            return self.status.set_text("Start the editor with the name of a file to save it.")
        start, end = self.buffer.get_bounds()
        try:
            with open(self.path, "w", encoding="utf-8") as file:
                file.write(self.buffer.get_text(start, end, True))
        except OSError as error:
            return self.status.set_text(f"{self.path}: {error.strerror}")
        self.status.set_text("Saved.")


def read(path):
    """Returns the text of a file; an empty text if there is no such file."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return ""
    except OSError as error:
        sys.exit(f"text_editor: {path}: {error.strerror}")
    except UnicodeDecodeError:
        sys.exit(f"text_editor: {path}: The file is not UTF-8.")


def start_klava():
    """Starts `klava serve`."""
    try:
        return Klava(lambda record: None)
    except (GLib.Error, ValueError) as error:
        message = getattr(error, "message", error)
        sys.exit(f"text_editor: cannot start klava: {message}. Set KLAVA to the path of klava, with its options.")


def main():
    if len(sys.argv) > 2 or (len(sys.argv) == 2 and sys.argv[1].startswith("-")):
        sys.exit("Usage: text_editor.py [FILE]")
    if not Gtk.init_check():
        sys.exit("text_editor: There is no display. Start the editor in a desktop session.")
    application = Gtk.Application(flags=Gio.ApplicationFlags.NON_UNIQUE)
    path = sys.argv[1] if len(sys.argv) > 1 else None
    text = read(path) if path else ""
    klava = start_klava()
    application.connect("activate", lambda application: Editor(application, path, text, klava).present())
    application.run([])


if __name__ == "__main__":
    main()
