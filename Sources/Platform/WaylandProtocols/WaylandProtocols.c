#include "WaylandProtocols.h"

#include <string.h>

#if !__has_include("all-protocols.inc") || !__has_include("test-protocols.inc")
#error "The code of the Wayland protocols is missing. Run `make deps`, which generates it."
#endif

// all-protocols.inc includes the generated tables, and defines KLV_INTERFACES as a list of their addresses.
#include "all-protocols.inc"

// Not every machine has the tables for tests, so a release build leaves them out and contains the same tables on each
// machine.
#ifdef DEBUG
#include "test-protocols.inc"
#endif
#ifndef KLV_TEST_INTERFACES
#define KLV_TEST_INTERFACES
#endif

extern const struct wl_interface wl_registry_interface, wl_callback_interface, wl_compositor_interface,
    wl_region_interface, wl_shm_interface;

static const struct wl_interface *const interfaces[] = {
    &wl_registry_interface, &wl_callback_interface, &wl_compositor_interface, &wl_region_interface,
    &wl_shm_interface,      &wl_seat_interface,     &wl_output_interface,     KLV_INTERFACES
    KLV_TEST_INTERFACES};

const struct wl_interface *klv_wayland_interface(const char *name) {
  for (size_t index = 0; index < sizeof interfaces / sizeof *interfaces; index++) {
    if (strcmp(interfaces[index]->name, name) == 0) return interfaces[index];
  }
  return NULL;
}
