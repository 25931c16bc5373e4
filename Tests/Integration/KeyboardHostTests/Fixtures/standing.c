/* A keyboard that inserts what it knows about its input mode: in `load`, and now. */
#include <klava/keyboard.h>
#include <string.h>

static klv_host *host;
static const klv_document *document;
static const klv_input_mode *mode;
static bool needed_in_load, full_in_load;

static const char *const names[] = {"loaded", "now", "polish", "invalid", "manifest"};

static void insert(const char *text) { document->insert_text(host, text, strlen(text)); }

static klv_result create(klv_host *given, const klv_launch *launch, void **controller, klv_failure *failure) {
  (void)launch, (void)failure;
  host = given;
  *controller = &host;
  return KLV_OK;
}

static klv_result load(void *controller, klv_failure *failure) {
  (void)controller, (void)failure;
  document = klv_get_host_interface(host, KLV_DOCUMENT);
  mode = klv_get_host_interface(host, KLV_INPUT_MODE);
  needed_in_load = mode->needs_switch_key(host);
  full_in_load = mode->has_full_access(host);
  enum { count = sizeof names / sizeof *names };
  klv_element elements[count + 1];
  memset(elements, 0, sizeof elements);
  elements[0] = (klv_element){.size = sizeof *elements, .kind = KLV_ELEMENT_ROW, .child_count = count};
  for (int index = 0; index < count; index++)
    elements[index + 1] = (klv_element){.size = sizeof *elements,
                                        .kind = KLV_ELEMENT_KEY,
                                        .role = KLV_ROLE_ACTION,
                                        .title = (klv_text){names[index], strlen(names[index])}};
  klv_interface_record record = {.size = sizeof record, .element_count = count + 1, .elements = elements};
  return ((const klv_interface *)klv_get_host_interface(host, KLV_INTERFACE))->set(host, &record);
}

static void insert_standing(bool needed, bool full) {
  insert(needed ? "globe " : "no globe ");
  insert(full ? "full" : "confined");
}

static klv_result key_event(void *controller, const klv_key_event *event) {
  (void)controller;
  if (event->gesture != KLV_GESTURE_PRESS || event->key.bytes == NULL) return KLV_OK;
  if (strncmp(event->key.bytes, "loaded", event->key.length) == 0) {
    insert_standing(needed_in_load, full_in_load);
  } else if (strncmp(event->key.bytes, "now", event->key.length) == 0) {
    insert_standing(mode->needs_switch_key(host), mode->has_full_access(host));
  } else {
    klv_result result = strncmp(event->key.bytes, "polish", event->key.length) == 0
                            ? mode->set_primary_language(host, "pl-PL", 5)
                        : strncmp(event->key.bytes, "invalid", event->key.length) == 0
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

const klv_keyboard_entry klv_keyboard = {
    KLV_ABI_VERSION, sizeof(klv_keyboard_entry), create, load, NULL, get_interface,
};
