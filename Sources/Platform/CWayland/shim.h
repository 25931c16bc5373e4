#include <wayland-client-core.h>
#include <wayland-cursor.h>
#include <wayland-util.h>
