/*
 * A keyboard that inserts its standing. The key "loaded" inserts the standing that it read in `load`, and the key
 * "now" inserts the current standing. The other keys set the language of the keyboard.
 */
#include "named-keys.h"

static const klv_input_mode *mode;
static bool needed_in_load, full_in_load;

static const char *const names[] = {"loaded", "now", "polish", "invalid", "manifest"};

static klv_result load(void *controller, klv_failure *failure) {
  (void)controller, (void)failure;
  document = klv_get_host_interface(host, KLV_DOCUMENT);
  mode = klv_get_host_interface(host, KLV_INPUT_MODE);
  needed_in_load = mode->needs_switch_key(host);
  full_in_load = mode->has_full_access(host);
  return show_keys(names, sizeof names / sizeof *names);
}

static void insert_standing(bool needed, bool full) {
  insert(needed ? "globe " : "no globe ");
  insert(full ? "full" : "confined");
}

static klv_result key_event(void *controller, const klv_key_event *event) {
  (void)controller;
  char name[32];
  if (!pressed(event, name)) return KLV_OK;
  if (strcmp(name, "loaded") == 0) {
    insert_standing(needed_in_load, full_in_load);
  } else if (strcmp(name, "now") == 0) {
    insert_standing(mode->needs_switch_key(host), mode->has_full_access(host));
  } else {
    klv_result result = strcmp(name, "polish") == 0
                            ? mode->set_primary_language(host, "pl-PL", 5)
                        : strcmp(name, "invalid") == 0
                            ? mode->set_primary_language(host, "no language", 11)
                            : mode->set_primary_language(host, "", 0);
    klv_text language = {NULL, 0};
    mode->primary_language(host, &language);
    insert(result == KLV_OK ? "set " : "refused ");
    document->insert_text(host, language.bytes, language.length);
  }
  return KLV_OK;
}

static const klv_keys keys = {key_event};

static const void *get_interface(void *controller, const char *identifier) {
  (void)controller;
  return strcmp(identifier, KLV_KEYS) == 0 ? &keys : NULL;
}

KEYBOARD(load, get_interface);
