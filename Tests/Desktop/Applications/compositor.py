#!/usr/bin/python3
"""A misbehaving compositor. The script implements only the part of Wayland that klava-desktop needs.

Usage: compositor.py SCENARIO KEYS PROGRAM [ARGUMENT...]

SCENARIO is the name of a function below, with further arguments of this function after colons. KEYS is a JSON object
with the positions of keys on the surface. PROGRAM runs as the client of the compositor.
The script prints one JSON object: the result of the scenario.
"""

import array
import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import time

# The names and signatures of the requests, in the order of their opcodes. n:INTERFACE is a new object.
REQUESTS = {
    "wl_display": [("sync", "n:wl_callback"), ("get_registry", "n:wl_registry")],
    "wl_registry": [("bind", "usun")],
    "wl_compositor": [("create_surface", "n:wl_surface"), ("create_region", "n:wl_region")],
    "wl_surface": [("destroy", ""), ("attach", "oii"), ("damage", "iiii"), ("frame", "n:wl_callback"),
                   ("set_opaque_region", "o"), ("set_input_region", "o"), ("commit", ""),
                   ("set_buffer_transform", "i"), ("set_buffer_scale", "i"), ("damage_buffer", "iiii")],
    "wl_shm": [("create_pool", "n:wl_shm_pool hi")],
    "wl_shm_pool": [("create_buffer", "n:wl_buffer iiiiu"), ("destroy", ""), ("resize", "i")],
    "wl_buffer": [("destroy", "")],
    "wl_output": [("release", "")],
    "wl_seat": [("get_pointer", "n:wl_pointer"), ("get_keyboard", "n:wl_keyboard"), ("get_touch", "n:wl_touch"), ("release", "")],
    "wl_pointer": [("set_cursor", "uoii"), ("release", "")],
    "wl_touch": [("release", "")],
    "zwp_input_method_manager_v2": [("get_input_method", "o n:zwp_input_method_v2"), ("destroy", "")],
    "zwp_input_method_v2": [("commit_string", "s"), ("set_preedit_string", "sii"), ("delete_surrounding_text", "uu"),
                            ("commit", "u"), ("popup", "no"), ("grab", "n"), ("destroy", "")],
    "zwp_virtual_keyboard_manager_v1": [("create_virtual_keyboard", "o n:zwp_virtual_keyboard_v1")],
    "zwp_virtual_keyboard_v1": [("keymap", "uhu"), ("key", "uuu"), ("modifiers", "uuuu"), ("destroy", "")],
    "zwlr_layer_shell_v1": [("get_layer_surface", "n:zwlr_layer_surface_v1 oous"), ("destroy", "")],
    "zwlr_layer_surface_v1": [("set_size", "uu"), ("set_anchor", "u"), ("set_exclusive_zone", "i"), ("set_margin", "iiii"),
                              ("set_keyboard_interactivity", "u"), ("get_popup", "o"), ("ack_configure", "u"), ("destroy", ""), ("set_layer", "u")],
    "zwp_input_method_v1": [],
    "zwp_input_method_context_v1": [("destroy", ""), ("commit_string", "us"), ("preedit_string", "uss"), ("preedit_styling", "uuu"),
                                    ("preedit_cursor", "i"), ("delete_surrounding_text", "iu"), ("cursor_position", "ii"),
                                    ("modifiers_map", "a"), ("keysym", "uuuuu")],
    "zwp_input_panel_v1": [("get_input_panel_surface", "n:zwp_input_panel_surface_v1 o")],
    "zwp_input_panel_surface_v1": [("set_toplevel", "ou"), ("set_overlay_panel", "")],
    "org_kde_plasma_window_management": [("show_desktop", "u"), ("get_window", "n:org_kde_plasma_window u"),
                                         ("get_window_by_uuid", "n:org_kde_plasma_window s")],
    "org_kde_plasma_window": [("set_state", "uu"), ("set_virtual_desktop", "u"), ("set_minimized_geometry", "ouuuu"),
                              ("unset_minimized_geometry", "o"), ("close", ""), ("request_move", ""), ("request_resize", ""),
                              ("destroy", "")],
    "wp_viewporter": [("destroy", ""), ("get_viewport", "n:wp_viewport o")],
    "wp_viewport": [("destroy", ""), ("set_source", "iiii"), ("set_destination", "ii")],
    "wp_fractional_scale_manager_v1": [("destroy", ""), ("get_fractional_scale", "n:wp_fractional_scale_v1 o")],
    "wp_fractional_scale_v1": [("destroy", "")],
    "ext_data_control_manager_v1": [("create_data_source", "n:ext_data_control_source_v1"),
                                    ("get_data_device", "n:ext_data_control_device_v1 o"), ("destroy", "")],
    "ext_data_control_device_v1": [("set_selection", "o"), ("destroy", ""), ("set_primary_selection", "o")],
    "ext_data_control_offer_v1": [("receive", "sh"), ("destroy", "")],
}
# The versions of the globals, in the order in which the compositor announces them.
GLOBALS = {
    "wl_compositor": 4,
    "wl_shm": 1,
    "wl_seat": 5,
    "wl_output": 3,
    "zwp_input_method_manager_v2": 1,
    "zwp_virtual_keyboard_manager_v1": 1,
    "zwlr_layer_shell_v1": 4,
    "ext_data_control_manager_v1": 1,
    "zwlr_foreign_toplevel_manager_v1": 3,
}
# The globals of KWin, without an output.
KWIN_GLOBALS = {"wl_compositor": 4, "wl_shm": 1, "wl_seat": 5, "zwp_input_method_v1": 1, "zwp_input_panel_v1": 1,
                "wp_viewporter": 1, "wp_fractional_scale_manager_v1": 1}
