#include <systemd/sd-bus.h>

// A table of D-Bus members must contain the address of libsystemd's own constant. If Swift imported the constant, its
// copy would have a different address.
static inline const unsigned *klv_bus_table_format(void) { return &sd_bus_object_vtable_format; }
