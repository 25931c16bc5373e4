// A library for LD_PRELOAD. If the compositor reports a negative physical size of a Wayland output, the program gets
// the size 0 instead. A size of 0 means that the size is unknown.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct wl_output;
struct wl_proxy;

typedef void (*function)(void);
typedef void (*geometry_function)(
    void *data, struct wl_output *output, int32_t x, int32_t y, int32_t width, int32_t height, int32_t subpixel,
    const char *make, const char *model, int32_t transform);

// The number of events of wl_output up to version 4.
enum { events = 6 };

static geometry_function program_geometry;

static void geometry(
    void *data, struct wl_output *output, int32_t x, int32_t y, int32_t width, int32_t height, int32_t subpixel,
    const char *make, const char *model, int32_t transform) {
  program_geometry(
      data, output, x, y, width < 0 ? 0 : width, height < 0 ? 0 : height, subpixel, make, model, transform);
}

int wl_proxy_add_listener(struct wl_proxy *proxy, function *listener, void *data) {
  int (*add)(struct wl_proxy *, function *, void *) =
      (int (*)(struct wl_proxy *, function *, void *))dlsym(RTLD_NEXT, "wl_proxy_add_listener");
  const char *(*interface)(struct wl_proxy *) =
      (const char *(*)(struct wl_proxy *))dlsym(RTLD_NEXT, "wl_proxy_get_class");
  if (strcmp(interface(proxy), "wl_output") != 0) return add(proxy, listener, data);
  // The listener must exist as long as the output, so it is never freed.
  function *changed = malloc(events * sizeof *changed);
  if (!changed) abort();
  memcpy(changed, listener, events * sizeof *changed);
  program_geometry = (geometry_function)listener[0];
  changed[0] = (function)geometry;
  return add(proxy, changed, data);
}
