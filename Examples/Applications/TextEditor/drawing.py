"""Draws the canvases of a keyboard with cairo, and decodes its pictures."""

import os
import sys

import cairo
import gi

gi.require_version("Gdk", "4.0")
gi.require_version("PangoCairo", "1.0")
from gi.repository import Gdk, GdkPixbuf, Gio, GLib, Pango, PangoCairo  # noqa: E402

CAPS = {"butt": cairo.LINE_CAP_BUTT, "round": cairo.LINE_CAP_ROUND, "square": cairo.LINE_CAP_SQUARE}
JOINS = {"miter": cairo.LINE_JOIN_MITER, "round": cairo.LINE_JOIN_ROUND, "bevel": cairo.LINE_JOIN_BEVEL}
ALIGNMENTS = {"leading": Pango.Alignment.LEFT, "center": Pango.Alignment.CENTER, "trailing": Pango.Alignment.RIGHT}


def color(text):
    """Converts a color of the protocol, #RRGGBBAA."""
    result = Gdk.RGBA()
    result.red, result.green, result.blue, result.alpha = (int(text[i : i + 2], 16) / 255 for i in (1, 3, 5, 7))
    return result


# The queue of pictures to decode. Only one decoding process runs at a time, because a keyboard can have many pictures.
waiting = []


def decode(picture, did_decode):
    """Decodes a picture in another process, and calls `did_decode` with a GdkPixbuf.Pixbuf or None."""
    waiting.append((picture, did_decode))
    if len(waiting) == 1:
        decode_next()


def decode_next():
    picture, did_decode = waiting[0]
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "decode_picture.py")
    process = Gio.Subprocess.new(
        [sys.executable, script], Gio.SubprocessFlags.STDIN_PIPE | Gio.SubprocessFlags.STDOUT_PIPE)

    def did_end(process, result):
        _, output, _ = process.communicate_finish(result)
        waiting.pop(0)
        if waiting:
            decode_next()
        size, _, pixels = output.get_data().partition(b"\n")
        if not process.get_successful():
            return did_decode(None)
        width, height = (int(number) for number in size.split())
        # Check the output of the decoding process, because a hostile picture can take control of this process.
        if not (0 < width <= 4096 and 0 < height <= 4096 and len(pixels) == width * height * 4):
            return did_decode(None)
        did_decode(GdkPixbuf.Pixbuf.new_from_bytes(
            GLib.Bytes.new(pixels), GdkPixbuf.Colorspace.RGB, True, 8, width, height, width * 4))

    process.communicate_async(GLib.Bytes.new(picture), None, did_end)


def draw_picture(context, pixbuf, x, y, width, height):
    """Draws a picture in the center of a rectangle, at the largest size that fits."""
    scale = min(width / pixbuf.get_width(), height / pixbuf.get_height())
    context.save()
    context.translate(x + width / 2, y + height / 2)
    context.scale(scale, scale)
    Gdk.cairo_set_source_pixbuf(context, pixbuf, -pixbuf.get_width() / 2, -pixbuf.get_height() / 2)
    context.paint()
    context.restore()


