/* Attacks that search for text typed elsewhere: in memory, on the stack, in the link, in the environment. */
/* The compiler optimizes this file, because the search of all memory must finish within a turn. */
#pragma GCC optimize("O2")

#include "zoo.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <sys/auxv.h>
#include <sys/socket.h>

extern char **environ;

/*
 * The marker as the test passes it: each byte is XORed with `mask`. So the search does not find the library's own copy.
 */
static unsigned char wanted[32];
static size_t wanted_length;
static const unsigned char mask = 0x5a;
static size_t regions, searched, found;

static void read_marker(const char *name) {
  const char *hexadecimal = zoo_argument(name);
  wanted_length = strlen(hexadecimal) / 2;
  if (wanted_length > sizeof wanted) wanted_length = sizeof wanted;
  for (size_t index = 0; index < wanted_length; index++) {
    unsigned value = 0;
    sscanf(hexadecimal + 2 * index, "%2x", &value);
    wanted[index] = (unsigned char)value;
  }
}

static void search(unsigned char *start, size_t length) {
  regions++;
  searched += length;
  if (length < wanted_length || wanted_length == 0) return;
  const unsigned char *place = start, *end = start + length - wanted_length;
  const int first = wanted[0] ^ mask;
  while ((place = memchr(place, first, (size_t)(end - place) + 1)) != NULL) {
    size_t index = 1;
    while (index < wanted_length && (unsigned char)(place[index] ^ mask) == wanted[index]) index++;
    if (index == wanted_length) found++;
    if (++place > end) break;
  }
}

static void search_all(const char *name) {
  regions = searched = found = 0;
  read_marker(name);
  zoo_each_region(search);
}

static void judge(const char *name) {
  search_all(name);
  if (found > 0) zoo_escaped("%s is in memory %s", name, found == 1 ? "once" : "more than once");
  else zoo_contained("%s", regions > 4 && searched > 5u << 20 ? "all memory was searched" : "too little was searched");
}

static void look_for_secret(void) { judge("secretmarker"); }

BEHAVIOR(I20, "searches all its memory, including the link, for text typed into a secure field") {
  zoo_later(look_for_secret);
  zoo_contained("waits");
}

static void look_for_public(void) {
  search_all("publicmarker");
  if (found > 0) zoo_contained("found the text that the keyboard may see");
}

/* Behavior I21 is the control for behavior I20: the same search finds text that the keyboard may see. */
BEHAVIOR(I21, "searches all its memory for text of an earlier field") {
  zoo_later(look_for_public);
  zoo_contained("waits");
}

BEHAVIOR(I22, "searches the memory of its new process for text typed before its start") {
  judge("earliermarker");
}

BEHAVIOR(I02, "reads its environment, arguments and the strings that the kernel left on its stack") {
  static const char *const allowed[] = {"TZ=", "LANG=", "SWIFT_BACKTRACE=", "MALLOC_ARENA_MAX="};
  for (char **entry = environ; entry != NULL && *entry != NULL; entry++) {
    bool is_allowed = false;
    for (size_t index = 0; index < sizeof allowed / sizeof *allowed; index++)
      if (strncmp(*entry, allowed[index], strlen(allowed[index])) == 0) is_allowed = true;
    if (!is_allowed) zoo_escaped("%.60s", *entry);
  }
  zoo_contained("only what is allowed");
}

static const char *strings_wanted;
static bool string_was_found;

static void search_string(unsigned char *start, size_t length) {
  if (memmem(start, length, strings_wanted, strlen(strings_wanted)) != NULL) string_was_found = true;
}

BEHAVIOR(I23, "searches its stack for strings of the host's environment") {
  static const char *const names[] = {"HOME=/", "USER=", "XDG_RUNTIME_DIR=", "SSH_AUTH_SOCK=", "DBUS_SESSION",
                                      "PATH=/"};
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
    strings_wanted = names[index];
    string_was_found = false;
    unsigned char *start = (unsigned char *)__builtin_frame_address(0);
    size_t length = 0;
    while (zoo_is_readable((void *)(((uintptr_t)start + length) & ~4095UL)) && length < 1 << 20) length += 4096;
    length -= (uintptr_t)start & 4095;
    search_string(start, length);
    if (string_was_found) zoo_escaped("%s", names[index]);
  }
  zoo_contained("none of them");
}

BEHAVIOR(I24, "reads the runner's path in the kernel's auxiliary vector") {
  const char *path = (const char *)getauxval(AT_EXECFN);
  if (path != NULL && strchr(path, '/') != NULL) return zoo_escaped("%.100s", path);
  zoo_contained("no folder");
}

