/*
 * A keyboard that demands more than its limits allow: memory, threads, processor time, and work of the host. Each key
 * demands one of these things and inserts the result into the document.
 */
#include <klava/keyboard.h>

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

enum { megabyte = 1 << 20, much = 100 * megabyte };

static klv_host *host;
static const klv_document *document;
static const klv_interface *interface;

/* A random number, by which a test distinguishes processes. */
static unsigned long nonce;
/* The number of key presses in this process. */
static int presses;

static void *blocks[4096];
static int block_count;

static void insert(const char *text) { document->insert_text(host, text, strlen(text)); }

static void insert_number(long number) {
  char text[32];
  snprintf(text, sizeof text, "%ld", number);
  insert(text);
}

static klv_text text_of(const char *text) { return (klv_text){text, strlen(text)}; }

static klv_result show(const char *const *names, int count, const char *label) {
  klv_element elements[64];
  memset(elements, 0, sizeof elements);
  for (int index = 0; index < count + 4; index++) elements[index].size = sizeof *elements;
  int next = 0;
  /* The keys are in a grid, because in a row they would leave no space for the globe key. */
  elements[next].kind = KLV_ELEMENT_GRID;
  elements[next].columns = 8;
  next += 1;
  elements[next].kind = KLV_ELEMENT_LABEL;
  elements[next].identifier = text_of(label);
  elements[next].title = text_of(label);
  next += 1;
  for (int index = 0; index < count; index++, next++) {
    elements[next].kind = KLV_ELEMENT_KEY;
    /* A key with a name of one letter has the role of a character, because the system keyboard can type the letter. */
    elements[next].role = strlen(names[index]) == 1 ? KLV_ROLE_CHARACTER : KLV_ROLE_ACTION;
    elements[next].title = text_of(names[index]);
  }
#ifdef SHOWS_GLOBE
  elements[next].kind = KLV_ELEMENT_KEY;
  elements[next].role = KLV_ROLE_NEXT_KEYBOARD;
  elements[next].title = text_of("globe");
  next += 1;
#endif
  elements[0].child_count = next - 1;
  klv_interface_record record = {.size = sizeof record, .element_count = next, .elements = elements};
  return interface->set(host, &record);
}

static const char *const names[] = {
    "ok",      "grow",  "shrink", "m",      "threads",  "t",     "lines",    "print",  "last words", "flood", "dawdle",
    "toil",    "nonce", "count",  "raise4", "raise5",   "raise6", "raise7",  "raise11", "raise24", "raise25",
    "raise31", "undo",  "timers", "label",  "standing", "write", "language", "spin",
    "null",    "touch", "abort",  "swap",   "dups",     "crowd", "large", "largest", "names",
    "other",
};

static klv_result create(klv_host *given, const klv_launch *launch, void **controller, klv_failure *failure) {
  (void)launch;
  (void)failure;
  host = given;
  *controller = &host;
  return getrandom(&nonce, sizeof nonce, 0) == sizeof nonce ? KLV_OK : -1;
}

static klv_result load(void *controller, klv_failure *failure) {
  (void)controller;
  (void)failure;
  document = klv_get_host_interface(host, KLV_DOCUMENT);
  interface = klv_get_host_interface(host, KLV_INTERFACE);
  return show(names, sizeof names / sizeof *names, "first");
}

/* Allocates blocks of one megabyte and writes to them. Only the key "shrink" frees this memory. */
static void grow(int megabytes) {
  for (int index = 0; index < megabytes && block_count < 4096; index++) {
    void *block = mmap(NULL, megabyte, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) return;
    memset(block, 'm', megabyte);
    blocks[block_count++] = block;
  }
}

static void *wait_without_end(void *nothing) {
  for (;;) pause();
  return nothing;
}

static void *spin_without_end(void *nothing) {
  for (volatile unsigned long turns = 0;; turns++) continue;
  return nothing;
}

