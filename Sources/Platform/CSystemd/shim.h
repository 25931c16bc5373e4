#include <systemd/sd-bus.h>

// A table of D-Bus members must contain the address of this constant. Swift copies constants, so the constant in Swift
// has a different address.
static inline const unsigned *klv_bus_table_format(void) { return &sd_bus_object_vtable_format; }
