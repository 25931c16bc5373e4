/*
 * A keyboard with KLVFileAccess = paths. Each key tries one file operation and inserts the outcome: a text, "ok", or
 * the name of the error. The setting `victim` is the path of a folder to which the keyboard must have no access.
 */
#include <klava/keyboard.h>

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static klv_host *host;
static const klv_document *document;
static char bundle[1024], container[1024], victim[1024];
static char said[4096];

static const char *error_name(void) { return strerrorname_np(errno); }
static const char *outcome(long result) { return result < 0 ? error_name() : "ok"; }

static const char *path(const char *folder, const char *name) {
  static char paths[2][1200];
  static int next;
  next = !next;
  snprintf(paths[next], sizeof paths[next], "%s/%s", folder, name);
  return paths[next];
}

static const char *opening(const char *name, int flags) {
  int file = open(name, flags | O_CLOEXEC, 0600);
  if (file < 0) return error_name();
  close(file);
  return "ok";
}

static const char *content(const char *name) {
  FILE *file = fopen(name, "r");
  if (!file) return error_name();
  size_t count = fread(said, 1, sizeof said - 1, file);
  said[count] = 0;
  fclose(file);
  return said;
}

static const char *mapped(const char *name) {
  struct stat status;
  int file = open(name, O_RDONLY | O_CLOEXEC);
  if (file < 0 || fstat(file, &status) < 0) return error_name();
  char *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (bytes == MAP_FAILED) return error_name();
  snprintf(said, sizeof said, "%.*s", (int)status.st_size, bytes);
  munmap(bytes, (size_t)status.st_size);
  return said;
}

static const char *writing(const char *name, const char *text) {
  FILE *file = fopen(name, "w");
  if (!file) return error_name();
  int failed = fputs(text, file) < 0;
  return fclose(file) < 0 || failed ? error_name() : "ok";
}

static int compare(const void *one, const void *other) { return strcmp(*(char *const *)one, *(char *const *)other); }

static const char *listing(const char *name) {
  char *names[64];
  size_t count = 0;
  DIR *folder = opendir(name);
  if (!folder) return error_name();
  for (struct dirent *entry; count < 64 && (entry = readdir(folder));)
    if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..")) names[count++] = strdup(entry->d_name);
  closedir(folder);
  qsort(names, count, sizeof *names, compare);
  said[0] = 0;
  for (size_t index = 0; index < count; index++) {
    snprintf(said + strlen(said), sizeof said - strlen(said), "%s%s", index ? " " : "", names[index]);
    free(names[index]);
  }
  return said;
}

/* Writes up to 32 MiB to a file. Returns the number of written bytes, and the error that stopped the writing. */
static const char *filling(const char *name) {
  static char block[64 * 1024];
  long sum = 0;
  signal(SIGXFSZ, SIG_IGN);
  int file = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return error_name();
  ssize_t count = 0;
  while (sum < 32 << 20 && (count = write(file, block, sizeof block)) > 0) sum += count;
  snprintf(said, sizeof said, "%ld %s", sum, count < 0 ? error_name() : "ok");
  close(file);
  return said;
}

/* Tries to execute code from a file that the keyboard wrote. The code is: mov eax, 42; ret. */
static const char *executing(const char *name) {
  static const unsigned char code[] = {0xb8, 42, 0, 0, 0, 0xc3};
  int file = open(name, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0700);
  if (file < 0 || write(file, code, sizeof code) < 0) return error_name();
  void *page = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0);
  if (page == MAP_FAILED) {
    const char *error = error_name();
    page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    unlink(name);
    if (page == MAP_FAILED) return error_name();
    return mprotect(page, 4096, PROT_READ | PROT_EXEC) < 0 ? error : "mprotect";
  }
  close(file);
  return "ok";
}

static const char *loading(const char *name) { return dlopen(name, RTLD_NOW | RTLD_LOCAL) ? "ok" : "refused"; }

/* The results of the constructor, which runs after the confinement and before all other code of the keyboard. */
static char early[1024];

__attribute__((constructor)) static void at_once(void) {
  const char *passwd = opening("/etc/passwd", O_RDONLY), *root = listing("/");
  snprintf(early, sizeof early, "%s; %s", passwd, root);
}

