#include <dwarf.h>
#include <elfutils/libdw.h>
#include <gelf.h>
#include <stddef.h>
#include <stdint.h>

// The Swift runtime exports `swift_demangle`, which returns NULL if the name is not a mangled name. The caller frees
// the result.
char *swift_demangle(const char *name, size_t length, char *buffer, size_t *size, uint32_t flags);
