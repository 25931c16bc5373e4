/*
 * A keyboard that uses all texts of payloads.h as log lines, output, titles of keys and texts of labels. "crash"
 * aborts the process, "fail" fails a turn with a code, and "peek" makes calls that the sandbox refuses.
 */
#include <klava/keyboard.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "payloads.h"

enum { count = sizeof payloads / sizeof *payloads };

static klv_host *host;

static klv_result create(klv_host *given, const klv_launch *launch, void **controller, klv_failure *failure) {
  (void)launch;
  (void)failure;
  host = given;
  *controller = &host;
  return KLV_OK;
}

static klv_text text_of(int payload) { return (klv_text){payloads[payload].bytes, payloads[payload].length}; }

static klv_text name_of(const char *text) { return (klv_text){text, strlen(text)}; }

static void say_all(void) {
  const klv_log *log = klv_get_host_interface(host, KLV_LOG);
  for (int index = 0; index < count; index++) {
    log->write(host, KLV_LOG_INFO, payloads[index].bytes, payloads[index].length);
    fwrite(payloads[index].bytes, 1, payloads[index].length, stdout);
    fputc('\n', stdout);
  }
  fflush(stdout);
}

static klv_result load(void *controller, klv_failure *failure) {
  (void)controller;
  (void)failure;
#ifdef FAIL
  memset(failure->message, 0, sizeof failure->message);
  for (int index = 0, end = 0; index < count; index++) {
    if (end + payloads[index].length + 1 >= sizeof failure->message) break;
    memcpy(failure->message + end, payloads[index].bytes, payloads[index].length);
    end += (int)strlen(failure->message + end);
  }
  return -8;
#endif
  static const char *const actions[] = {"crash", "fail", "peek"};
  static klv_element elements[1 + 2 * count + 3];
  static char names[count][16];
  int used = 1;
  for (int index = 0; index < count; index++) {
    if (!payloads[index].is_text || payloads[index].length > 4000) continue;
    snprintf(names[index], sizeof names[index], "label%d", index);
    elements[used].kind = KLV_ELEMENT_LABEL;
    elements[used].identifier = name_of(names[index]);
    elements[used++].title = text_of(index);
    elements[used].kind = KLV_ELEMENT_KEY;
    elements[used].role = KLV_ROLE_CHARACTER;
    elements[used].identifier = text_of(index);
    elements[used++].title = text_of(index);
  }
  for (int index = 0; index < 3; index++) {
    elements[used].kind = KLV_ELEMENT_KEY;
    elements[used].role = KLV_ROLE_ACTION;
    elements[used++].title = name_of(actions[index]);
  }
  elements[0].kind = KLV_ELEMENT_ROW;
  elements[0].child_count = (uint32_t)used - 1;
  for (int index = 0; index < used; index++) elements[index].size = sizeof *elements;
  klv_interface_record record = {.size = sizeof record, .element_count = (uint32_t)used, .elements = elements};
  const klv_interface *shown = klv_get_host_interface(host, KLV_INTERFACE);
  say_all();
  return shown->set(host, &record);
}

static bool is_key(const klv_key_event *event, const char *name) {
  return event->key.length == strlen(name) && memcmp(event->key.bytes, name, strlen(name)) == 0;
}

static klv_result key_event(void *controller, const klv_key_event *event) {
  (void)controller;
  if (is_key(event, "crash")) {
    const klv_document *document = klv_get_host_interface(host, KLV_DOCUMENT);
    document->insert_text(host, "hunter2", 7);
    abort();
  }
  if (is_key(event, "fail")) return -42;
  if (!is_key(event, "peek")) return KLV_UNHANDLED;
  for (int index = 0; index < 3; index++)
    if (open("/etc/passwd", O_RDONLY) >= 0) abort();
  /* The paths contain a text that a user could have typed. */
  if (open("/tmp/hunter2", O_RDONLY) >= 0 || open("/etc/../etc/hunter2", O_RDONLY) >= 0) abort();
  if (socket(AF_INET, SOCK_STREAM, 0) >= 0) abort();
  return KLV_OK;
}

static const klv_keys keys = {key_event};

static const void *get_interface(void *controller, const char *identifier) {
  (void)controller;
  return strcmp(identifier, KLV_KEYS) == 0 ? &keys : NULL;
}

/* The name of a symbol may contain any bytes. */
KLV_EXPORT void strange(void) __asm__("\033]0;owned\007\302\233\342\200\256strange");
void strange(void) {}

const klv_keyboard_entry klv_keyboard = {
    KLV_ABI_VERSION, sizeof(klv_keyboard_entry), create, load, NULL, get_interface,
};
