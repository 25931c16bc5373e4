/*
 * A keyboard in C for the benchmarks. The number at the end of the bundle's identifier is the number of keys. The
 * keyboard sets its input view each time it appears. Each key types one letter.
 */
#include <klava/keyboard.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_keys = 1000, keys_in_row = 10, most_elements = most_keys + most_keys / keys_in_row + 2 };

static klv_host *host;
static int key_count;

static klv_result create(klv_host *given, const klv_launch *launch, void **controller, klv_failure *failure) {
  (void)failure;
  host = given;
  *controller = &host;
  char digits[8] = "";
  size_t start = launch->bundle_identifier.length;
  while (start > 0 && launch->bundle_identifier.bytes[start - 1] != '-') start--;
  size_t length = launch->bundle_identifier.length - start;
  if (length < sizeof digits) memcpy(digits, launch->bundle_identifier.bytes + start, length);
  key_count = atoi(digits);
  return key_count > 0 && key_count <= most_keys ? KLV_OK : -1;
}

static klv_result show(void) {
  static klv_element elements[most_elements];
  static char titles[most_keys][16];
  memset(elements, 0, sizeof elements);
  int count = 0;
  klv_element *column = &elements[count++];
  *column = (klv_element){.size = sizeof *column, .kind = KLV_ELEMENT_COLUMN};
  for (int key = 0; key < key_count; key++) {
    if (key % keys_in_row == 0) {
      int left = key_count - key;
      column->child_count++;
      elements[count++] = (klv_element){
          .size = sizeof *elements, .kind = KLV_ELEMENT_ROW, .child_count = (uint32_t)(left < keys_in_row ? left : keys_in_row)};
    }
    int length = snprintf(titles[key], sizeof titles[key], "key %d", key);
    elements[count++] = (klv_element){.size = sizeof *elements,
                                      .kind = KLV_ELEMENT_KEY,
                                      .role = KLV_ROLE_ACTION,
                                      .title = {titles[key], (size_t)length}};
  }
  klv_interface_record record = {.size = sizeof record, .element_count = (uint32_t)count, .elements = elements};
  const klv_interface *interface = klv_get_host_interface(host, KLV_INTERFACE);
  return interface->set(host, &record);
}

static klv_result load(void *controller, klv_failure *failure) {
  (void)controller;
  (void)failure;
  return show();
}

static void will_appear(void *controller) {
  (void)controller;
  show();
}

static klv_result key_event(void *controller, const klv_key_event *event) {
  (void)controller;
  const klv_document *document = klv_get_host_interface(host, KLV_DOCUMENT);
  return event->gesture == KLV_GESTURE_PRESS ? document->insert_text(host, "x", 1) : KLV_UNHANDLED;
}

static const klv_appearing appearing = {.will_appear = will_appear};
static const klv_keys keys = {key_event};

static const void *get_interface(void *controller, const char *identifier) {
  (void)controller;
  if (strcmp(identifier, KLV_APPEARING) == 0) return &appearing;
  return strcmp(identifier, KLV_KEYS) == 0 ? &keys : NULL;
}

const klv_keyboard_entry klv_keyboard = {
    KLV_ABI_VERSION, sizeof(klv_keyboard_entry), create, load, NULL, get_interface,
};
