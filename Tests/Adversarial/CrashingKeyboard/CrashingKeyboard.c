/*
 * A keyboard for Tests/Adversarial/Faults. KeyEffect.swift in that folder models the effect of each key. Some keys end
 * the process. Some keys read the context, store a file or request text beyond the context window. The turns of these
 * keys are so long that a fault can happen in the middle.
 */
#include <klava/keyboard.h>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static klv_host *host;
static const klv_document *document;
static const klv_container *container;

static void insert(const char *text) { document->insert_text(host, text, strlen(text)); }

static klv_text text_of(const char *text) { return (klv_text){text, strlen(text)}; }

static klv_result create(klv_host *given, const klv_launch *launch, void **controller, klv_failure *failure) {
  (void)launch;
  (void)failure;
  host = given;
  *controller = &host;
  return KLV_OK;
}

/* ---- Effects of keys --------------------------------------------------------------------------------------------- */

static void type_tag(void) {
  insert("<b></b>");
  document->adjust_position(host, -4);
}

/* Types one letter at a time. After each letter, checks the text before the insertion point. */
static void type_word(void) {
  for (const char *letter = "word"; *letter != 0; letter++) {
    document->insert_text(host, letter, 1);
    klv_text before;
    if (document->context_before(host, &before) != KLV_OK || before.length == 0) abort();
    if (before.bytes[before.length - 1] != *letter) abort();
  }
}

static void clear_text(void) {
  document->adjust_position(host, INT64_C(1) << 40);
  while (document->has_text(host))
    if (document->delete_backward(host) != KLV_OK) break;
}

/* Writes a file, reads it again and types its content. */
static void keep(void) {
  const uint8_t kept[] = {'k', 'e', 'p', 't'};
  klv_bytes read;
  if (container->write(host, "kept", 4, kept, sizeof kept) != KLV_OK) return;
  if (container->read(host, "kept", 4, &read) != KLV_OK) return;
  document->insert_text(host, (const char *)read.bytes, read.length);
}

/* Types so many line breaks in a turn that an application gets more key presses than a socket's buffer can hold. */
static void break_lines(void) {
  for (int index = 0; index < 9000; index++) insert("\n");
}

/* Types the next 10,000 numbers of five digits in a turn. Four turns have more text than a socket's buffer can hold. */
static void count_up(void) {
  static char text[60001];
  static int next;
  for (int index = 0; index < 10000; index++) snprintf(text + index * 6, 7, "%05d ", next++);
  insert(text);
}

static void start_timer(void) {
  const klv_timer *timer = klv_get_host_interface(host, KLV_TIMER);
  timer->start(host, 1, false);
}

/* ---- Keys that end the process ----------------------------------------------------------------------------------- */

static int overflow(volatile int depth) {
  volatile char room[4096];
  room[0] = (char)depth;
  return depth < 0 ? room[0] : overflow(depth + 1) + room[0];
}

static void end_by(const char *name) {
  insert("lost");
  if (strcmp(name, "abort") == 0) abort();
  if (strcmp(name, "segv") == 0) *(volatile int *)16 = 1;
  if (strcmp(name, "exit") == 0) _exit(0);
  if (strcmp(name, "overflow") == 0) overflow(0);
  if (strcmp(name, "hang") == 0)
    for (;;) poll(NULL, 0, 1000);
  /* This loop also closes the event descriptor of the link. After that, the process can no longer wake the host. */
  if (strcmp(name, "close") == 0)
    for (int descriptor = 0; descriptor < 64; descriptor++) close(descriptor);
}

/* Exceeds a turn's limits or returns an error. The host discards the turn, and the process continues. */
static klv_result fail_by(const char *name) {
  insert("lost");
  if (strcmp(name, "flood") == 0)
    for (int index = 0; index < 10001; index++) insert("x");
  if (strcmp(name, "bytes") == 0) {
    static char text[64 * 1024];
    memset(text, 'x', sizeof text);
    document->insert_text(host, text, sizeof text);
  }
  return -42;
}

static bool is_one_of(const char *name, const char *const *names) {
  for (; *names != NULL; names++)
    if (strcmp(name, *names) == 0) return true;
  return false;
}

static const char *const ends[] = {"abort", "segv", "exit", "overflow", "hang", "close", NULL};
static const char *const failures[] = {"error", "flood", "bytes", NULL};

