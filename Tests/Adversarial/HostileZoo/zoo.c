/*
 * The keyboard that contains the behaviors. The keyboard runs the selected behavior at the selected moment and reports
 * the outcome.
 */
#include "zoo.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <sys/prctl.h>
#include <sys/stat.h>

volatile struct zoo_selection zoo_selection = {.marker = "KLAVA-ZOO-SELECTION-HERE"};

extern const struct zoo_behavior __start_zoo_behaviors[] __attribute__((visibility("hidden")));
extern const struct zoo_behavior __stop_zoo_behaviors[] __attribute__((visibility("hidden")));

static char escapes[400];
static char errors[200];
static char remarks[200];
static char report[1000];
static void (*later)(void);
static klv_host *host;
static const klv_document *document;

klv_host *zoo_host(void) { return host; }

/* ---- Outcome --------------------------------------------------------------------------------------------------- */

static void append(char *list, size_t size, const char *words) {
  size_t length = strlen(list);
  if (strstr(list, words) == NULL) snprintf(list + length, size - length, "%s%s", length > 0 ? ", " : "", words);
}

void zoo_refused(int error) {
  const char *name = strerrorname_np(error);
  append(errors, sizeof errors, name != NULL ? name : "E?");
}

void zoo_escaped(const char *format, ...) {
  char words[120];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(words, sizeof words, format, arguments);
  va_end(arguments);
  append(escapes, sizeof escapes, words);
}

void zoo_contained(const char *format, ...) {
  char words[120];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(words, sizeof words, format, arguments);
  va_end(arguments);
  append(remarks, sizeof remarks, words);
}

void zoo_try(const char *what, long result) {
  if (result < 0)
    zoo_refused(errno);
  else
    zoo_escaped("%s", what);
}

void zoo_later(void (*finish)(void)) { later = finish; }

static void compose(void) {
  if (escapes[0] != '\0')
    snprintf(report, sizeof report, "escaped: %s%s%s", escapes, errors[0] != '\0' ? "; refused: " : "", errors);
  else if (errors[0] != '\0')
    snprintf(report, sizeof report, "refused: %s", errors);
  else
    snprintf(report, sizeof report, "contained: %s", remarks);
  escapes[0] = errors[0] = remarks[0] = '\0';
}

/* ---- Moment ---------------------------------------------------------------------------------------------------- */

static bool is_now(const char *when) { return strcmp((const char *)zoo_selection.when, when) == 0; }

static void run(const char *when) {
  if (!is_now(when)) return;
  /* Children inherit the name. So a test finds the children even if it cannot read their memory maps. */
  prctl(PR_SET_NAME, zoo_argument("mark"));
  const char *id = (const char *)zoo_selection.behavior;
  for (const struct zoo_behavior *row = __start_zoo_behaviors; row < __stop_zoo_behaviors; row++)
    if (strcmp(row->id, id) == 0) row->run();
  compose();
}

/* DT_INIT: the loader calls this function before all constructors. */
__attribute__((visibility("default"))) void zoo_init(void) { run("init"); }
__attribute__((constructor)) static void constructor(void) { run("constructor"); }
__attribute__((destructor)) static void destructor(void) { run("end"); }

static void tell(void) {
  if (report[0] == '\0') return;
  const klv_log *log = klv_get_host_interface(host, KLV_LOG);
  char line[1100];
  snprintf(line, sizeof line, "zoo %s", report);
  log->write(host, KLV_LOG_NOTICE, line, strlen(line));
  report[0] = '\0';
}

static klv_result create(klv_host *given, const klv_launch *launch, void **controller, klv_failure *failure) {
  (void)launch;
  (void)failure;
  host = given;
  *controller = &host;
  return KLV_OK;
}

/* The symbol is weak, because a library without a resolver does not define it. */
extern bool zoo_report_resolver(void) __attribute__((weak, visibility("hidden")));

static klv_text text_of(const char *text) { return (klv_text){text, strlen(text)}; }

static klv_result load(void *controller, klv_failure *failure) {
  (void)controller;
  (void)failure;
  document = klv_get_host_interface(host, KLV_DOCUMENT);
  const klv_interface *shown = klv_get_host_interface(host, KLV_INTERFACE);
  static const char *const titles[] = {"go", "again", "x"};
  klv_element elements[4];
  memset(elements, 0, sizeof elements);
  for (int index = 0; index < 4; index++) elements[index].size = sizeof *elements;
  elements[0].kind = KLV_ELEMENT_ROW;
  elements[0].child_count = 3;
  for (int index = 0; index < 3; index++) {
    elements[index + 1].kind = KLV_ELEMENT_KEY;
    elements[index + 1].role = index == 2 ? KLV_ROLE_CHARACTER : KLV_ROLE_ACTION;
    elements[index + 1].title = text_of(titles[index]);
  }
  klv_interface_record record = {.size = sizeof record, .element_count = 4, .elements = elements};
  klv_result result = shown->set(host, &record);
  run("load");
  if (zoo_report_resolver != NULL && zoo_report_resolver()) compose();
  tell();
  return result;
}