static const char *attempt(const char *key) {
  const char *secret = path(victim, "secret.txt"), *note = path(container, "note");
#define IS(name) (strcmp(key, name) == 0)
  /* Operations that the sandbox allows. */
  if (IS("where")) return snprintf(said, sizeof said, "%s %s", bundle, container), said;
  if (IS("resource")) return content(path(bundle, "resource.txt"));
  if (IS("map")) return mapped(path(bundle, "resource.txt"));
  if (IS("bundle")) return listing(bundle);
  if (IS("write")) return writing(note, "kept");
  if (IS("read")) return content(note);
  if (IS("map own")) return mapped(note);
  if (IS("rename")) return outcome(rename(note, path(container, "other")));
  if (IS("list")) return listing(container);
  if (IS("remove")) return outcome(unlink(path(container, "other")));
  if (IS("truncate")) return opening(note, O_WRONLY | O_TRUNC);
  if (IS("given")) return content(path(container, "given"));
  if (IS("answer")) return writing(path(container, "given"), "changed");
  if (IS("random")) return opening("/dev/urandom", O_RDONLY);
  if (IS("null")) return writing("/dev/null", "nothing");
  /* Operations that the sandbox refuses. */
  if (IS("early")) return early;
  if (IS("F01")) return opening("/etc/passwd", O_RDONLY);
  if (IS("F02")) return opening(secret, O_RDONLY);
  if (IS("F03")) return opening(path(bundle, "new"), O_WRONLY | O_CREAT);
  if (IS("F03 write")) return opening(path(bundle, "resource.txt"), O_WRONLY);
  if (IS("F03 remove")) return outcome(unlink(path(bundle, "resource.txt")));
  if (IS("F04")) return opening("/tmp/new", O_WRONLY | O_CREAT);
  if (IS("F04 root")) return opening("/new", O_WRONLY | O_CREAT);
  if (IS("F04 dev")) return opening("/dev/new", O_WRONLY | O_CREAT);
  if (IS("F05")) return opening(path(container, "../../../../../victim/secret.txt"), O_RDONLY);
  if (IS("F06")) return outcome(symlink(secret, path(container, "link")));
  if (IS("F07")) return outcome(link(secret, path(container, "link")));
  if (IS("F07 own")) return outcome(link(note, path(container, "link")));
  if (IS("F08")) return outcome(rename(note, path(victim, "taken")));
  if (IS("F08 root")) return outcome(rename(note, "/note"));
  if (IS("F17")) return outcome(mkfifo(path(container, "fifo"), 0600));
  if (IS("F17 device")) return outcome(mknod(path(container, "device"), S_IFCHR | 0600, 0x103));
  if (IS("F17 folder")) return outcome(mkdir(path(container, "folder"), 0700));
  if (IS("F21")) return filling(path(container, "large"));
  if (IS("F23")) return opening("/proc/self/environ", O_RDONLY);
  if (IS("F31")) return listing("/home");
  if (IS("F32")) return listing(path(container, "../../other/confined"));
  if (IS("F32 own")) return listing(path(container, ".."));
  if (IS("P10")) return opening("/proc/1/mem", O_RDONLY);
  if (IS("P10 mounts")) return opening("/proc/self/mountinfo", O_RDONLY);
  if (IS("X03")) return executing(path(container, "code"));
  if (IS("X04")) return loading("/usr/lib/x86_64-linux-gnu/libz.so.1");
  if (IS("X04 by name")) return loading("libz.so.1");
  if (IS("P03")) {
    char *arguments[] = {"note", NULL}, *environment[] = {NULL};
    return outcome(execve(note, arguments, environment));
  }
  return "unknown";
}

static const char *const keys[] = {
    "where",
    "resource",  "map",       "bundle",     "write",      "read",   "map own",    "rename",     "list",   "remove",
    "truncate",  "given",     "answer",     "random",     "null",   "early",      "F01",        "F02",    "F03",
    "F03 write", "F03 remove", "F04",       "F04 root",   "F04 dev", "F05",       "F06",    "F07",
    "F07 own",   "F08",       "F08 root",   "F17",        "F17 device", "F17 folder", "F21",    "F23",    "F31",
    "F32",       "F32 own",   "P10",        "P10 mounts", "X03",        "X04",    "X04 by name", "P03"};

static klv_result create(klv_host *given, const klv_launch *launch, void **controller, klv_failure *failure) {
  (void)launch, (void)failure;
  host = given;
  *controller = &host;
  return KLV_OK;
}

static klv_result load(void *controller, klv_failure *failure) {
  (void)controller, (void)failure;
  document = klv_get_host_interface(host, KLV_DOCUMENT);
  const klv_paths *paths = klv_get_host_interface(host, KLV_PATHS);
  const klv_settings *settings = klv_get_host_interface(host, KLV_SETTINGS);
  klv_text text = {0};
  klv_setting setting = {.size = sizeof setting};
  if (!paths || paths->bundle_path(host, &text) != KLV_OK) return KLV_ERROR_FAILED;
  snprintf(bundle, sizeof bundle, "%.*s", (int)text.length, text.bytes);
  if (paths->container_path(host, &text) != KLV_OK) return KLV_ERROR_FAILED;
  snprintf(container, sizeof container, "%.*s", (int)text.length, text.bytes);
  if (settings->read(host, "victim", 6, &setting) != KLV_OK) return KLV_ERROR_FAILED;
  snprintf(victim, sizeof victim, "%.*s", (int)setting.text.length, setting.text.bytes);
  enum { count = sizeof keys / sizeof *keys };
  klv_element elements[count + 1];
  memset(elements, 0, sizeof elements);
  elements[0] = (klv_element){.size = sizeof *elements, .kind = KLV_ELEMENT_ROW, .child_count = count};
  for (int index = 0; index < count; index++)
    elements[index + 1] = (klv_element){.size = sizeof *elements,
                                        .kind = KLV_ELEMENT_KEY,
                                        .role = KLV_ROLE_ACTION,
                                        .title = {keys[index], strlen(keys[index])}};
  klv_interface_record record = {.size = sizeof record, .element_count = count + 1, .elements = elements};
  return ((const klv_interface *)klv_get_host_interface(host, KLV_INTERFACE))->set(host, &record);
}

static klv_result key_event(void *controller, const klv_key_event *event) {
  (void)controller;
  if (event->gesture != KLV_GESTURE_PRESS) return KLV_OK;
  char key[32];
  snprintf(key, sizeof key, "%.*s", (int)event->key.length, event->key.bytes);
  const char *result = attempt(key);
  return document->insert_text(host, result, strlen(result));
}

static const klv_keys key_interface = {key_event};

static const void *get_interface(void *controller, const char *identifier) {
  (void)controller;
  return strcmp(identifier, KLV_KEYS) == 0 ? &key_interface : NULL;
}

KLV_EXPORT const klv_keyboard_entry klv_keyboard = {
    KLV_ABI_VERSION, sizeof(klv_keyboard_entry), create, load, NULL, get_interface,
};