# The globals of scenarios that do not have GLOBALS.
SPECIAL_GLOBALS = {
    "old": {**GLOBALS, "wl_seat": 1, "wl_output": 1, "zwlr_layer_shell_v1": 1},
    "panel": KWIN_GLOBALS,
    "plasma": {**KWIN_GLOBALS, "wl_output": 3, "org_kde_plasma_window_management": 16},
    "focus": {**KWIN_GLOBALS, "wl_output": 3, "org_kde_plasma_window_management": 20},
}
# The smallest number of an object that the compositor creates.
FIRST_OWN_NUMBER = 0xFF000000
# BTN_LEFT of linux/input-event-codes.h.
MAIN_BUTTON = 0x110


class Compositor:
    """The connection of one client. `interfaces` maps each object number that the client chose to an interface."""

    def __init__(self, path, offered):
        self.path = path
        self.globals = offered
        # The pixels of the output, and its scale.
        self.size, self.scale = (1024, 768), 1
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen(1)
        self.interfaces = {1: "wl_display"}
        self.counts = {}
        self.typed = b""
        self.input = b""
        self.descriptors = []
        self.serial = 0
        self.attached = 0
        self.buffers = {}
        self.buffer_scale, self.destination = 1, None
        self.height = 0
        self.mismatches = 0
        self.callbacks = []
        self.isClosing = False
        self.created = 0
        self.receives = []
        # The device of the clipboard. Later devices are for the primary selection, which this compositor does not have.
        self.clipboard = None
        # The types of the content that the clipboard has when a client begins to listen.
        self.first_content = []
        self.answersFrames = True
        self.answeredSyncs = float("inf")
        # The callback of the last `wl_display.sync`.
        self.sync = None
        # The objects that the client created for windows.
        self.plasma_windows = []
        self.outputs = []
        self.layer_outputs = []
        self.method = self.layer = self.touch = None
        # A resting pointer: its position on the surface, with the vertical distance from the lower edge.
        self.resting = None
        self.handled_height = 0
        self.panel_places = []
        self.surface = 0
        self.pictured = []
        self.cursors = []

    def accept(self):
        self.socket, _ = self.listener.accept()

    def restart(self):
        """Ends the connection, and accepts the next one."""
        self.socket.close()
        self.interfaces, self.counts, self.input = {1: "wl_display"}, {}, b""
        self.accept()

    # Events

    def send(self, number, opcode, signature="", *arguments):
        body = b""
        for kind, value in zip(signature, arguments):
            if kind == "s":
                text = value + b"\0"
                body += struct.pack("<I", len(text)) + text + b"\0" * (-len(text) % 4)
            elif kind == "a":
                body += struct.pack("<I", len(value)) + value + b"\0" * (-len(value) % 4)
            elif kind == "f":
                body += struct.pack("<i", int(value * 256))
            else:
                body += struct.pack("<i" if kind == "i" else "<I", value)
        try:
            self.socket.sendall(struct.pack("<II", number, (len(body) + 8) << 16 | opcode) + body)
        except BrokenPipeError:
            # The client has ended, but its last requests can still be read.
            pass

    def make(self, interface):
        """Returns the number of a new object that the compositor creates."""
        number = FIRST_OWN_NUMBER + self.created
        self.created += 1
        self.interfaces[number] = interface
        return number

    def activate(self, text, hint=0, purpose=0):
        if self.interfaces[self.method] == "zwp_input_method_v1":
            context = self.make("zwp_input_method_context_v1")
            self.context = context
            self.send(self.method, 0, "u", context)
            self.send(context, 0, "suu", text, len(text), len(text))
            self.send(context, 2, "uu", hint, purpose)
            self.send(context, 4, "u", 1)
            return
        self.send(self.method, 0)
        if text is not None:
            self.send(self.method, 2, "suu", text, len(text), len(text))
        self.send(self.method, 4, "uu", hint, purpose)
        self.send(self.method, 5)

    def deactivate(self):
        self.send(self.method, 1)
        self.send(self.method, 5)

    def focus_again(self, client):
        """Takes the focus from the field and gives it to another field. Both changes arrive together."""
        answers = self.counts["zwp_input_method_v2.commit"]
        os.kill(client.identifier, signal.SIGSTOP)
        self.deactivate()
        self.activate(b"")
        os.kill(client.identifier, signal.SIGCONT)
        self.until(lambda: self.counts["zwp_input_method_v2.commit"] > answers)

    def add_output(self, name):
        count = len(self.outputs)
        self.send(self.registry, 0, "usu", name, b"wl_output", 3)
        self.until(lambda: len(self.outputs) > count)

    def show(self, text, **content):
        """Gives the focus to a field and waits for the first frame."""
        self.activate(text, **content)
        self.until(lambda: self.attached != 0)

    def tap(self, x, y):
        self.press(x, y)
        self.lift()

    def press(self, x, y):
        # Compositors report touches only on a surface with a frame.
        self.until(lambda: self.attached != 0)
        self.serial += 1
        self.send(self.touch, 0, "uuuiff", self.serial, 0, self.surface, 0, x, y)
        self.send(self.touch, 3)

    def lift(self):
        self.send(self.touch, 1, "uui", self.serial, 0, 0)
        self.send(self.touch, 3)

    def offer(self, *types):
        """Gives the clipboard a new content."""
        number = self.make("ext_data_control_offer_v1")
        self.send(self.clipboard, 0, "u", number)
        for name in types:
            self.send(number, 0, "s", name.encode())
        self.send(self.clipboard, 1, "u", number)

    # Requests

    def start(self):
        """Waits until the client is ready."""
        self.until(lambda: self.method and self.touch)

    def run(self, seconds):
        self.until(lambda: False, seconds)

    def until(self, condition, seconds=20):
        end = time.monotonic() + seconds
        while not condition():
            left = end - time.monotonic()
            if left <= 0 or not self.step(left):
                return condition()
        return True

    def step(self, timeout):
        """Reads once and handles the requests. Returns false if there are no requests."""
        if not select.select([self.socket], [], [], timeout)[0]:
            return False
        data, extras, *_ = self.socket.recvmsg(65536, 4096)
        for _, _, numbers in extras:
            received = array.array("i")
            received.frombytes(numbers[: len(numbers) - len(numbers) % 4])
            self.descriptors += received
        if not data:
            return False
        self.input += data
        while len(self.input) >= 8:
            number, word = struct.unpack_from("<II", self.input)
            if len(self.input) < word >> 16:
                break
            body, self.input = self.input[8 : word >> 16], self.input[word >> 16 :]
            if self.interfaces.get(number) in REQUESTS:
                self.handle(number, word & 0xFFFF, body)
        return True

    def arguments(self, signature, body):
        place = 0
        for word in signature.split():
            for kind in ["n"] if word.startswith("n:") else word:
                if kind == "h":
                    yield self.descriptors.pop(0)
                    continue
                (value,) = struct.unpack_from("<i" if kind == "i" else "<I", body, place)
                place += 4
                if kind in "sa":
                    start, place = place, place + value + -value % 4
                    value = body[start : start + value - (kind == "s")]
                elif word.startswith("n:"):
                    self.interfaces[value] = word[2:]
                yield value

    def handle(self, number, opcode, body):
        interface = self.interfaces[number]
        name, signature = REQUESTS[interface][opcode]
        arguments = list(self.arguments(signature, body))
        request = f"{interface}.{name}"
        self.counts[request] = self.counts.get(request, 0) + 1
        if request == "wl_display.sync":
            self.sync = arguments[0]
            if self.counts[request] <= self.answeredSyncs:
                self.answer(arguments[0])
        elif request == "wl_display.get_registry":
            self.registry = arguments[0]
            for name, version in self.globals.items():
                self.send(arguments[0], 0, "usu", self.number(name), name.encode(), version)
        elif request == "wl_registry.bind":
            self.bind(arguments[1].decode(), arguments[3])
        elif request == "zwp_input_method_manager_v2.get_input_method":
            self.method = arguments[1]
        elif request == "wl_seat.get_pointer":
            self.pointer = arguments[0]
        elif request == "wl_seat.get_touch":
            self.touch = arguments[0]
        elif request == "zwlr_layer_shell_v1.get_layer_surface":
            self.layer, self.surface = arguments[:2]
            self.layer_outputs.append(arguments[2])
            if self.isClosing:
                self.send(self.layer, 1)
        elif request in ("org_kde_plasma_window_management.get_window", "org_kde_plasma_window_management.get_window_by_uuid"):
            self.plasma_windows.append(arguments[0])
        elif request == "zwp_input_panel_v1.get_input_panel_surface":
            self.surface = arguments[1]
        elif request == "zwp_input_panel_surface_v1.set_toplevel":
            self.place_panel(*arguments)
        elif request == "wp_fractional_scale_manager_v1.get_fractional_scale":
            self.fraction = arguments[0]
            self.send(self.fraction, 0, "u", 120)
        elif request == "ext_data_control_manager_v1.get_data_device":
            if self.clipboard is None:
                self.clipboard = arguments[0]
                if self.first_content:
                    self.offer(*self.first_content)
        elif request == "ext_data_control_offer_v1.receive":
            self.receives.append((arguments[0].decode(), arguments[1]))
        elif request in ("wl_shm.create_pool", "zwp_virtual_keyboard_v1.keymap"):
            os.close(arguments[1])
        elif request == "zwp_input_method_v2.commit_string":
            self.typed += arguments[0]
        elif request == "zwp_input_method_context_v1.commit_string":
            self.typed += arguments[1]
        elif request == "wl_shm_pool.create_buffer":
            self.buffers[arguments[0]] = arguments[2:4]
        elif request == "wl_surface.set_buffer_scale" and number == self.surface:
            self.buffer_scale = arguments[0]
        elif request == "wp_viewport.set_destination":
            self.destination = arguments
        elif request == "zwlr_layer_surface_v1.set_size":
            self.height = arguments[1]
        elif request == "wl_pointer.set_cursor":
            self.cursors.append((arguments[0], arguments[1] in self.pictured, self.typed))
        elif request == "wl_surface.attach" and number != self.surface:
            self.pictured.append(number)
        elif request == "wl_surface.attach":
            self.attached = arguments[0]
        elif request == "wl_surface.frame":
            self.callbacks.append(arguments[0])
        elif request == "wl_surface.commit" and number == self.surface:
            self.commit()
        elif name in ("destroy", "release"):
            self.delete(number)
            if interface == "zwlr_layer_surface_v1":
                self.attached = 0

    def bind(self, name, number):
        self.interfaces[number] = name
        if name == "zwp_input_method_v1":
            self.method = number
        elif name == "wl_seat":
            self.seat = number
            self.send(number, 0, "u", 4)
        elif name in ("zwlr_foreign_toplevel_manager_v1", "org_kde_plasma_window_management"):
            self.windows = number
        elif name == "wl_output":
            self.output = number
            self.outputs.append(number)
            self.send(number, 1, "uiii", 1, *self.size, 60000)
            if self.globals.get(name, 3) >= 2:
                self.send(number, 3, "i", self.scale)
                self.send(number, 2)

    def number(self, name):
        """The number of a global."""
        return list(self.globals).index(name) + 1

    def place_panel(self, output, position):
        """Shows the panel on an output. Before, the panel is invisible, and its frames get no answer."""
        self.panel_places.append((self.outputs.index(output), position))
        self.send(self.surface, 0, "u", output)
        self.send(self.fraction, 0, "u", 120 * self.scale)
        self.answer_frames()

    def frame(self):
        """The pixels of the last frame, and its size in points."""
        pixels = self.buffers[self.attached]
        return {"pixels": pixels, "points": self.destination or [side / self.buffer_scale for side in pixels]}

    def commit(self):
        if self.attached == 0:
            if self.layer:
                self.serial += 1
                self.send(self.layer, 0, "uuu", self.serial, 0, 0)
            return
        self.mismatches += self.frame()["points"][1] != self.height
        self.send(self.attached, 0)
        if self.resting and self.height != self.handled_height:
            x, distance = self.resting
            self.send(self.pointer, 2, "uff", 0, x, self.height - distance)
        self.handled_height = self.height
        if self.answersFrames and (self.layer or self.panel_places):
            self.answer_frames()

    def answer_frames(self):
        for callback in self.callbacks:
            self.answer(callback)
        self.callbacks = []

    def answer(self, callback):
        self.send(callback, 0, "u", 0)
        self.delete(callback)

    def delete(self, number):
        del self.interfaces[number]
        if number < FIRST_OWN_NUMBER:
            self.send(1, 1, "u", number)