class Canvas:
    """A canvas of a keyboard. `picture` returns the decoded picture of a path, or None."""

    COMMANDS = frozenset((
        "move", "line", "quadCurve", "curve", "arc", "rect", "close", "clip", "save", "restore", "fill", "stroke", "text",
        "image"))

    def __init__(self, element, picture):
        self.drawing = element["drawing"]
        self.foreground = element["look"]["foreground"]
        self.picture = picture
        self.x, self.y, self.width, self.height = element["frame"]

    def draw(self, context):
        wide, high = self.drawing["width"], self.drawing["height"]
        self.scale_x, self.scale_y = self.width / wide, self.height / high
        # For line widths and font sizes, use the smaller of the two scales.
        self.scale = min(self.scale_x, self.scale_y)
        if self.drawing["contentMode"] == "scaleAspectFit":
            self.scale_x = self.scale_y = self.scale
        context.translate(
            self.x + (self.width - wide * self.scale_x) / 2, self.y + (self.height - high * self.scale_y) / 2)
        context.scale(self.scale_x, self.scale_y)
        for name, *values in self.drawing["commands"]:
            # Ignore unknown commands, which a later version of Klava can send.
            if name in self.COMMANDS:
                getattr(self, name)(context, *values)

    def select(self, context, colors):
        """Returns the first of two colors: the color for the light appearance. The editor has no dark appearance."""
        Gdk.cairo_set_source_rgba(context, color(colors[0] if colors else self.foreground))

    # The following methods each execute one drawing command of the protocol.

    def move(self, context, x, y):
        context.move_to(x, y)

    def line(self, context, x, y):
        context.line_to(x, y)

    def quadCurve(self, context, x, y, control_x, control_y):
        if not context.has_current_point():
            context.move_to(control_x, control_y)
        start_x, start_y = context.get_current_point()
        context.curve_to(
            start_x + (control_x - start_x) * 2 / 3, start_y + (control_y - start_y) * 2 / 3,
            x + (control_x - x) * 2 / 3, y + (control_y - y) * 2 / 3, x, y)

    def curve(self, context, x, y, *controls):
        context.curve_to(*controls, x, y)

    def arc(self, context, x, y, radius, start, end, clockwise):
        (context.arc if clockwise else context.arc_negative)(x, y, radius, start, end)

    def rect(self, context, x, y, width, height, radius):
        radius = min(radius, width / 2, height / 2)
        if radius <= 0:
            return context.rectangle(x, y, width, height)
        quarter = 3.141592653589793 / 2
        context.new_sub_path()
        context.arc(x + width - radius, y + radius, radius, -quarter, 0)
        context.arc(x + width - radius, y + height - radius, radius, 0, quarter)
        context.arc(x + radius, y + height - radius, radius, quarter, 2 * quarter)
        context.arc(x + radius, y + radius, radius, 2 * quarter, 3 * quarter)
        context.close_path()

    def close(self, context):
        context.close_path()

    def clip(self, context):
        context.clip()

    def save(self, context):
        context.save()

    def restore(self, context):
        context.restore()

    def fill(self, context, colors, even_odd):
        self.select(context, colors)
        context.set_fill_rule(cairo.FILL_RULE_EVEN_ODD if even_odd else cairo.FILL_RULE_WINDING)
        context.fill()

    def stroke(self, context, colors, width, cap, join):
        self.select(context, colors)
        context.set_line_cap(CAPS[cap])
        context.set_line_join(JOINS[join])
        matrix = context.get_matrix()
        context.scale(self.scale / self.scale_x, self.scale / self.scale_y)
        context.set_line_width(width)
        context.stroke()
        context.set_matrix(matrix)

    def text(self, context, text, x, y, width, height, size, weight, alignment, colors):
        context.save()
        context.rectangle(x, y, width, height)
        context.clip()
        layout = PangoCairo.create_layout(context)
        font = Pango.FontDescription.from_string("Sans")
        font.set_absolute_size(size * self.scale / self.scale_x * Pango.SCALE)
        font.set_weight(getattr(Pango.Weight, {"regular": "NORMAL"}.get(weight, weight.upper())))
        layout.set_font_description(font)
        layout.set_width(int(width * Pango.SCALE))
        layout.set_alignment(ALIGNMENTS[alignment])
        layout.set_text(text, -1)
        context.move_to(x, y + (height - layout.get_pixel_size()[1]) / 2)
        self.select(context, colors)
        PangoCairo.show_layout(context, layout)
        context.restore()
        context.new_path()

    def image(self, context, path, x, y, width, height):
        context.new_path()
        if pixbuf := self.picture(path):
            draw_picture(context, pixbuf, x, y, width, height)
