/*
 * A keyboard for version 1.0 of the contract, with the header of that version beside it. It calls every function table
 * of version 1.0. Its code never changes, and its behavior must stay the same with every later version of Klava.
 */
#include <klava/keyboard.h>
#include <stdio.h>
#include <string.h>

static klv_host *host;
static int count = 0;
static uint64_t timer = 0;

static klv_text text(const char *string) { return (klv_text){string, strlen(string)}; }

static const klv_document *document(void) { return klv_get_host_interface(host, KLV_DOCUMENT); }

static klv_element element(uint32_t kind, const char *title, uint32_t role, uint32_t children) {
  klv_element element = {.size = sizeof element, .kind = kind, .role = role, .child_count = children};
  if (title != NULL) element.title = text(title);
  return element;
}

static klv_result show(void) {
  const klv_interface *interface = klv_get_host_interface(host, KLV_INTERFACE);
  klv_element elements[] = {
      element(KLV_ELEMENT_COLUMN, NULL, 0, 2),
      element(KLV_ELEMENT_ROW, NULL, 0, 4),
      element(KLV_ELEMENT_LABEL, "0", 0, 0),
      element(KLV_ELEMENT_KEY, "a", KLV_ROLE_CHARACTER, 0),
      element(KLV_ELEMENT_KEY, "wrap", KLV_ROLE_ACTION, 0),
      element(KLV_ELEMENT_KEY, "mark", KLV_ROLE_ACTION, 0),
      element(KLV_ELEMENT_ROW, NULL, 0, 4),
      element(KLV_ELEMENT_KEY, "next", KLV_ROLE_NEXT_KEYBOARD, 0),
      element(KLV_ELEMENT_SPACER, NULL, 0, 0),
      element(KLV_ELEMENT_KEY, "later", KLV_ROLE_ACTION, 0),
      element(KLV_ELEMENT_KEY, "delete", KLV_ROLE_DELETE, 0),
  };
  elements[2].identifier = text("count");
  elements[8].weight = 2;
  klv_interface_record record = {
      .size = sizeof record, .element_count = sizeof elements / sizeof *elements, .elements = elements};
  return interface->set(host, &record);
}

static klv_result add(void) {
  const klv_interface *interface = klv_get_host_interface(host, KLV_INTERFACE);
  char number[16];
  snprintf(number, sizeof number, "%d", ++count);
  return interface->set_label(host, "count", 5, number, strlen(number));
}

/* Reads everything that a keyboard can read. Returns whether all reads succeeded. */
static bool can_read(void) {
  const klv_field *field = klv_get_host_interface(host, KLV_FIELD);
  const klv_input_mode *mode = klv_get_host_interface(host, KLV_INPUT_MODE);
  const klv_memory *memory = klv_get_host_interface(host, KLV_MEMORY);
  const klv_settings *settings = klv_get_host_interface(host, KLV_SETTINGS);
  const klv_resources *resources = klv_get_host_interface(host, KLV_RESOURCES);
  const klv_container *container = klv_get_host_interface(host, KLV_CONTAINER);
  const klv_log *log = klv_get_host_interface(host, KLV_LOG);
  klv_traits traits = {.size = sizeof traits};
  klv_environment environment = {.size = sizeof environment};
  klv_context_info info = {.size = sizeof info};
  klv_setting setting = {.size = sizeof setting};
  klv_text language, names;
  klv_bytes bytes;
  klv_uuid identifier;
  return field->traits(host, &traits) == KLV_OK && traits.keyboard_type == 0 &&
         field->environment(host, &environment) == KLV_OK && environment.width > 0 &&
         document()->context_info(host, &info) == KLV_OK && document()->document_identifier(host, &identifier) == KLV_OK &&
         mode->primary_language(host, &language) == KLV_OK && !mode->has_full_access(host) &&
         memory->limit(host) > memory->used(host) &&
         settings->read(host, "none", 4, &setting) == KLV_ERROR_NOT_FOUND &&
         resources->read(host, "Info.plist", 10, &bytes) == KLV_OK && bytes.length > 0 &&
         container->write(host, "kept", 4, (const uint8_t *)"x", 1) == KLV_OK &&
         container->names(host, &names) == KLV_OK && names.length == 5 && container->remove(host, "kept", 4) == KLV_OK &&
         log->write(host, KLV_LOG_INFO, "read", 4) == KLV_OK;
}

static klv_result key_event(void *controller, const klv_key_event *event) {
  const klv_timer *timers = klv_get_host_interface(host, KLV_TIMER);
  (void)controller;
  if (event->gesture != KLV_GESTURE_PRESS) return KLV_UNHANDLED;
  if (event->key.length == 4 && memcmp(event->key.bytes, "wrap", 4) == 0) {
    if (!can_read()) return KLV_ERROR_FAILED;
    klv_result result = document()->insert_text(host, "()", 2);
    if (result == KLV_OK) result = document()->adjust_position(host, -1);
    return result == KLV_OK ? add() : result;
  }
  if (event->key.length == 4 && memcmp(event->key.bytes, "mark", 4) == 0) {
    klv_result result = document()->set_marked_text(host, "mn", 2, 1, 1);
    return result == KLV_OK ? document()->unmark_text(host) : result;
  }
  if (event->key.length == 5) {
    timer = timers->start(host, 0.5, false);
    return timer != 0 ? KLV_OK : KLV_ERROR_FAILED;
  }
  return KLV_UNHANDLED;
}

static void timer_fired(void *controller, uint64_t fired) {
  (void)controller;
  if (fired == timer && document()->insert_text(host, "!", 1) == KLV_OK) add();
}

static klv_result create(klv_host *made_for, const klv_launch *launch, void **controller, klv_failure *failure) {
  (void)launch;
  (void)failure;
  host = made_for;
  *controller = &host;
  return KLV_OK;
}

static klv_result load(void *controller, klv_failure *failure) {
  (void)controller;
  (void)failure;
  return show();
}

static const void *get_interface(void *controller, const char *identifier) {
  static const klv_keys keys = {key_event};
  static const klv_observing observing = {.timer_fired = timer_fired};
  (void)controller;
  if (strcmp(identifier, KLV_KEYS) == 0) return &keys;
  if (strcmp(identifier, KLV_OBSERVING) == 0) return &observing;
  return NULL;
}

KLV_EXPORT const klv_keyboard_entry klv_keyboard = {
    KLV_ABI_VERSION, sizeof(klv_keyboard_entry), create, load, NULL, get_interface,
};
