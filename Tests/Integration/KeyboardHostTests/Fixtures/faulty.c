/*
 * A keyboard with one fault for each key, which a press of the key triggers. Many keys insert text before their
 * fault, so that a test can check that a failed turn leaves no text. Macros select faults of loading.
 */
#include <fcntl.h>
#include <klava/keyboard.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static klv_host *host;
static bool is_slow;
static const klv_document *document;

static void insert(const char *text) { document->insert_text(host, text, strlen(text)); }

static void insert_number(long number) {
  char text[32];
  snprintf(text, sizeof text, "%ld", number);
  insert(text);
}

static klv_result create(klv_host *given, const klv_launch *launch, void **controller, klv_failure *failure) {
  (void)launch;
  (void)failure;
#ifdef FAIL_CREATE
  strcpy(failure->message, "create has its reasons");
  return -7;
#endif
#ifdef CALL_IN_CREATE
  /* The keyboard may not call the host yet. So this call must return NULL and must not crash. */
  if (klv_get_host_interface(given, KLV_DOCUMENT) != NULL) abort();
#endif
  host = given;
  *controller = &host;
  return KLV_OK;
}

static klv_text text_of(const char *text) { return (klv_text){text, strlen(text)}; }

static const char *const names[] = {"ok",    "crash",  "exit",      "hang",       "flood",   "bytes", "print",
                                    "utf8",  "thread", "error",     "descriptors", "environ", "stale", "records",
                                    "long",  "deep",   "requests", "violate",         "delete", "mark",        "fork",  "timer", "slow timers",
                                    "recurse"};

static klv_result load(void *controller, klv_failure *failure) {
  (void)controller;
  (void)failure;
#ifdef FAIL_LOAD
  strcpy(failure->message, "load has its reasons");
  return -8;
#endif
#ifdef CRASH_LOAD
  abort();
#endif
#ifdef ASK_LOAD
  klv_bytes bytes;
  const klv_resources *resources = klv_get_host_interface(host, KLV_RESOURCES);
  resources->read(host, "file", 4, &bytes);
#endif
#ifdef HANG_LOAD
  for (;;) pause();
#endif
  document = klv_get_host_interface(host, KLV_DOCUMENT);
  const klv_interface *shown = klv_get_host_interface(host, KLV_INTERFACE);
  enum { count = sizeof names / sizeof *names };
  klv_element elements[count + 4];
  memset(elements, 0, sizeof elements);
  for (int index = 0; index < count + 4; index++) elements[index].size = sizeof *elements;
  elements[0].kind = KLV_ELEMENT_ROW;
  elements[0].child_count = count + 3;
  for (int index = 0; index < count; index++) {
    elements[index + 1].kind = KLV_ELEMENT_KEY;
    elements[index + 1].role = KLV_ROLE_ACTION;
    elements[index + 1].title = text_of(names[index]);
  }
  /* A press of this letter ends the process. The system keyboard can then type the letter. */
  elements[count + 1].kind = KLV_ELEMENT_KEY;
  elements[count + 1].role = KLV_ROLE_CHARACTER;
  elements[count + 1].title = text_of("q");
  elements[count + 2].kind = KLV_ELEMENT_KEY;
  elements[count + 2].role = KLV_ROLE_CHARACTER;
  elements[count + 2].title = text_of("z");
  /* The system keyboard also has this key, but not on its first plane. */
  elements[count + 3].kind = KLV_ELEMENT_KEY;
  elements[count + 3].role = KLV_ROLE_CHARACTER;
  elements[count + 3].title = text_of("%");
  klv_interface_record record = {.size = sizeof record, .element_count = count + 4, .elements = elements};
  return shown->set(host, &record);
}

static void *call_from_thread(void *result) {
  *(klv_result *)result = document->insert_text(host, "never", 5);
  return NULL;
}

static klv_result late_result = 1;

static bool recurses;

