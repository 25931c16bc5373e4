#!/usr/bin/python3
"""A window with text fields that reports their state, for tests of input methods.

Usage: application.py gtk3|gtk4|qt5|qt6 FIELD...

Fields: entry, textview, password, hidden, pin, phone, email, digits, url, terminal (GTK only).

Standard output has one JSON object per line:
  {"ready": true}                            the first frame is drawn
  {"field": name, "text": ..., "cursor": ..., "anchor": ..., "preedit": ..., "focused": ..., "time": ...}
                                             the state of a field, at the start and after each change
  {"field": name, "activated": true}         Return was pressed in a single-line field
  {"window": {"width": ..., "height": ..., "active": ..., "fullscreen": ..., "frames": {name: [x, y, width, height]}}}
                                             the state of the window, at the start and after each change
  {"error": ...}                             a command was not valid
Offsets count Unicode scalars. Times are microseconds of CLOCK_MONOTONIC. Frames are in window coordinates.

Standard input takes one command per line:
  synchronize N                              answers {"synchronized": N} when all earlier commands are handled
  focus NAME | set NAME TEXT | select NAME START END | cursor NAME N | blur | fullscreen | unfullscreen |
  quit | conceal TEXT
TEXT runs to the end of the line; if it starts with a quotation mark it is a JSON string.
conceal copies a text as password managers do, and needs GTK 4.
The insertion point is at END after select, and at the end of the text after set.
The program ends at the end of standard input.
"""

import json
import os
import sys
import time


class Application:
    """The common part of all toolkits: commands and reports."""

    # This value is true until the first frame, so that no report comes before the first frame.
    is_report_due = True

    def __init__(self, names):
        self.fields = {name: self.make_field(name) for name in names}
        self.reported = {}
        self.input = b""
        os.set_blocking(0, False)

    def write(self, line):
        sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")
        sys.stdout.flush()

    def changed(self, *_):
        """Reports once, after the current event is handled, so that no report has an incomplete state."""
        if not self.is_report_due:
            self.is_report_due = True
            self.when_handled(self.report)

    def report(self):
        self.is_report_due = False
        now = time.monotonic_ns() // 1000
        for name, field in self.fields.items():
            state = self.state_of(field)
            if self.reported.get(name) != state:
                self.reported[name] = state
                self.write({"field": name, **state, "time": now})
        state = {**self.window_state(), "frames": {name: self.frame_of(field) for name, field in self.fields.items()}}
        if self.reported.get("window ") != state:
            self.reported["window "] = state
            self.write({"window": state})

    def ready(self):
        self.report()
        self.write({"ready": True})

    def activated(self, name):
        self.report()
        self.write({"field": name, "activated": True})

    def read(self):
        """Handles the commands that have arrived. Returns false at the end of the input."""
        try:
            data = os.read(0, 65536)
        except BlockingIOError:
            return True
        if not data:
            self.quit()
            return False
        self.input += data
        *lines, self.input = self.input.split(b"\n")
        for line in lines:
            try:
                self.perform(line.decode())
            except (KeyError, ValueError) as error:
                self.write({"error": f"{line.decode(errors='replace')}: {error!r}"})
        self.changed()
        return True

    def perform(self, line):
        command, _, rest = line.partition(" ")
        if command == "quit":
            self.quit()
        elif command == "synchronize":
            self.report()
            self.write({"synchronized": int(rest)})
        elif command == "blur":
            self.blur()
        elif command == "conceal":
            self.conceal(rest)
        elif command in ("fullscreen", "unfullscreen"):
            self.set_fullscreen(command == "fullscreen")
        else:
            name, _, rest = rest.partition(" ")
            field = self.fields[name]
            if command == "focus":
                self.focus(field)
            elif command == "set":
                self.set_text(field, json.loads(rest) if rest.startswith('"') else rest)
            elif command == "select":
                start, end = rest.split()
                self.select(field, int(start), int(end))
            elif command == "cursor":
                self.select(field, int(rest), int(rest))
            else:
                raise ValueError("unknown command")


