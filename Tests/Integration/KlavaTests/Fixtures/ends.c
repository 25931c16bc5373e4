/*
 * A keyboard whose keys end its process. Each function has the name of its key, and a comment marks the line that ends
 * the process. With REPAIRED, the keys type their names instead.
 */
#include <klava/keyboard.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static klv_host *host;
static volatile int zero;

static int null_pointer(void) {
  int *volatile pointer = NULL;
  return *pointer; /* ends null_pointer */
}

static int trap(void) {
  if (zero == 0) __builtin_trap(); /* ends trap */
  return 0;
}

static int fatal_error(void) {
  fputs("Keyboard/Keys.swift:7: Fatal error: Index out of range\n", stderr);
  __builtin_trap(); /* ends fatal_error */
}

static int aborted(void) {
  abort(); /* ends aborted */
}

static int recursion(void) {
  volatile char frame[4096];
  memset((void *)frame, 1, sizeof frame); /* ends recursion */
  return recursion() + frame[zero];
}

static int in_c_library(void) {
  return (int)strlen((const char *)(uintptr_t)(zero + 1)); /* ends in_c_library */
}

static int endless(void) {
  while (zero == 0) {} /* ends endless */
  return 0;
}

static void *divide(void *nothing) {
  return (char *)nothing + 1 / zero; /* ends other_thread */
}

static int other_thread(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, divide, NULL) == 0) pthread_join(thread, NULL);
  return 0;
}

__attribute__((used)) static void call(void) {
  pthread_testcancel();
}

/* In the code of GCC, the bytes before this function resemble a call instruction. */
static int stored(void) {
  return zero;
}

static int sleeping(void) {
  int (*volatile pointers[])(void) = {stored, stored};
  sleep(60); /* ends sleeping */
  return pointers[zero]();
}

static const struct {
  const char *name;
  int (*function)(void);
} ends[] = {
    {"null_pointer", null_pointer}, {"trap", trap},       {"aborted", aborted},
    {"recursion", recursion},       {"endless", endless}, {"other_thread", other_thread},
    {"in_c_library", in_c_library}, {"fatal_error", fatal_error}, {"sleeping", sleeping},
};
enum { count = sizeof ends / sizeof *ends };

static klv_result create(klv_host *given, const klv_launch *launch, void **controller, klv_failure *failure) {
  (void)launch;
  (void)failure;
  host = given;
  *controller = &host;
  return KLV_OK;
}

static klv_result load(void *controller, klv_failure *failure) {
  (void)controller;
  (void)failure;
  static klv_element elements[1 + count];
  elements[0] = (klv_element){.size = sizeof *elements, .kind = KLV_ELEMENT_ROW, .child_count = count};
  for (int index = 0; index < count; index++) {
    klv_text name = {ends[index].name, strlen(ends[index].name)};
    elements[1 + index] =
        (klv_element){.size = sizeof *elements, .kind = KLV_ELEMENT_KEY, .role = KLV_ROLE_ACTION, .title = name};
  }
  klv_interface_record record = {.size = sizeof record, .element_count = 1 + count, .elements = elements};
  const klv_interface *shown = klv_get_host_interface(host, KLV_INTERFACE);
  return shown->set(host, &record);
}

static klv_result key_event(void *controller, const klv_key_event *event) {
  (void)controller;
  if (event->gesture != KLV_GESTURE_PRESS) return KLV_UNHANDLED;
#ifdef REPAIRED
  const klv_document *document = klv_get_host_interface(host, KLV_DOCUMENT);
  return document->insert_text(host, event->key.bytes, event->key.length);
#endif
  for (int index = 0; index < count; index++) {
    if (event->key.length != strlen(ends[index].name)) continue;
    if (memcmp(event->key.bytes, ends[index].name, event->key.length) != 0) continue;
    int result = ends[index].function();
    /* The next line prevents a tail call. */
    return result + zero;
  }
  return KLV_UNHANDLED;
}

static const klv_keys keys = {key_event};

static const void *get_interface(void *controller, const char *identifier) {
  (void)controller;
  return strcmp(identifier, KLV_KEYS) == 0 ? &keys : NULL;
}

const klv_keyboard_entry klv_keyboard = {
    KLV_ABI_VERSION, sizeof(klv_keyboard_entry), create, load, NULL, get_interface,
};
