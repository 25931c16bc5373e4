// WaylandProtocols: the tables that describe the Wayland protocols to libwayland.
//
// For:    `WaylandClient`.
// Never:  contains hand-written tables. `wayland-scanner` generates the tables from XML into `.build/protocols` (`make
//         deps`).
// Start:  `klv_wayland_interface` below; `Host/Scripts/generate-protocols.sh` for the list of files.

#ifndef WAYLAND_PROTOCOLS_H
#define WAYLAND_PROTOCOLS_H

#include <wayland-util.h>

/// Returns the interface with this name, such as `wl_surface`; NULL if no protocol that Klava uses contains it.
const struct wl_interface *klv_wayland_interface(const char *name);

#endif