static void did_appear(void *controller) {
  (void)controller;
  const klv_input_mode *mode = klv_get_host_interface(host, KLV_INPUT_MODE);
  if (recurses) mode->advance_to_next(host);
}

static void did_disappear(void *controller) {
  (void)controller;
  const klv_input_mode *mode = klv_get_host_interface(host, KLV_INPUT_MODE);
  if (recurses) mode->advance_to_next(host), mode->dismiss(host);
  late_result = document->insert_text(host, "late", 4);
}

static klv_result key_event(void *controller, const klv_key_event *event) {
  (void)controller;
  if (event->gesture != KLV_GESTURE_PRESS || event->key.bytes == NULL) return KLV_OK;
  char name[32] = "";
  snprintf(name, sizeof name, "%.*s", (int)event->key.length, event->key.bytes);
  if (strcmp(name, "z") == 0 || strcmp(name, "%") == 0) return KLV_UNHANDLED;
  if (strcmp(name, "ok") == 0) {
    insert("ok");
  } else if (strcmp(name, "crash") == 0 || strcmp(name, "q") == 0) {
    insert("lost");
    abort();
  } else if (strcmp(name, "exit") == 0) {
    insert("lost");
    _exit(3);
  } else if (strcmp(name, "hang") == 0) {
    insert("lost");
    for (;;) pause();
  } else if (strcmp(name, "flood") == 0) {
    for (int index = 0; index < 10001; index++) insert("x");
  } else if (strcmp(name, "bytes") == 0) {
    static char text[64 * 1024];
    memset(text, 'x', sizeof text);
    document->insert_text(host, text, sizeof text);
    insert("y");
  } else if (strcmp(name, "long") == 0) {
    static char text[64 * 1024 + 1];
    memset(text, 'x', sizeof text);
    insert("lost");
    document->insert_text(host, text, sizeof text);
  } else if (strcmp(name, "print") == 0) {
    for (int index = 0; index < 20000; index++) printf("a line of output, %d, that the host reads later\n", index);
    fflush(stdout);
    insert("printed");
  } else if (strcmp(name, "utf8") == 0) {
    insert_number(document->insert_text(host, "a\xC3(", 3));
    insert_number(document->insert_text(host, NULL, 3));
  } else if (strcmp(name, "thread") == 0) {
    klv_result result = 1;
    pthread_t thread;
    pthread_create(&thread, NULL, call_from_thread, &result);
    pthread_join(thread, NULL);
    insert_number(result);
  } else if (strcmp(name, "error") == 0) {
    insert("lost");
    return -42;
  } else if (strcmp(name, "descriptors") == 0) {
    for (int descriptor = 0; descriptor < 256; descriptor++)
      if (fcntl(descriptor, F_GETFD) >= 0) insert_number(descriptor);
  } else if (strncmp(name, "exit", 4) == 0 && name[4] != 0) {
    _exit(atoi(name + 4));
  } else if (strcmp(name, "environ") == 0) {
    for (char **entry = environ; *entry != NULL; entry++) insert(*entry), insert(";");
  } else if (strcmp(name, "stale") == 0) {
    insert_number(late_result);
  } else if (strcmp(name, "records") == 0) {
    const klv_field *field = klv_get_host_interface(host, KLV_FIELD);
    struct {
      klv_traits traits;
      char tail[64];
    } longer;
    memset(&longer, 0, sizeof longer);
    klv_traits none = {.size = 3};
    insert_number(field->traits(host, &none));
    longer.traits.size = 5000;
    insert_number(field->traits(host, &longer.traits));
    longer.traits.size = 32;
    longer.traits.keyboard_appearance = 99;
    insert_number(field->traits(host, &longer.traits));
    insert_number(longer.traits.keyboard_appearance);
    const klv_interface *shown = klv_get_host_interface(host, KLV_INTERFACE);
    struct {
      klv_key_change change;
      char tail[8];
    } change;
    memset(&change, 0, sizeof change);
    change.change.size = sizeof change;
    insert_number(shown->set_key(host, "ok", 2, &change.change));
    change.tail[7] = 1;
    insert_number(shown->set_key(host, "ok", 2, &change.change));
    insert_number(shown->set_key(host, "none", 4, NULL));
  } else if (strcmp(name, "deep") == 0) {
    const klv_interface *shown = klv_get_host_interface(host, KLV_INTERFACE);
    static klv_element elements[40];
    memset(elements, 0, sizeof elements);
    for (int index = 0; index < 40; index++) {
      elements[index].size = sizeof *elements;
      elements[index].kind = KLV_ELEMENT_ROW;
      elements[index].child_count = index < 39;
    }
    klv_interface_record record = {.size = sizeof record, .element_count = 40, .elements = elements};
    insert_number(shown->set(host, &record));
  } else if (strcmp(name, "requests") == 0) {
    insert("lost");
    const klv_input_mode *mode = klv_get_host_interface(host, KLV_INPUT_MODE);
    for (int index = 0; index < 20000; index++) mode->show_list(host);
  } else if (strcmp(name, "violate") == 0) {
    insert("lost");
    /* Descriptor 4 is the event descriptor of the link. A wakeup without a message must not confuse the host. */
    const uint64_t one = 1;
    for (int index = 0; index < 100; index++)
      if (write(4, &one, sizeof one) < 0) break;
    abort();
  } else if (strcmp(name, "mark") == 0) {
    document->set_marked_text(host, "marked", 6, 6, 0);
  } else if (strcmp(name, "fork") == 0) {
    if (fork() == 0)
      for (;;) pause();
    _exit(3);
  } else if (strcmp(name, "timer") == 0) {
    const klv_timer *timer = klv_get_host_interface(host, KLV_TIMER);
    timer->start(host, 1, true);
  } else if (strcmp(name, "recurse") == 0) {
    recurses = true;
  } else if (strcmp(name, "slow timers") == 0) {
    const klv_timer *timer = klv_get_host_interface(host, KLV_TIMER);
    is_slow = true;
    for (int count = 0; count < 64; count++) timer->start(host, 1, true);
  } else if (strcmp(name, "delete") == 0) {
    while (document->has_text(host))
      if (document->delete_backward(host) != KLV_OK) break;
  }
  return KLV_OK;
}

