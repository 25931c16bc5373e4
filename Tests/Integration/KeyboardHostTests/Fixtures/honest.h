/* The common code of the keyboards honest.c and honest.cpp. Each key inserts the text that its function computes. */
#include <klava/keyboard.h>

#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

struct key {
  const char *name;
  void (*compute)(char *text, size_t room);
};

/* The keys. An entry without a name ends the array. */
extern const struct key honest_keys[];

static klv_host *host;
static const klv_document *document;

static klv_result create(klv_host *given, const klv_launch *launch, void **controller, klv_failure *failure) {
  (void)launch, (void)failure;
  host = given;
  *controller = &host;
  return KLV_OK;
}

static klv_result load(void *controller, klv_failure *failure) {
  (void)controller, (void)failure;
  document = (const klv_document *)klv_get_host_interface(host, KLV_DOCUMENT);
  klv_element elements[32];
  memset(elements, 0, sizeof elements);
  uint32_t count = 1;
  for (const struct key *key = honest_keys; key->name; key++, count++) {
    elements[count].size = sizeof *elements;
    elements[count].kind = KLV_ELEMENT_KEY;
    elements[count].role = KLV_ROLE_ACTION;
    elements[count].title.bytes = key->name;
    elements[count].title.length = strlen(key->name);
  }
  elements[0].size = sizeof *elements;
  elements[0].kind = KLV_ELEMENT_ROW;
  elements[0].child_count = count - 1;
  klv_interface_record record;
  memset(&record, 0, sizeof record);
  record.size = sizeof record;
  record.element_count = count;
  record.elements = elements;
  return ((const klv_interface *)klv_get_host_interface(host, KLV_INTERFACE))->set(host, &record);
}

static klv_result key_event(void *controller, const klv_key_event *event) {
  (void)controller;
  if (event->gesture != KLV_GESTURE_PRESS) return KLV_OK;
  for (const struct key *key = honest_keys; key->name; key++)
    if (strlen(key->name) == event->key.length && memcmp(key->name, event->key.bytes, event->key.length) == 0) {
      char text[1024] = "";
      key->compute(text, sizeof text);
      return document->insert_text(host, text, strlen(text));
    }
  return KLV_OK;
}

static const klv_keys keys_interface = {key_event};

static const void *get_interface(void *controller, const char *identifier) {
  (void)controller;
  return strcmp(identifier, KLV_KEYS) == 0 ? &keys_interface : NULL;
}

const klv_keyboard_entry klv_keyboard = {
    KLV_ABI_VERSION, sizeof(klv_keyboard_entry), create, load, NULL, get_interface,
};

#ifdef __cplusplus
}
#endif
