/*
 * A keyboard in C for the benchmarks. The number in the name of a key, such as `insert 1000`, is the number of calls
 * that a press of the key makes. The key `wait` waits for 20 ms before it inserts a letter.
 */
#include <klava/keyboard.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

static klv_host *host;
static const klv_document *document;

static klv_result create(klv_host *given, const klv_launch *launch, void **controller, klv_failure *failure) {
  (void)launch;
  (void)failure;
  host = given;
  *controller = &host;
  return KLV_OK;
}

static klv_result insert(long count) {
  for (long call = 0; call < count; call++) {
    klv_result result = document->insert_text(host, "x", 1);
    if (result != KLV_OK) return result;
  }
  return KLV_OK;
}

/*
 * Reads the context `count` times. After the last read, inserts the last letter of the context, so that the benchmark
 * can check the reads.
 */
static klv_result read_context(long count) {
  klv_text before = {NULL, 0};
  for (long call = 0; call < count; call++) {
    klv_result result = document->context_before(host, &before);
    if (result != KLV_OK) return result;
  }
  return before.length > 0 ? document->insert_text(host, before.bytes + before.length - 1, 1) : -1;
}

static klv_result wait_and_insert(void) {
  nanosleep(&(struct timespec){0, 20000000}, NULL);
  return insert(1);
}

static const char *const names[] = {"insert 1", "insert 10", "insert 1000", "read 1", "read 10", "read 1000", "wait"};
enum { name_count = sizeof names / sizeof *names };

static klv_result key_event(void *controller, const klv_key_event *event) {
  (void)controller;
  char name[16] = "";
  if (event->gesture != KLV_GESTURE_PRESS || event->key.bytes == NULL || event->key.length >= sizeof name) return KLV_OK;
  memcpy(name, event->key.bytes, event->key.length);
  if (strncmp(name, "insert ", 7) == 0) return insert(atol(name + 7));
  if (strncmp(name, "read ", 5) == 0) return read_context(atol(name + 5));
  if (strcmp(name, "wait") == 0) return wait_and_insert();
  return KLV_UNHANDLED;
}

static klv_result load(void *controller, klv_failure *failure) {
  (void)controller;
  (void)failure;
  document = klv_get_host_interface(host, KLV_DOCUMENT);
  const klv_interface *interface = klv_get_host_interface(host, KLV_INTERFACE);
  klv_element elements[name_count + 1];
  memset(elements, 0, sizeof elements);
  for (int index = 0; index <= name_count; index++) elements[index].size = sizeof *elements;
  elements[0].kind = KLV_ELEMENT_ROW;
  elements[0].child_count = name_count;
  for (int index = 0; index < name_count; index++) {
    elements[index + 1].kind = KLV_ELEMENT_KEY;
    elements[index + 1].role = KLV_ROLE_ACTION;
    elements[index + 1].title = (klv_text){names[index], strlen(names[index])};
  }
  klv_interface_record record = {.size = sizeof record, .element_count = name_count + 1, .elements = elements};
  return interface->set(host, &record);
}

static const klv_keys keys = {key_event};

static const void *get_interface(void *controller, const char *identifier) {
  (void)controller;
  return strcmp(identifier, KLV_KEYS) == 0 ? &keys : NULL;
}

const klv_keyboard_entry klv_keyboard = {
    KLV_ABI_VERSION, sizeof(klv_keyboard_entry), create, load, NULL, get_interface,
};