static const klv_keys keys = {key_event};
static void timer_fired(void *controller, uint64_t timer) {
  (void)controller;
  (void)timer;
  if (is_slow) {
    /* With this request, a test detects that the turn has begun. */
    const klv_resources *resources = klv_get_host_interface(host, KLV_RESOURCES);
    klv_bytes bytes;
    resources->read(host, "slow", 4, &bytes);
    usleep(100000);
  }
  insert("!");
}

static const klv_appearing appearing = {.did_appear = did_appear, .did_disappear = did_disappear};
static const klv_observing observing = {.timer_fired = timer_fired};

static const void *get_interface(void *controller, const char *identifier) {
  (void)controller;
  if (strcmp(identifier, KLV_KEYS) == 0) return &keys;
  if (strcmp(identifier, KLV_APPEARING) == 0) return &appearing;
  if (strcmp(identifier, KLV_OBSERVING) == 0) return &observing;
  return NULL;
}

#ifdef SLOW_CONSTRUCTOR
__attribute__((constructor)) static void constructor(void) {
  struct timespec time = {0, 600 * 1000 * 1000};
  nanosleep(&time, NULL);
}
#endif
#ifdef CRASH_CONSTRUCTOR
__attribute__((constructor)) static void constructor(void) { abort(); }
#endif

#ifdef NO_SYMBOL
#define klv_keyboard another_symbol
extern KLV_EXPORT const klv_keyboard_entry another_symbol;
#endif

const klv_keyboard_entry klv_keyboard = {
#ifdef OTHER_MAJOR
    9u << 16,
#else
    KLV_ABI_VERSION,
#endif
    sizeof(klv_keyboard_entry), create, load, NULL, get_interface,
};