class GTKApplication(Application):
    """GTK 3 and GTK 4. A field is the widget with the text, which can have the focus."""

    def __init__(self, version, names):
        import gi

        gi.require_version("Gtk", f"{version}.0")
        from gi.repository import GLib, Gtk

        self.GLib, self.Gtk, self.version = GLib, Gtk, version
        GLib.set_prgname(f"klava-test-gtk{version}")
        # In GTK 4, init_check() returns whether GTK started. In GTK 3, it returns a tuple that begins with this value.
        started = Gtk.init_check() if version == 4 else Gtk.init_check([])[0]
        if not started:
            sys.exit("GTK found no display. Set WAYLAND_DISPLAY and XDG_RUNTIME_DIR.")
        self.loop = GLib.MainLoop()
        self.preedits = {}
        self.window = Gtk.Window(title=f"gtk{version}")
        self.box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        super().__init__(names)
        GLib.unix_fd_add_full(GLib.PRIORITY_DEFAULT, 0, GLib.IOCondition.IN | GLib.IOCondition.HUP,
                              lambda *_: self.read())
        for change in ("is-active", "default-width"):
            self.window.connect(f"notify::{change}", self.changed)
        self.window.set_decorated(False)
        self.window.maximize()
        self.is_fullscreen = False
        if version == 4:
            self.window.connect("close-request", lambda *_: self.quit())
            self.window.connect("notify::fullscreened", self.changed)
            self.window.set_child(self.box)
            self.window.connect("realize", self.watch_surface)
        else:
            self.window.connect("destroy", lambda *_: self.quit())
            self.window.connect("window-state-event", self.window_state_changed)
            self.window.connect("size-allocate", self.changed)
            self.window.add(self.box)
            self.box.show_all()
            self.window.connect("realize", self.watch_surface)
        self.focus(self.fields[names[0]])
        self.window.present()

    def watch_surface(self, window):
        if self.version == 4:
            window.get_surface().connect("layout", self.changed)
        clock = window.get_frame_clock()
        handler = clock.connect("after-paint", lambda *_: (clock.disconnect(handler), self.when_handled(self.ready)))

    def window_state_changed(self, _, event):
        from gi.repository import Gdk

        self.is_fullscreen = bool(event.new_window_state & Gdk.WindowState.FULLSCREEN)
        self.changed()

    def make_field(self, name):
        Gtk = self.Gtk
        purposes = {"password": "PASSWORD", "pin": "PIN", "phone": "PHONE", "email": "EMAIL", "digits": "DIGITS",
                    "url": "URL", "terminal": "TERMINAL"}
        if name == "textview":
            field = Gtk.TextView(accepts_tab=True)
            scroller = Gtk.ScrolledWindow(vexpand=True)
            scroller.set_child(field) if self.version == 4 else scroller.add(field)
            self.add(scroller)
            field.get_buffer().connect("changed", self.changed)
            field.get_buffer().connect("mark-set", self.changed)
        else:
            is_password_entry = name == "password" and self.version == 4
            entry = Gtk.PasswordEntry() if is_password_entry else Gtk.Entry()
            if name in ("password", "hidden") and not is_password_entry:
                entry.set_visibility(False)
            field = entry.get_delegate() if self.version == 4 else entry
            if name in purposes and not is_password_entry:
                field.set_input_purpose(getattr(Gtk.InputPurpose, purposes[name]))
            self.add(entry)
            for change in ("changed", "notify::cursor-position", "notify::selection-bound"):
                field.connect(change, self.changed)
            field.connect("activate", lambda *_: self.activated(name))
        field.connect("notify::has-focus", self.changed)
        field.connect("preedit-changed", self.preedit_changed)
        return field

    def add(self, widget):
        self.box.append(widget) if self.version == 4 else self.box.pack_start(widget, widget.get_vexpand(), True, 0)

    def preedit_changed(self, field, preedit):
        self.preedits[field] = preedit
        self.changed()

    def state_of(self, field):
        if isinstance(field, self.Gtk.TextView):
            buffer = field.get_buffer()
            text = buffer.get_text(*buffer.get_bounds(), True)
            cursor, anchor = (buffer.get_iter_at_mark(mark).get_offset()
                              for mark in (buffer.get_insert(), buffer.get_selection_bound()))
        else:
            text = field.get_text()
            cursor, anchor = field.get_property("cursor-position"), field.get_property("selection-bound")
        return {"text": text, "cursor": cursor, "anchor": anchor, "preedit": self.preedits.get(field, ""),
                "focused": field.has_focus() and self.window.is_active()}

    def window_state(self):
        # Report the size of the box, because the fields' frames were computed for this size. The window can already
        # have a newer size.
        if self.version == 4:
            width, height, is_fullscreen = self.box.get_width(), self.box.get_height(), self.window.is_fullscreen()
        else:
            width, height = self.box.get_allocated_width(), self.box.get_allocated_height()
            is_fullscreen = self.is_fullscreen
        return {"width": width, "height": height, "active": self.window.is_active(), "fullscreen": is_fullscreen}

    def frame_of(self, field):
        if self.version == 4:
            _, bounds = field.compute_bounds(self.window)
            frame = (bounds.get_x(), bounds.get_y(), bounds.get_width(), bounds.get_height())
        else:
            position = field.translate_coordinates(self.window, 0, 0) or (0, 0)
            frame = (*position, field.get_allocated_width(), field.get_allocated_height())
        return [round(number) for number in frame]

    def focus(self, field):
        if isinstance(field, self.Gtk.TextView):
            field.grab_focus()
        else:
            field.grab_focus_without_selecting()

    def blur(self):
        self.window.set_focus(None)

    def set_text(self, field, text):
        if isinstance(field, self.Gtk.TextView):
            field.get_buffer().set_text(text)
            field.get_buffer().place_cursor(field.get_buffer().get_end_iter())
        else:
            field.set_text(text)
            field.set_position(-1)

    def select(self, field, start, end):
        if isinstance(field, self.Gtk.TextView):
            buffer = field.get_buffer()
            buffer.select_range(buffer.get_iter_at_offset(end), buffer.get_iter_at_offset(start))
        else:
            field.select_region(start, end)

    def conceal(self, text):
        from gi.repository import Gdk

        # GTK offers the type x-kde-passwordManagerHint, but sends no data of this type, because its name has no slash.
        contents = {"text/plain;charset=utf-8": text, "x-kde-passwordManagerHint": "secret"}
        providers = [Gdk.ContentProvider.new_for_bytes(name, self.GLib.Bytes.new(value.encode()))
                     for name, value in contents.items()]
        self.window.get_clipboard().set_content(Gdk.ContentProvider.new_union(providers))

    def set_fullscreen(self, on):
        self.window.fullscreen() if on else self.window.unfullscreen()

    def when_handled(self, action):
        self.GLib.idle_add(lambda: action() and False, priority=self.GLib.PRIORITY_HIGH)

    def run(self):
        self.loop.run()

    def quit(self):
        self.loop.quit()