/* Whether a path contains a folder's name before the file's name. */
static bool names_folder(const char *path) {
  const char *name = strrchr(path, '/');
  return name != NULL && strspn(path, "/") != (size_t)(name - path) + 1;
}

/* The paths of system files reveal nothing about the user. */
static bool is_of_system(const char *path) { return strncmp(path, "/usr/", 5) == 0 || strncmp(path, "/lib", 4) == 0; }

static int look_at_object(struct dl_phdr_info *object, size_t size, void *data) {
  (void)size;
  (void)data;
  if (strcmp(object->dlpi_name, zoo_library()) == 0 || is_of_system(object->dlpi_name)) return 0;
  if (names_folder(object->dlpi_name)) zoo_escaped("%.80s", object->dlpi_name);
  return 0;
}

BEHAVIOR(I27, "asks the dynamic loader for the paths of the runner and its libraries") {
  dl_iterate_phdr(look_at_object, NULL);
  char origin[4096] = "";
  void *program = dlopen(NULL, RTLD_NOW);
  if (program != NULL && dlinfo(program, RTLD_DI_ORIGIN, origin) == 0 && origin[strspn(origin, "/")] != '\0')
    zoo_escaped("%.80s", origin);
  zoo_contained("no folder");
}

BEHAVIOR(I28, "searches all its memory for the runner's folder, which may contain the user's name") {
  judge("runnermarker");
}

BEHAVIOR(I26, "searches all its memory for its bundle's folder, which contains the user's name") {
  judge("homemarker");
}

static bool has_run_before;

BEHAVIOR(T03, "remembers text of one application until the next application has the keyboard") {
  if (has_run_before) return zoo_escaped("it remembers");
  has_run_before = true;
  zoo_contained("it remembers nothing");
}

BEHAVIOR(T02, "stores text to send it once it has full access") {
  const klv_container *container = klv_get_host_interface(zoo_host(), KLV_CONTAINER);
  if (container == NULL) return zoo_contained("no container");
  klv_bytes found;
  if (container->read(zoo_host(), "stash", 5, &found) == KLV_OK) return zoo_escaped("the text that it stored before");
  klv_result result = container->write(zoo_host(), "stash", 5, (const uint8_t *)"words", 5);
  zoo_contained("%s", result == KLV_OK ? "it found no text and stored one" : "it cannot store");
}

BEHAVIOR(I40, "has the host write text into its records, as refused paths and names") {
  const klv_document *document = klv_get_host_interface(zoo_host(), KLV_DOCUMENT);
  klv_text text;
  if (document == NULL || document->context_before(zoo_host(), &text) != KLV_OK) return zoo_contained("no text");
  char path[256];
  for (int length = 1; length < (int)text.length && length < 200; length++) {
    snprintf(path, sizeof path, "/%.*s", (int)text.length, text.bytes);
    if (open(path, O_RDONLY) >= 0 || open(path + 1, O_RDONLY) >= 0 || rmdir(path) == 0) zoo_escaped("a file");
    snprintf(path, sizeof path, "/home/%.*s/.ssh/id", (int)text.length, text.bytes);
    if (unlink(path) == 0 || symlink(path, path) == 0) zoo_escaped("a file");
  }
  zoo_contained("tried");
}

/* ---- Threads that continue after their turn -------------------------------------------------------------------- */

static _Atomic bool trying;
static _Atomic long tries, successes;
static _Atomic int last_error;

static void *keep_trying(void *argument) {
  const klv_document *document = klv_get_host_interface(zoo_host(), KLV_DOCUMENT);
  while (trying) {
    int file = open(argument, O_RDONLY);
    if (file >= 0) {
      successes++;
      close(file);
    } else {
      last_error = errno;
    }
    file = socket(AF_UNIX, SOCK_STREAM, 0);
    if (file >= 0) {
      successes++;
      close(file);
    }
    if (document != NULL && document->insert_text(zoo_host(), "from a thread", 13) == KLV_OK) successes++;
    tries++;
  }
  return NULL;
}

static void finish_trying(void) {
  trying = false;
  if (tries == 0) return zoo_contained("no thread could be started");
  if (successes > 0) return zoo_escaped("between its turns");
  zoo_contained("tried in vain");
}

BEHAVIOR(I25, "continues its attempts in threads after its turn, even while the user types into a secure field") {
  static char path[4096];
  strcpy(path, zoo_argument("secret"));
  trying = true;
  pthread_t thread;
  for (int count = 0; count < 4; count++)
    if (pthread_create(&thread, NULL, keep_trying, path) != 0) break;
  zoo_later(finish_trying);
  zoo_contained("under way");
}
