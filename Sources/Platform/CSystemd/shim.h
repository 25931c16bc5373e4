#include <systemd/sd-bus.h>

// Swift copies a constant that it imports, but a table of members must contain the constant's address.
static inline const unsigned *klv_bus_table_format(void) { return &sd_bus_object_vtable_format; }
