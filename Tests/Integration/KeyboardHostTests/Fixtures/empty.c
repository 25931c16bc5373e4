/* A keyboard without an input view, whose function table for keys has no function. */
#include <klava/keyboard.h>

#include <string.h>

static klv_result create(klv_host *host, const klv_launch *launch, void **controller, klv_failure *failure) {
  (void)host, (void)launch, (void)controller, (void)failure;
  return KLV_OK;
}

static klv_result load(void *controller, klv_failure *failure) {
  (void)controller, (void)failure;
  return KLV_OK;
}

static const void *get_interface(void *controller, const char *name) {
  (void)controller;
  static const klv_keys keys = {.key_event = NULL};
  return strcmp(name, KLV_KEYS) == 0 ? &keys : NULL;
}

KLV_EXPORT const klv_keyboard_entry klv_keyboard = {
    .abi_version = KLV_ABI_VERSION,
    .size = sizeof(klv_keyboard_entry),
    .create = create,
    .load = load,
    .get_interface = get_interface,
};