static void raise_alone(int signal_number) {
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

static void nap(long nanoseconds) {
  struct timespec time = {0, nanoseconds};
  nanosleep(&time, NULL);
}

static klv_result key_event(void *controller, const klv_key_event *event) {
  (void)controller;
  if (event->gesture != KLV_GESTURE_PRESS || event->key.bytes == NULL) return KLV_OK;
  char name[32] = "";
  snprintf(name, sizeof name, "%.*s", (int)event->key.length, event->key.bytes);
  const klv_resources *resources = klv_get_host_interface(host, KLV_RESOURCES);
  const klv_timer *timer = klv_get_host_interface(host, KLV_TIMER);
  const klv_input_mode *mode = klv_get_host_interface(host, KLV_INPUT_MODE);
  presses += 1;
  if (strcmp(name, "ok") == 0) {
    insert("ok");
  } else if (strcmp(name, "grow") == 0) {
    grow(1);
    insert(".");
  } else if (strcmp(name, "m") == 0) {
    insert("lost");
    grow(24);
  } else if (strcmp(name, "shrink") == 0) {
    while (block_count > 0) munmap(blocks[--block_count], megabyte);
  } else if (strcmp(name, "threads") == 0 || strcmp(name, "t") == 0) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 64 * 1024);
    int count = 0;
    pthread_t thread;
    while (count < 12 && pthread_create(&thread, &attributes, wait_without_end, NULL) == 0) count += 1;
    insert_number(count);
  } else if (strcmp(name, "null") == 0) {
    void *volatile block = malloc(much);
    insert(block == NULL ? "null" : "memory");
  } else if (strcmp(name, "touch") == 0) {
    insert("lost");
    char *volatile block = malloc(much);
    memset(block, 't', much);
  } else if (strcmp(name, "abort") == 0) {
    insert("lost");
    void *volatile block = malloc(much);
    if (block == NULL) abort();
  } else if (strcmp(name, "swap") == 0) {
    /* Use up all memory, and then crash for another reason than a failed allocation. */
    insert("lost");
    while (mmap(NULL, megabyte, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED) continue;
    close(-1);
    *(volatile int *)8 = 1;
  } else if (strcmp(name, "large") == 0 || strcmp(name, "largest") == 0) {
    static uint8_t file[4 * megabyte + 1];
    const klv_container *container = klv_get_host_interface(host, KLV_CONTAINER);
    uint64_t length = strcmp(name, "large") == 0 ? 4 * megabyte : sizeof file;
    insert_number(container->write(host, "file", 4, file, length));
  } else if (strcmp(name, "dups") == 0) {
    while (dup(0) >= 0) continue;
    insert("all");
  } else if (strcmp(name, "crowd") == 0) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 64 * 1024);
    pthread_t thread;
    while (pthread_create(&thread, &attributes, wait_without_end, NULL) == 0) continue;
    insert("all");
  } else if (strcmp(name, "spin") == 0) {
    pthread_t thread;
    insert_number(pthread_create(&thread, NULL, spin_without_end, NULL));
  } else if (strcmp(name, "lines") == 0) {
    const klv_log *log = klv_get_host_interface(host, KLV_LOG);
    char line[32];
    klv_result last = KLV_OK;
    for (int index = 0; index < 1000; index++) {
      snprintf(line, sizeof line, "line %d", index);
      last = log->write(host, KLV_LOG_INFO, line, strlen(line));
    }
    insert_number(last);
  } else if (strcmp(name, "print") == 0) {
    for (int index = 0; index < 20000; index++) printf("printed line %d\n", index);
    fflush(stdout);
    insert("printed");
  } else if (strcmp(name, "last words") == 0) {
    printf("almost done");
    abort();
  } else if (strcmp(name, "flood") == 0) {
    insert("lost");
    for (;;) {
      klv_bytes bytes;
      resources->read(host, "none", 4, &bytes);
    }
  } else if (strcmp(name, "dawdle") == 0) {
    insert("lost");
    for (;;) {
      klv_bytes bytes;
      nap(10 * 1000 * 1000);
      resources->read(host, "none", 4, &bytes);
    }
  } else if (strcmp(name, "names") == 0) {
    /* The first name is too long. The second name is a letter with 1,000 combining marks. */
    static char text[9001];
    klv_bytes bytes;
    memset(text, 'x', 9000);
    insert_number(resources->read(host, text, 9000, &bytes));
    text[0] = 'a';
    for (int index = 1; index < 2001; index += 2) memcpy(text + index, "\xCC\x81", 2);
    insert_number(resources->read(host, text, 2001, &bytes));
  } else if (strcmp(name, "toil") == 0) {
    insert("lost");
    for (;;) {
      document->adjust_position(host, -(1 << 30));
      document->adjust_position(host, 1 << 30);
    }
  } else if (strcmp(name, "nonce") == 0) {
    char text[32];
    snprintf(text, sizeof text, "%lx", nonce);
    insert(text);
  } else if (strcmp(name, "count") == 0) {
    insert_number(presses);
  } else if (strncmp(name, "raise", 5) == 0) {
    insert("lost");
    raise_alone(atoi(name + 5));
  } else if (strcmp(name, "undo") == 0) {
    /* The host must undo all of these changes with the failed turn: an input view, all timers, and a language. */
    static const char *const others[] = {"other"};
    show(others, 1, "second");
    while (timer->start(host, 1, true) != 0) continue;
    mode->set_primary_language(host, "eo", 2);
    insert("lost");
    return -42;
  } else if (strcmp(name, "other") == 0) {
    static const char *const others[] = {"other"};
    show(others, 1, "second");
  } else if (strcmp(name, "timers") == 0) {
    insert_number((long)timer->start(host, 1, false));
  } else if (strcmp(name, "label") == 0) {
    insert_number(interface->set_label(host, "second", 6, "x", 1));
    insert_number(interface->set_label(host, "first", 5, "x", 1));
  } else if (strcmp(name, "language") == 0) {
    klv_text language;
    if (mode->primary_language(host, &language) == KLV_OK) document->insert_text(host, language.bytes, language.length);
  } else if (strcmp(name, "standing") == 0) {
    insert(mode->needs_switch_key(host) ? "needs it" : "needs none");
  } else if (strcmp(name, "write") == 0) {
    const klv_container *container = klv_get_host_interface(host, KLV_CONTAINER);
    static uint8_t bytes[64 * 1024];
    klv_result result = KLV_OK;
    for (int index = 0; result == KLV_OK && index < 100; index++) {
      char file[32];
      snprintf(file, sizeof file, "f%d", index);
      result = container->write(host, file, strlen(file), bytes, sizeof bytes);
    }
    insert_number(result);
  }
  return KLV_OK;
}

static void timer_fired(void *controller, uint64_t timer) {
  (void)controller;
  (void)timer;
  insert("!");
}

static void destroy(void *controller) {
  (void)controller;
  printf("destroyed\n");
  fflush(stdout);
}

static const klv_keys keys = {key_event};
static const klv_observing observing = {.timer_fired = timer_fired};

static const void *get_interface(void *controller, const char *identifier) {
  (void)controller;
  if (strcmp(identifier, KLV_KEYS) == 0) return &keys;
  if (strcmp(identifier, KLV_OBSERVING) == 0) return &observing;
  return NULL;
}

const klv_keyboard_entry klv_keyboard = {
    KLV_ABI_VERSION, sizeof(klv_keyboard_entry), create, load, destroy, get_interface,
};
