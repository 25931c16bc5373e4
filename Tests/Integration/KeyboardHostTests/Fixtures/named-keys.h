/* The common code of keyboards with a row of named keys. A key calls host functions and inserts their results. */
#include <klava/keyboard.h>
#include <stdio.h>
#include <string.h>

static klv_host *host;
static const klv_document *document;

static void insert(const char *text) { document->insert_text(host, text, strlen(text)); }

__attribute__((unused)) static void insert_number(long long number) {
  char text[32];
  snprintf(text, sizeof text, "%lld ", number);
  insert(text);
}

static klv_result create(klv_host *given, const klv_launch *launch, void **controller, klv_failure *failure) {
  (void)launch, (void)failure;
  host = given;
  *controller = &host;
  return KLV_OK;
}

/* Shows a row with a key for each name. */
static klv_result show_keys(const char *const *names, int count) {
  klv_element elements[count + 1];
  memset(elements, 0, sizeof elements);
  elements[0] = (klv_element){.size = sizeof *elements, .kind = KLV_ELEMENT_ROW, .child_count = (uint64_t)count};
  for (int index = 0; index < count; index++)
    elements[index + 1] = (klv_element){.size = sizeof *elements,
                                        .kind = KLV_ELEMENT_KEY,
                                        .role = KLV_ROLE_ACTION,
                                        .title = (klv_text){names[index], strlen(names[index])}};
  klv_interface_record record = {
      .size = sizeof record, .element_count = (uint64_t)count + 1, .elements = elements};
  return ((const klv_interface *)klv_get_host_interface(host, KLV_INTERFACE))->set(host, &record);
}

/* Fills `name` with the name of the pressed key. Returns false for other gestures. */
static bool pressed(const klv_key_event *event, char name[32]) {
  if (event->gesture != KLV_GESTURE_PRESS || event->key.bytes == NULL) return false;
  snprintf(name, 32, "%.*s", (int)event->key.length, event->key.bytes);
  return true;
}

/* Defines the exported symbol klv_keyboard with these functions. */
#define KEYBOARD(load, get_interface)                                                    \
  const klv_keyboard_entry klv_keyboard = {                                              \
      KLV_ABI_VERSION, sizeof(klv_keyboard_entry), create, load, NULL, get_interface,    \
  }
