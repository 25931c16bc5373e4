"""Decodes a picture on standard input. Writes a line with its width and height, and then its pixels as RGBA.

A picture in a keyboard's bundle can exploit a fault in a decoder. In a separate process, the fault does not harm the
editor. An editor for other users should also run this program in a sandbox, for example with bubblewrap.
"""

import resource
import sys

resource.setrlimit(resource.RLIMIT_CPU, (5, 5))
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))

import gi  # noqa: E402

gi.require_version("GdkPixbuf", "2.0")
from gi.repository import GdkPixbuf, Gio, GLib  # noqa: E402

stream = Gio.MemoryInputStream.new_from_bytes(GLib.Bytes.new(sys.stdin.buffer.read()))
picture = GdkPixbuf.Pixbuf.new_from_stream_at_scale(stream, 256, 256, True, None).add_alpha(False, 0, 0, 0)
sys.stdout.buffer.write(f"{picture.get_width()} {picture.get_height()}\n".encode())
sys.stdout.buffer.write(picture.read_pixel_bytes().get_data())