static klv_result key_event(void *controller, const klv_key_event *event) {
  (void)controller;
  if (event->gesture != KLV_GESTURE_PRESS || event->key.bytes == NULL || event->key.length > 15) return KLV_OK;
  char name[16] = "";
  memcpy(name, event->key.bytes, event->key.length);
  if (is_one_of(name, ends)) end_by(name);
  if (is_one_of(name, failures)) return fail_by(name);
  if (strcmp(name, "tag") == 0) type_tag();
  else if (strcmp(name, "word") == 0) type_word();
  else if (strcmp(name, "clear") == 0) clear_text();
  else if (strcmp(name, "keep") == 0) keep();
  else if (strcmp(name, "timer") == 0) start_timer();
  else if (strcmp(name, "lines") == 0) break_lines();
  else if (strcmp(name, "numbers") == 0) count_up();
  else if (strcmp(name, "mark") == 0) document->set_marked_text(host, "mm", 2, 2, 0);
  else if (strcmp(name, "unmark") == 0) document->unmark_text(host);
  else if (strcmp(name, "tab") == 0) insert("\t");
  else if (strcmp(name, "left") == 0) document->adjust_position_by_characters(host, -1);
  else if (strcmp(name, "right") == 0) document->adjust_position_by_characters(host, 1);
  else if (strcmp(name, "print") == 0)
    for (int line = 0; line < 500; line++) (void)!write(1, "a line that the host has to drain\n", 34);
  /* Texts in which a character has several scalars or UTF-16 units. TypingTests has the same texts. */
  else if (strcmp(name, "emoji") == 0) insert("a😀b");
  else if (strcmp(name, "accents") == 0) insert("e\xCC\x81x\xCC\x88");
  else if (strcmp(name, "arabic") == 0) insert("مَرحبا");
  else if (strcmp(name, "devanagari") == 0) insert("क्षि हि");
  else if (strcmp(name, "people") == 0) insert("👩‍👩‍👧👍🏽🇺🇦");
  else if (strcmp(name, "hebrew") == 0) insert("שָׁלוֹם");
  /*
   * The keyboard types the letters a to m itself. The keyboard leaves the keys of other characters to the host, and the
   * host performs the roles of these keys.
   */
  else if (event->key.length == 1 && name[0] >= 'a' && name[0] <= 'm') insert(name);
  else return KLV_UNHANDLED;
  return KLV_OK;
}

static void timer_fired(void *controller, uint64_t timer) {
  (void)controller;
  (void)timer;
  insert("!");
}

/* ---- Input view -------------------------------------------------------------------------------------------------- */

static const struct {
  const char *name;
  uint32_t role;
} shown[] = {
    {"a", KLV_ROLE_CHARACTER},  {"b", KLV_ROLE_CHARACTER},      {"m", KLV_ROLE_CHARACTER}, {"n", KLV_ROLE_CHARACTER},
    {"z", KLV_ROLE_CHARACTER},  {"space", KLV_ROLE_SPACE},      {"return", KLV_ROLE_RETURN},
    /*
     * If the process ends, the system keyboard may have to type the characters of these keys. The system keyboard has
     * the characters on other planes.
     */
    {"7", KLV_ROLE_CHARACTER},  {"Q", KLV_ROLE_CHARACTER},      {"%", KLV_ROLE_CHARACTER},
    {"delete", KLV_ROLE_DELETE}, {"globe", KLV_ROLE_NEXT_KEYBOARD}, {"tag", KLV_ROLE_ACTION},
    {"word", KLV_ROLE_ACTION},  {"clear", KLV_ROLE_ACTION},     {"keep", KLV_ROLE_ACTION}, {"timer", KLV_ROLE_ACTION},
    {"mark", KLV_ROLE_ACTION},  {"unmark", KLV_ROLE_ACTION},    {"tab", KLV_ROLE_ACTION}, {"left", KLV_ROLE_ACTION}, {"right", KLV_ROLE_ACTION},
    {"print", KLV_ROLE_ACTION}, {"abort", KLV_ROLE_ACTION},     {"segv", KLV_ROLE_ACTION}, {"exit", KLV_ROLE_ACTION},
    {"overflow", KLV_ROLE_ACTION}, {"hang", KLV_ROLE_ACTION},   {"close", KLV_ROLE_ACTION}, {"error", KLV_ROLE_ACTION},
    {"flood", KLV_ROLE_ACTION}, {"bytes", KLV_ROLE_ACTION},     {"lines", KLV_ROLE_ACTION},
    {"numbers", KLV_ROLE_ACTION},
    {"emoji", KLV_ROLE_ACTION}, {"accents", KLV_ROLE_ACTION},   {"arabic", KLV_ROLE_ACTION},
    {"devanagari", KLV_ROLE_ACTION}, {"people", KLV_ROLE_ACTION}, {"hebrew", KLV_ROLE_ACTION},
};

static klv_result load(void *controller, klv_failure *failure) {
  (void)controller;
  (void)failure;
  document = klv_get_host_interface(host, KLV_DOCUMENT);
  container = klv_get_host_interface(host, KLV_CONTAINER);
  const klv_interface *interface = klv_get_host_interface(host, KLV_INTERFACE);
  enum { count = sizeof shown / sizeof *shown };
  klv_element elements[count + 1];
  memset(elements, 0, sizeof elements);
  for (int index = 0; index <= count; index++) elements[index].size = sizeof *elements;
  elements[0].kind = KLV_ELEMENT_ROW;
  elements[0].child_count = count;
  for (int index = 0; index < count; index++) {
    elements[index + 1].kind = KLV_ELEMENT_KEY;
    elements[index + 1].role = shown[index].role;
    elements[index + 1].title = text_of(shown[index].name);
  }
  klv_interface_record record = {.size = sizeof record, .element_count = count + 1, .elements = elements};
  return interface->set(host, &record);
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
    KLV_ABI_VERSION, sizeof(klv_keyboard_entry), create, load, NULL, get_interface,
};