class QtApplication(Application):
    """Qt 5 and Qt 6."""

    def __init__(self, version, names):
        if version == 5:
            from PyQt5 import QtCore, QtGui, QtWidgets
        else:
            from PyQt6 import QtCore, QtGui, QtWidgets
        self.QtCore, self.QtGui, self.QtWidgets = QtCore, QtGui, QtWidgets
        self.application = QtWidgets.QApplication([f"klava-test-qt{version}"])
        self.application.setDesktopFileName(f"klava-test-qt{version}")
        owner = self
        self.preedits = {}

        class Window(QtWidgets.QWidget):
            def changeEvent(self, event):
                super().changeEvent(event)
                owner.changed()

            def resizeEvent(self, event):
                super().resizeEvent(event)
                owner.changed()

        class FirstFrame(QtCore.QObject):
            def eventFilter(self, window, event):
                if event.type() == QtCore.QEvent.Type.Expose and window.isExposed():
                    window.removeEventFilter(self)
                    owner.when_handled(owner.ready)
                return False

        self.window = Window(flags=QtCore.Qt.WindowType.FramelessWindowHint)
        self.window.setWindowTitle(f"qt{version}")
        self.box = QtWidgets.QVBoxLayout(self.window)
        self.box.setContentsMargins(0, 0, 0, 0)
        super().__init__(names)
        if "textview" not in names:
            self.box.addStretch()
        self.notifier = QtCore.QSocketNotifier(0, QtCore.QSocketNotifier.Type.Read)
        self.notifier.activated.connect(lambda *_: self.read())
        self.application.focusChanged.connect(self.changed)
        self.focus(self.fields[names[0]])
        self.window.showMaximized()
        self.first_frame = FirstFrame()
        self.window.windowHandle().installEventFilter(self.first_frame)

    def make_field(self, name):
        Hint = self.QtCore.Qt.InputMethodHint
        owner = self

        class Reporting:
            """Reports changes of the preedit, for which Qt has no signal."""

            def inputMethodEvent(self, event):
                owner.preedits[name] = event.preeditString()
                super().inputMethodEvent(event)
                owner.changed()

        if name == "textview":
            field = type("TextView", (Reporting, self.QtWidgets.QPlainTextEdit), {})()
            field.textChanged.connect(self.changed)
        else:
            field = type("Entry", (Reporting, self.QtWidgets.QLineEdit), {})()
            field.textChanged.connect(self.changed)
            field.returnPressed.connect(lambda: self.activated(name))
        field.cursorPositionChanged.connect(self.changed)
        field.selectionChanged.connect(self.changed)
        field.name = name
        if name == "password":
            field.setEchoMode(self.QtWidgets.QLineEdit.EchoMode.Password)
        elif name == "hidden":
            field.setEchoMode(self.QtWidgets.QLineEdit.EchoMode.NoEcho)
        hints = {"pin": Hint.ImhDigitsOnly | Hint.ImhSensitiveData, "phone": Hint.ImhDialableCharactersOnly,
                 "email": Hint.ImhEmailCharactersOnly, "digits": Hint.ImhDigitsOnly,
                 "url": Hint.ImhUrlCharactersOnly}
        if name in hints:
            field.setInputMethodHints(hints[name])
        self.box.addWidget(field)
        return field

    @staticmethod
    def units(text, scalars):
        """The number of UTF-16 code units, which Qt counts, in the first scalars of a text."""
        return len(text[:scalars].encode("utf-16-le")) // 2

    @staticmethod
    def scalars(text, units):
        return len(text.encode("utf-16-le")[:units * 2].decode("utf-16-le", "ignore"))

    def text_of(self, field):
        return field.text() if isinstance(field, self.QtWidgets.QLineEdit) else field.toPlainText()

    def state_of(self, field):
        text = self.text_of(field)
        if isinstance(field, self.QtWidgets.QLineEdit):
            cursor = anchor = field.cursorPosition()
            if field.hasSelectedText():
                start, end = field.selectionStart(), field.selectionEnd()
                anchor = start if cursor == end else end
        else:
            cursor, anchor = field.textCursor().position(), field.textCursor().anchor()
        return {"text": text, "cursor": self.scalars(text, cursor), "anchor": self.scalars(text, anchor),
                "preedit": self.preedits.get(field.name, ""), "focused": field.hasFocus()}

    def window_state(self):
        return {"width": self.window.width(), "height": self.window.height(), "active": self.window.isActiveWindow(),
                "fullscreen": self.window.isFullScreen()}

    def frame_of(self, field):
        position = field.mapTo(self.window, self.QtCore.QPoint(0, 0))
        return [position.x(), position.y(), field.width(), field.height()]

    def focus(self, field):
        field.setFocus()

    def blur(self):
        self.application.focusWidget().clearFocus()

    def set_text(self, field, text):
        if isinstance(field, self.QtWidgets.QLineEdit):
            field.setText(text)
        else:
            field.setPlainText(text)
            field.moveCursor(self.QtGui.QTextCursor.MoveOperation.End)

    def select(self, field, start, end):
        text = self.text_of(field)
        start, end = self.units(text, start), self.units(text, end)
        if isinstance(field, self.QtWidgets.QLineEdit):
            field.setCursorPosition(start)
            if start != end:
                field.setSelection(start, end - start)
        else:
            cursor = field.textCursor()
            cursor.setPosition(start)
            cursor.setPosition(end, self.QtGui.QTextCursor.MoveMode.KeepAnchor)
            field.setTextCursor(cursor)

    def set_fullscreen(self, on):
        self.window.showFullScreen() if on else self.window.showMaximized()

    def when_handled(self, action):
        self.QtCore.QTimer.singleShot(0, action)

    def run(self):
        self.application.exec()

    def quit(self):
        self.application.quit()


def main():
    toolkits = {"gtk3": (GTKApplication, 3), "gtk4": (GTKApplication, 4), "qt5": (QtApplication, 5),
                "qt6": (QtApplication, 6)}
    names = ("entry", "textview", "password", "hidden", "pin", "phone", "email", "digits", "url", "terminal")
    if len(sys.argv) < 3 or sys.argv[1] not in toolkits or not set(sys.argv[2:]) <= set(names):
        sys.exit(f"Usage: application.py {'|'.join(toolkits)} FIELD...\nFields: {', '.join(names)}")
    kind, version = toolkits[sys.argv[1]]
    kind(version, sys.argv[2:]).run()


main()