static klv_result key_event(void *controller, const klv_key_event *event) {
  (void)controller;
  if (event->gesture != KLV_GESTURE_PRESS || event->key.length == 0) return KLV_OK;
  switch (event->key.bytes[0]) {
  case 'g':
    run("turn");
    tell();
    return KLV_OK;
  case 'a':
    if (later != NULL) {
      report[0] = '\0';
      later();
      compose();
      tell();
    }
    return KLV_OK;
  default:
    document->insert_text(host, "x", 1);
    return KLV_OK;
  }
}

static void destroy(void *controller) {
  (void)controller;
  run("end");
}

static const klv_keys keys = {key_event};

static const void *get_interface(void *controller, const char *identifier) {
  (void)controller;
  return strcmp(identifier, KLV_KEYS) == 0 ? &keys : NULL;
}

const klv_keyboard_entry klv_keyboard = {
    KLV_ABI_VERSION, sizeof(klv_keyboard_entry), create, load, destroy, get_interface,
};

/* ---- Shared functions ----------------------------------------------------------------------------------------- */

static char *scratch(void) {
  static char places[8][4096];
  static unsigned next;
  return places[next++ % 8];
}

const char *zoo_argument(const char *name) {
  char *value = scratch();
  size_t length = strlen(name);
  const char *line = (const char *)zoo_selection.arguments;
  while (line != NULL && *line != '\0') {
    if (strncmp(line, name, length) == 0 && line[length] == '=') {
      const char *start = line + length + 1;
      snprintf(value, 4096, "%.*s", (int)strcspn(start, "\n"), start);
      return value;
    }
    line = strchr(line, '\n');
    if (line != NULL) line++;
  }
  value[0] = '\0';
  return value;
}

long zoo_number(const char *name) { return strtol(zoo_argument(name), NULL, 0); }

const char *zoo_path(const char *name, const char *suffix) {
  const char *start = zoo_argument(name);
  char *path = scratch();
  snprintf(path, 4096, "%s%s", start, suffix);
  return path;
}

void zoo_read_file(const char *path) {
  int file = open(path, O_RDONLY | O_NONBLOCK);
  if (file < 0) return zoo_refused(errno);
  char bytes[256];
  ssize_t count = read(file, bytes, sizeof bytes);
  zoo_escaped("%s: %zd bytes", path, count);
  close(file);
}

void zoo_write_file(const char *path, int flags) {
  int file = open(path, flags, 0644);
  if (file < 0) return zoo_refused(errno);
  zoo_try(path, write(file, "zoo", 3));
  close(file);
}

const char *zoo_library(void) {
  Dl_info found = {0};
  if (dladdr((const void *)&klv_keyboard, &found) == 0 || found.dli_fname == NULL) return "";
  return found.dli_fname;
}

int zoo_open_library(void) {
  int file = open(zoo_library(), O_RDONLY | O_CLOEXEC);
  return file >= 0 ? file : open(zoo_argument("library"), O_RDONLY | O_CLOEXEC);
}

/* ---- Memory search --------------------------------------------------------------------------------------------- */

bool zoo_is_readable(const void *address) {
  /* The value of `how` is invalid. The kernel copies the set first and then fails, so the call has no effect. */
  return zoo_raw(SYS_rt_sigprocmask, 99, (long)address, 0, 8, 0, 0) != -EFAULT;
}

static void each_region_near(uintptr_t middle, uintptr_t reach, void (*visit)(unsigned char *, size_t)) {
  const uintptr_t page = 4096;
  uintptr_t from = (middle > reach ? middle - reach : page) & ~(page - 1), start = 0;
  for (uintptr_t address = from; address < middle + reach; address += page) {
    bool is_readable = zoo_is_readable((void *)address);
    if (is_readable && start == 0) start = address;
    if (!is_readable && start != 0) {
      visit((unsigned char *)start, address - start);
      start = 0;
    }
  }
  if (start != 0) visit((unsigned char *)start, middle + reach - start);
}

void zoo_each_region(void (*visit)(unsigned char *, size_t)) {
  const uintptr_t megabyte = 1 << 20;
  char *heap = malloc(64);
  each_region_near((uintptr_t)heap, 64 * megabyte, visit);
  free(heap);
  each_region_near((uintptr_t)__builtin_frame_address(0), 8 * megabyte, visit);
  each_region_near((uintptr_t)&zoo_each_region, 192 * megabyte, visit);
}