class Client:
    """The program under test."""

    def __init__(self, compositor, command):
        environment = {**os.environ, "WAYLAND_DISPLAY": compositor.path}
        self.process = subprocess.Popen(command, env=environment)
        self.identifier = self.process.pid
        compositor.accept()

    def ticks(self):
        """The processor time so far, in clock ticks."""
        with open(f"/proc/{self.identifier}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])

    def end(self):
        self.process.terminate()
        try:
            return self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return None


def silent(compositor, client, keys):
    """The compositor accepts the connection and sends nothing."""
    try:
        return {"status": client.process.wait(30)}
    except subprocess.TimeoutExpired:
        return {"status": None}


def interrupted(compositor, client, keys, restarts, answers, name):
    """The compositor stops answering after some answers, at the start or after a restart. Then a signal arrives."""
    for _ in range(int(restarts)):
        compositor.start()
        compositor.restart()
    compositor.answeredSyncs = int(answers)
    compositor.until(lambda: compositor.counts.get("wl_display.sync", 0) > compositor.answeredSyncs)
    os.kill(client.identifier, signal.Signals[name])
    try:
        # The limit is below ten seconds: after ten seconds, the program stops waiting for an answer.
        return {"status": client.process.wait(8)}
    except subprocess.TimeoutExpired:
        return {"status": None}


def stalled(compositor, client, keys):
    """The compositor does not read for half a second while a keyboard presses thousands of keys."""
    compositor.start()
    compositor.show(b"x")
    for _ in range(4):
        compositor.tap(*keys["lines"])
    time.sleep(0.5)
    compositor.tap(*keys["b"])
    return {"isTyped": compositor.until(lambda: b"b" in compositor.typed)}


def race(compositor, client, keys):
    """A tap that is meant for a password field arrives at the program together with the focus of another field."""
    compositor.start()
    compositor.show(None, hint=0x40, purpose=8)
    compositor.until(lambda: compositor.counts.get("wl_surface.frame", 0) > 0)
    compositor.run(0.5)
    os.kill(client.identifier, signal.SIGSTOP)
    compositor.tap(*keys["b"])
    compositor.deactivate()
    compositor.activate(b"")
    os.kill(client.identifier, signal.SIGCONT)
    # Both keyboards have frames of the same size, so only a new buffer shows that the keyboard has changed.
    frames = compositor.counts["wl_surface.attach"]
    compositor.until(lambda: compositor.counts["wl_surface.attach"] > frames)
    compositor.tap(*keys["b"])
    compositor.until(lambda: compositor.typed.endswith(b"b"))
    return {"typed": compositor.typed.decode()}


def passing(compositor, client, keys):
    """A password field has the focus only for a moment, between two fields of the same keyboard. The user taps a key
    and holds a key for the password field."""
    return pass_secure_field(compositor, client, keys, lambda: (compositor.deactivate(), compositor.activate(None, 0x40, 8)))


def becoming(compositor, client, keys):
    """A field becomes a password field. After two touches, another field gets the focus."""
    def become():
        compositor.send(compositor.method, 4, "uu", 0x40, 8)
        compositor.send(compositor.method, 5)
    return pass_secure_field(compositor, client, keys, become)


def pass_secure_field(compositor, client, keys, make_secure):
    compositor.start()
    compositor.show(b"")
    compositor.run(0.5)
    os.kill(client.identifier, signal.SIGSTOP)
    make_secure()
    compositor.tap(*keys["b"])
    compositor.press(*keys["b"])
    compositor.deactivate()
    compositor.activate(b"")
    os.kill(client.identifier, signal.SIGCONT)
    compositor.run(0.5)
    compositor.lift()
    compositor.run(0.5)
    typed = compositor.typed.decode()
    compositor.tap(*keys["b"])
    compositor.until(lambda: compositor.typed.endswith(b"b"))
    return {"typedBefore": typed, "typed": compositor.typed.decode()}


def moved(compositor, client, keys):
    """The application turns marked text into plain text and moves the focus to another field. Both reports arrive
    together."""
    compositor.start()
    compositor.show(b"")
    compositor.tap(*keys["mark"])
    compositor.until(lambda: compositor.counts.get("zwp_input_method_v2.set_preedit_string", 0) > 0)
    # After this time, a report can no longer be late.
    compositor.run(0.2)
    os.kill(client.identifier, signal.SIGSTOP)
    compositor.send(compositor.method, 2, "suu", b"mm", 2, 2)
    compositor.send(compositor.method, 5)
    compositor.deactivate()
    compositor.activate(b"")
    os.kill(client.identifier, signal.SIGCONT)
    compositor.run(0.5)
    compositor.tap(*keys["b"])
    compositor.until(lambda: compositor.typed.endswith(b"b"))
    return {"typed": compositor.typed.decode()}


def screens(compositor, client, keys):
    """The focus moves to another field, with one screen and then with two. Both changes of the focus arrive together.
    The compositor does not name the screen of the field."""
    compositor.start()
    compositor.show(b"")
    surfaces = []
    for isSecond in [False, True]:
        if isSecond:
            compositor.add_output(99)
        compositor.focus_again(client)
        compositor.tap(*keys["b"])
        compositor.until(lambda: compositor.typed.count(b"b") > len(surfaces))
        surfaces.append(len(compositor.layer_outputs))
    for _ in range(6):
        compositor.focus_again(client)
    return {"surfaces": surfaces, "surfacesAtEnd": len(compositor.layer_outputs),
            "isShown": compositor.until(lambda: compositor.attached != 0), "typed": compositor.typed.decode()}


def windows(compositor, client, keys):
    """There are two screens. The focus moves to another field in a window on the second screen, then the window moves
    to the first screen."""
    compositor.start()
    compositor.add_output(99)
    first, second = compositor.outputs
    window = FIRST_OWN_NUMBER
    compositor.send(compositor.windows, 0, "u", window)
    compositor.send(window, 2, "u", second)
    compositor.send(window, 4, "a", struct.pack("<I", 2))
    compositor.show(b"")
    compositor.focus_again(client)
    compositor.tap(*keys["b"])
    compositor.until(lambda: compositor.typed)
    compositor.send(window, 3, "u", second)
    compositor.send(window, 2, "u", first)
    compositor.focus_again(client)
    compositor.until(lambda: len(compositor.layer_outputs) > 1 and compositor.attached != 0)
    compositor.tap(*keys["b"])
    compositor.until(lambda: compositor.typed == b"bb")
    return {"screens": [compositor.outputs.index(output) + 1 for output in compositor.layer_outputs],
            "typed": compositor.typed.decode()}


def plasma(compositor, client, keys):
    """KWin reports too many windows, windows with impossible values, and each window twice."""
    compositor.start()
    for number in range(1500):
        compositor.send(compositor.windows, 1, "u", number)
        while compositor.step(0):
            pass
    compositor.send(compositor.windows, 4, "us", 1, b"x" * 3900)
    compositor.until(lambda: len(compositor.plasma_windows) >= 1000, 10)
    windows = list(compositor.plasma_windows)
    for window in windows:
        compositor.send(window, 2, "u", 2**32 - 1)
        compositor.send(window, 1, "s", b"\xff" * 3900)
        while compositor.step(0):
            pass
    for window in windows[:3]:
        for event in [6, 6, 5, 5]:
            compositor.send(window, event)
        compositor.send(window, 2, "u", 1)
    compositor.show(b"")
    compositor.tap(*keys["b"])
    return {"isTyped": compositor.until(lambda: b"b" in compositor.typed), "windows": len(compositor.plasma_windows)}


def focus(compositor, client, keys):
    """A field with marked text loses the focus. A field with the same text gets the focus: first in the same window, then in
    another window of the application, then in a window of another application while KWin closes the first window. KWin says
    only after the activation which window is active, and then answers the client."""
    compositor.start()
    for number in range(3):
        compositor.send(compositor.windows, 4, "us", number, str(number).encode())
    compositor.until(lambda: len(compositor.plasma_windows) == 3)
    first, second, third = compositor.plasma_windows
    for window, name in [(first, b"one"), (second, b"one"), (third, b"two")]:
        compositor.send(window, 1, "s", name)
    compositor.send(first, 2, "u", 1)
    compositor.show(b"a")
    compositor.tap(*keys["mark"])
    preedits = lambda: compositor.counts.get("zwp_input_method_context_v1.preedit_string", 0)
    compositor.until(lambda: preedits() > 0)
    compositor.run(0.5)
    continues = []
    for old, new in [(first, first), (first, second), (second, third)]:
        before, syncs = preedits(), compositor.counts["wl_display.sync"]
        compositor.answeredSyncs = syncs
        compositor.send(compositor.method, 1, "u", compositor.context)
        compositor.activate(b"a")
        compositor.until(lambda: compositor.counts["wl_display.sync"] > syncs)
        if new is not old:
            compositor.send(new, 2, "u", 1)
            compositor.send(old, 5)
        compositor.answeredSyncs = float("inf")
        compositor.answer(compositor.sync)
        compositor.run(0.5)
        continues.append(preedits() > before)
    compositor.tap(*keys["b"])
    return {"continues": continues, "isTyped": compositor.until(lambda: b"b" in compositor.typed)}


def moving(compositor, client, keys):
    """The surface enters another, smaller screen, and then leaves the first screen."""
    compositor.start()
    compositor.show(b"")
    compositor.send(compositor.surface, 0, "u", compositor.output)
    compositor.run(0.3)
    heights = [compositor.height]
    compositor.size = (600, 300)
    compositor.add_output(99)
    compositor.send(compositor.surface, 0, "u", compositor.outputs[1])
    compositor.run(0.3)
    heights.append(compositor.height)
    compositor.send(compositor.surface, 1, "u", compositor.outputs[0])
    compositor.until(lambda: compositor.height != heights[0], 10)
    return {"heights": heights + [compositor.height]}


def panel(compositor, client, keys):
    """The keyboard has a panel with a frame before the first screen exists."""
    compositor.start()
    compositor.show(b"")
    early = compositor.frame()
    compositor.size, compositor.scale = (2048, 1536), 2
    compositor.add_output(99)
    compositor.until(lambda: compositor.frame()["pixels"][0] == 2048, 10)
    compositor.tap(*keys["b"])
    return {"early": early, "places": compositor.panel_places, "frame": compositor.frame(),
            "isTyped": compositor.until(lambda: compositor.typed == b"b")}


def odd(compositor, client, keys):
    """The output has the scale 2. The height of the keyboard is 60 % of 251 points, so its pixels are no multiple of the scale."""
    compositor.size, compositor.scale = (1200, 502), 2
    compositor.start()
    compositor.show(b"")
    return {"height": compositor.height, "scale": compositor.buffer_scale, "pixels": compositor.frame()["pixels"]}


def pointer(compositor, client, keys):
    """A pointer enters the keyboard twice, and presses a key at once."""
    compositor.start()
    compositor.send(compositor.seat, 0, "u", 5)
    compositor.show(b"")
    compositor.until(lambda: compositor.counts.get("wl_seat.get_pointer", 0) > 0)
    for serial in [7, 11]:
        count = len(compositor.cursors)
        os.kill(client.identifier, signal.SIGSTOP)
        compositor.send(compositor.pointer, 0, "uuff", serial, compositor.surface, *keys["b"])
        for state in [1, 0]:
            compositor.send(compositor.pointer, 3, "uuuu", serial + 2 - state, 0, MAIN_BUTTON, state)
        compositor.send(compositor.pointer, 1, "uu", serial + 3, compositor.surface)
        os.kill(client.identifier, signal.SIGCONT)
        compositor.until(lambda: len(compositor.cursors) > count)
    return {"serials": [cursor[0] for cursor in compositor.cursors],
            "hasPicture": all(cursor[1] for cursor in compositor.cursors),
            "typedBefore": [cursor[2].decode() for cursor in compositor.cursors]}


def resizing(compositor, client, keys):
    """A keyboard has a smaller height than the keyboard before it, so its upper edge is lower. Taps come before its first
    frame, before the compositor has handled this frame, and afterwards."""
    compositor.start()
    compositor.show(b"")
    low = compositor.height
    compositor.deactivate()
    compositor.activate(None, hint=0x40, purpose=8)
    compositor.until(lambda: compositor.height > low)
    high = compositor.height
    compositor.answersFrames = False
    compositor.tap(10, high - 10)
    compositor.until(lambda: compositor.callbacks)
    answers = compositor.counts["zwp_input_method_v2.commit"]
    compositor.deactivate()
    compositor.activate(b"")
    compositor.until(lambda: compositor.counts["zwp_input_method_v2.commit"] > answers)
    x, y = keys["b"]
    # The first tap is on the old frame, above the new keyboard.
    compositor.tap(x, (high - low) / 2)
    compositor.tap(x, y + high - low)
    compositor.until(lambda: compositor.typed)
    # Only waiting shows whether the first tap types a character too.
    compositor.run(0.3)
    compositor.answeredSyncs = compositor.counts["wl_display.sync"]
    compositor.answersFrames = True
    compositor.commit()
    compositor.until(lambda: compositor.height == low)
    # Measured from the upper edge, this tap is below the new keyboard.
    compositor.tap(x, y + high / 2)
    compositor.until(lambda: len(compositor.typed) > 1)
    compositor.until(lambda: compositor.counts["wl_display.sync"] > compositor.answeredSyncs)
    compositor.answer(compositor.sync)
    compositor.tap(x, y)
    compositor.until(lambda: len(compositor.typed) > 2)
    return {"typed": compositor.typed.decode(), "heights": [low, high], "mismatches": compositor.mismatches}


def resting(compositor, client, keys):
    """A pointer rests on the keyboard while another height takes effect, and then clicks. Like phoc, the compositor reports
    the pointer's new position on the surface while it handles the frame."""
    compositor.start()
    compositor.send(compositor.seat, 0, "u", 5)
    compositor.show(b"")
    compositor.until(lambda: compositor.counts.get("wl_seat.get_pointer", 0) > 0)
    low = compositor.height
    # The keys of the lower keyboard are as high as the keyboard, so only a point at its edge shows a wrong measure.
    compositor.resting = (keys["b"][0], low - 10)
    compositor.send(compositor.pointer, 0, "uuff", 7, compositor.surface, keys["b"][0], 10)
    compositor.deactivate()
    compositor.activate(None, hint=0x40, purpose=8)
    compositor.until(lambda: compositor.handled_height > low)
    high = compositor.height
    compositor.run(0.3)
    compositor.deactivate()
    compositor.activate(b"")
    compositor.until(lambda: compositor.handled_height == low)
    compositor.run(0.3)
    for state in [1, 0]:
        compositor.send(compositor.pointer, 3, "uuuu", 9, 0, MAIN_BUTTON, state)
    compositor.until(lambda: compositor.typed, 5)
    return {"typed": compositor.typed.decode(), "heights": [low, high]}


def late(compositor, client, keys):
    """A pointer presses a key when the program has removed the surface, but the compositor does not know this yet. So the
    program gets neither the end of this press nor a leave event."""
    compositor.start()
    compositor.send(compositor.seat, 0, "u", 5)
    compositor.show(b"")
    compositor.until(lambda: compositor.counts.get("wl_seat.get_pointer", 0) > 0)
    compositor.send(compositor.pointer, 0, "uuff", 7, compositor.surface, *keys["b"])
    compositor.deactivate()
    compositor.until(lambda: compositor.attached == 0)
    compositor.send(compositor.pointer, 3, "uuuu", 8, 0, MAIN_BUTTON, 1)
    compositor.run(0.3)
    compositor.show(b"")
    compositor.send(compositor.pointer, 0, "uuff", 9, compositor.surface, *keys["b"])
    for state in [1, 0]:
        compositor.send(compositor.pointer, 3, "uuuu", 9, 0, MAIN_BUTTON, state)
    compositor.until(lambda: compositor.typed, 5)
    return {"typed": compositor.typed.decode()}


def held(compositor, client, keys):
    """A finger holds delete. The compositor closes the surface, for example because the screen is gone. Without a surface,
    the compositor does not report the end of the touch."""
    compositor.start()
    compositor.show(b"a" * 100)
    presses = lambda: compositor.counts.get("zwp_virtual_keyboard_v1.key", 0)
    compositor.press(*keys["delete"])
    compositor.until(lambda: presses() > 0)
    compositor.isClosing = True
    compositor.send(compositor.layer, 1)
    compositor.until(lambda: compositor.attached == 0)
    # A repetition can already be on its way.
    compositor.run(0.2)
    before = presses()
    compositor.run(1)
    return {"isHeld": before > 0, "presses": presses() - before}


def hidden(compositor, client, keys):
    """The render process cannot start, and the field loses the focus before the next attempt."""
    compositor.start()
    compositor.activate(b"")
    compositor.until(lambda: compositor.counts.get("zwlr_layer_surface_v1.ack_configure", 0) > 0)
    compositor.run(0.1)
    compositor.deactivate()
    # If a field had the focus, the program would start the render process again after one second.
    compositor.run(1.5)
    before = client.ticks()
    compositor.run(1)
    return {"ticks": client.ticks() - before}


def closing(compositor, client, keys):
    """The compositor closes each surface at once."""
    compositor.start()
    compositor.show(b"")
    compositor.isClosing = True
    compositor.send(compositor.layer, 1)
    compositor.run(1.5)
    compositor.isClosing = False
    return {
        "surfaces": compositor.counts["zwlr_layer_shell_v1.get_layer_surface"],
        "isShown": compositor.until(lambda: compositor.attached != 0),
    }


def old(compositor, client, keys):
    """The compositor has the first versions of its interfaces, without some destructors. Then a screen disappears."""
    compositor.start()
    compositor.show(b"")
    compositor.tap(*keys["b"])
    isTyped = compositor.until(lambda: b"b" in compositor.typed)
    number = compositor.number("wl_output")
    compositor.send(compositor.registry, 1, "u", number)
    compositor.deactivate()
    compositor.run(0.5)
    client.end()
    compositor.run(1)
    return {"isTyped": isTyped, "unknown": [name for name in compositor.counts if name.endswith(".release")]}


def extremes(compositor, client, keys):
    """The output and the surface have impossible sizes and scales, and the seat has a hardware keyboard."""
    most = 2**31 - 1
    compositor.start()
    compositor.send(compositor.seat, 0, "u", 7)
    for width, height, scale, transform in [(most, most, most, 3), (-1, 0, -most, 99), (1, 1, 0, -1), (most, 1, 1, 1)]:
        compositor.send(compositor.output, 0, "iiiiissi", -most, most, 0, 0, most, b"\xff" * 900, b"", transform)
        compositor.send(compositor.output, 1, "uiii", 1, width, height, most)
        compositor.send(compositor.output, 3, "i", scale)
        compositor.send(compositor.output, 2)
        compositor.activate(b"")
        compositor.until(lambda: compositor.counts.get("zwlr_layer_shell_v1.get_layer_surface", 0) > 0)
        compositor.send(compositor.layer, 0, "uuu", 2**32 - 1, 2**32 - 1, 2**32 - 1)
        compositor.run(0.3)
        compositor.deactivate()
        compositor.run(0.1)
    compositor.send(compositor.output, 0, "iiiiissi", 0, 0, 0, 0, 0, b"", b"", 0)
    compositor.send(compositor.output, 1, "uiii", 1, *compositor.size, 60000)
    compositor.send(compositor.output, 3, "i", 1)
    compositor.send(compositor.output, 2)
    compositor.show(b"")
    compositor.tap(*keys["b"])
    isTyped = compositor.until(lambda: b"b" in compositor.typed)
    return {"isTyped": isTyped, "keyboards": compositor.counts.get("wl_seat.get_keyboard", 0)}


def reports(compositor, client, keys):
    """The application reports long, wrong and invalid texts, thousands of times and faster than Klava reads."""
    compositor.start()
    compositor.show(b"")
    texts = [b"x" * 3900, b"\xf0\x9f\x98\x80" * 900 + b"\xf0\x9f", b"\xff" * 3900, b"e" + b"\xcc\x81" * 1900, b""]
    offsets = [0, 1, 3, 3899, 4001, 2**31 - 1, 2**31, 2**32 - 1]
    before = client.ticks()
    for number in range(3000):
        text = texts[number % len(texts)]
        cursor, anchor = offsets[number % 8], offsets[number // 8 % 8]
        compositor.send(compositor.method, 2, "suu", text, cursor, anchor)
        compositor.send(compositor.method, 3, "u", 2**32 - 1 - number)
        compositor.send(compositor.method, 4, "uu", 0, 0)
        compositor.send(compositor.method, 5)
        while compositor.step(0):
            pass
    compositor.send(compositor.method, 2, "suu", b"", 0, 0)
    compositor.send(compositor.method, 5)
    while compositor.step(1):
        pass
    ticks = client.ticks() - before
    compositor.tap(*keys["b"])
    return {"isTyped": compositor.until(lambda: b"b" in compositor.typed), "ticks": ticks}


def restless(compositor, client, keys):
    """The application changes its text after each answer, for two seconds."""
    compositor.start()
    compositor.show(b"")
    texts = [b"one", b"two"]
    end = time.monotonic() + 2
    count = 0
    while time.monotonic() < end:
        answers = compositor.counts["zwp_input_method_v2.commit"]
        text = texts[count % 2]
        compositor.send(compositor.method, 2, "suu", text, len(text), len(text))
        compositor.send(compositor.method, 5)
        count += compositor.until(lambda: compositor.counts["zwp_input_method_v2.commit"] > answers, 1)
    compositor.tap(*keys["b"])
    return {"isTyped": compositor.until(lambda: b"b" in compositor.typed), "answers": count}


def oversized(compositor, client, keys):
    """The compositor sends a message that is longer than libwayland's buffer, and accepts no further connection."""
    compositor.start()
    compositor.listener.close()
    os.unlink(compositor.path)
    compositor.socket.sendall(struct.pack("<II", compositor.method, 65532 << 16 | 2) + b"x" * 65524)
    try:
        return {"status": client.process.wait(3)}
    except subprocess.TimeoutExpired:
        return {"status": None}


def outputs(compositor, client, keys):
    """The output disappears while a frame waits for its callback, and another output appears with the same number."""
    compositor.start()
    compositor.answersFrames = False
    compositor.show(b"")
    number = compositor.number("wl_output")
    for _ in range(3):
        compositor.send(compositor.surface, 0, "u", compositor.output)
        compositor.send(compositor.surface, 0, "u", compositor.output)
        compositor.tap(*keys["shift"] if "shift" in keys else keys["b"])
        compositor.send(compositor.registry, 1, "u", number)
        compositor.send(compositor.surface, 1, "u", compositor.output)
        compositor.run(0.2)
        compositor.send(compositor.registry, 0, "usu", number, b"wl_output", 3)
        compositor.run(0.2)
    compositor.answersFrames = True
    compositor.commit()
    count = compositor.typed.count(b"b")
    compositor.tap(*keys["b"])
    return {"isTyped": compositor.until(lambda: compositor.typed.count(b"b") > count)}


def fingers(compositor, client, keys):
    """Fingers appear twice, move beyond every screen, and lift without a touch."""
    compositor.start()
    compositor.show(b"")
    for place in [(-8388608, 8388607), (8388607, -8388608), tuple(keys["b"])]:
        for finger in [0, 0, -(2**31), 2**31 - 1]:
            compositor.send(compositor.touch, 0, "uuuiff", 1, 0, compositor.surface, finger, *place)
            compositor.send(compositor.touch, 2, "uiff", 2**32 - 1, finger, -place[0] - 1, place[1])
        for finger in [7, 0, 0, -(2**31)]:
            compositor.send(compositor.touch, 1, "uui", 1, 0, finger)
        compositor.send(compositor.touch, 3)
    for finger in range(300):
        compositor.send(compositor.touch, 0, "uuuiff", 1, 0, compositor.surface, finger, *keys["b"])
        while compositor.step(0):
            pass
    compositor.send(compositor.touch, 4)
    while compositor.step(1):
        pass
    count = compositor.typed.count(b"b")
    compositor.tap(*keys["b"])
    return {"isTyped": compositor.until(lambda: compositor.typed.count(b"b") > count)}


def clipboard(compositor, client, keys):
    """Applications copy texts: slowly, as passwords, in secure fields, and without an end."""
    text, hint = "text/plain;charset=utf-8", "x-kde-passwordManagerHint"
    compositor.first_content = [text]
    compositor.start()
    compositor.until(lambda: compositor.counts.get("ext_data_control_manager_v1.get_data_device", 0) > 0)
    requests = []

    def copy(types, *answers):
        """Copies data of these types, and writes an answer to each request: some bytes, or None to write nothing."""
        compositor.offer(*types)
        asked = []
        for answer in answers:
            if not compositor.until(lambda: compositor.receives):
                break
            name, descriptor = compositor.receives.pop(0)
            asked.append(name)
            if answer is not None:
                os.write(descriptor, answer)
                os.close(descriptor)
        # Only waiting shows whether a further request comes.
        compositor.run(0.5)
        asked += [name for name, _ in compositor.receives]
        compositor.receives.clear()
        requests.append(asked)

    # Only waiting shows whether a request for the content at the start comes.
    compositor.run(0.5)
    requests.append([name for name, _ in compositor.receives])
    compositor.show(b"")
    copy([text], None)
    compositor.tap(*keys["b"])
    isTyped = compositor.until(lambda: b"b" in compositor.typed)
    copy([text, hint])
    copy([hint, text])
    copy(["image/png", "TEXT"])
    copy([text], b"x" * 60000)
    copy([f"type/{number}" for number in range(1000)] + [text], b"\xff")
    begin = time.monotonic()
    for _ in range(100):
        compositor.offer(text)
    # Only waiting shows whether more requests come.
    compositor.run(0.5)
    flood = [len(compositor.receives), time.monotonic() - begin]
    compositor.receives.clear()
    compositor.deactivate()
    compositor.activate(None, hint=0x40, purpose=8)
    compositor.run(0.5)
    copy([text])
    compositor.deactivate()
    compositor.run(0.5)
    copy([text])
    # The read ends after two seconds, and afterwards the program sleeps.
    compositor.run(2.5)
    before = client.ticks()
    compositor.run(1)
    return {"isTyped": isTyped, "requests": requests, "flood": flood, "ticks": client.ticks() - before}


def layouts(compositor, client, keys):
    """XKB_CONFIG_ROOT names a folder whose files include themselves."""
    compositor.start()
    compositor.show(b"")
    compositor.tap(*keys["b"])
    return {"isTyped": compositor.until(lambda: b"b" in compositor.typed)}


def write_loop():
    root = f"{os.environ['HOME']}/xkb"
    for kind in ["keycodes", "types", "compat", "symbols"]:
        os.makedirs(f"{root}/{kind}")
        for name in ["complete", "evdev", "aliases", "pc", "us"]:
            with open(f"{root}/{kind}/{name}", "w") as file:
                file.write(f'default xkb_{kind.replace("compat", "compatibility")} "a" {{ include "{name}" }};\n')
    os.environ["XKB_CONFIG_ROOT"] = root


def break_renderer():
    """Replaces the program of the render process by a program that fails."""
    with open(os.environ["KLAVA_RENDERER"], "w") as file:
        file.write("#!/bin/sh\nexit 1\n")


# The functions that prepare a scenario before the client starts.
PREPARATIONS = {"hidden": break_renderer, "layouts": write_loop}


def main():
    scenario, keys, *command = sys.argv[1:]
    name, *options = scenario.split(":")
    compositor = Compositor(f"{os.environ['XDG_RUNTIME_DIR']}/strange", SPECIAL_GLOBALS.get(name, GLOBALS))
    PREPARATIONS.get(name, lambda: None)()
    client = Client(compositor, command)
    result = globals()[name](compositor, client, json.loads(keys), *options)
    print(json.dumps(result), flush=True)
    client.end()


if __name__ == "__main__":
    main()
