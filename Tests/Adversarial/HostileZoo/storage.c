/* Attacks that store more than the limit, or leave messages for a later process of the same keyboard. */
#include "zoo.h"

#include <dirent.h>
#include <pthread.h>
#include <sys/stat.h>

/* ---- Filling the data container between turns-------------------------------------------------------------------- */

static const long limit_bytes = 64000000, limit_files = 4096;
static long stored_bytes, stored_files;
static int first_error;
static pthread_t filler;
static bool has_thread;

static int make_file(long index) {
  char name[32];
  snprintf(name, sizeof name, "/fill-%ld", index);
  return open(zoo_path("container", name), O_WRONLY | O_CREAT | O_TRUNC, 0600);
}

static void *fill_bytes(void *argument) {
  static char block[256 * 1024];
  (void)argument;
  for (long index = 0; index < 48 && first_error == 0; index++) {
    int file = make_file(index);
    if (file < 0) first_error = errno;
    for (int part = 0; part < 16 && first_error == 0; part++) {
      ssize_t count = write(file, block, sizeof block);
      if (count < 0) first_error = errno;
      if (count > 0) stored_bytes += count;
    }
    close(file);
  }
  return NULL;
}

static void *fill_files(void *argument) {
  (void)argument;
  for (long index = 0; index < 6000 && first_error == 0; index++) {
    int file = make_file(index);
    if (file < 0)
      first_error = errno;
    else
      stored_files++;
    close(file);
  }
  return NULL;
}

static void finish_filling(void) {
  if (has_thread) pthread_join(filler, NULL);
  if (stored_bytes > limit_bytes) return zoo_escaped("%ld bytes", stored_bytes);
  if (stored_files > limit_files) return zoo_escaped("%ld files", stored_files);
  if (first_error != ENOSPC) return zoo_refused(first_error);
  zoo_contained("the kernel stopped it");
}

static void fill_by(void *(*work)(void *)) {
  has_thread = pthread_create(&filler, NULL, work, NULL) == 0;
  zoo_later(finish_filling);
  zoo_contained("under way");
}

BEHAVIOR(F61, "fills its data container with bytes from a thread while the user does not type") { fill_by(fill_bytes); }

BEHAVIOR(F62, "fills its data container with files from a thread while the user does not type") { fill_by(fill_files); }

BEHAVIOR(F63, "makes the files in its data container longer than their contents") {
  for (long index = 0; index < 40; index++) {
    int file = make_file(index);
    if (file < 0) return zoo_refused(errno);
    if (ftruncate(file, 4 << 20) < 0) zoo_refused(errno);
    close(file);
  }
  zoo_contained("long files");
}

/* ---- Changing the times of files --------------------------------------------------------------------------------- */

static uint64_t state;

static unsigned below(unsigned count) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(state >> 33) % count;
}

static const char *const names[] = {"Info.plist", "libZoo.so", "text.txt", "folder/inner.txt", "folder",
                                    "en.lproj/Localizable.strings", "en.lproj", "link", "none", ""};
enum { name_count = sizeof names / sizeof *names };

static void ask_host(void) {
  const klv_resources *resources = klv_get_host_interface(zoo_host(), KLV_RESOURCES);
  const klv_container *container = klv_get_host_interface(zoo_host(), KLV_CONTAINER);
  const char *name = names[below(name_count)];
  klv_bytes bytes;
  klv_text text;
  switch (below(7)) {
  case 0: resources->read(zoo_host(), name, strlen(name), &bytes); break;
  case 1: resources->names(zoo_host(), name, strlen(name), &text); break;
  case 2: resources->localized_string(zoo_host(), "key", 3, "", 0, "en", 2, &text); break;
  case 3: container->write(zoo_host(), "own", 3, (const uint8_t *)"words", 5); break;
  case 4: container->read(zoo_host(), "own", 3, &bytes); break;
  case 5: container->remove(zoo_host(), "own", 3); break;
  default: container->names(zoo_host(), &text);
  }
}

/* Reads from the library's descriptor, if the process has one, after clearing all flags of the descriptor. */
static void read_plainly(int file) {
  char bytes[512];
  if (file < 0) return;
  fcntl(file, F_SETFL, 0);
  lseek(file, 0, SEEK_SET);
  if (read(file, bytes, sizeof bytes) < 0) return;
  void *page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, file, 0);
  if (page != MAP_FAILED) state += *(volatile unsigned char *)page & 1, munmap(page, 4096);
}

static void read_itself(void) {
  static const char *const devices[] = {"/dev/null", "/dev/urandom"};
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", zoo_argument("bundle"), names[below(name_count)]);
  int file = -1;
  switch (below(6)) {
  case 0: file = open(path, O_RDONLY); break;
  case 1: file = open(devices[below(2)], O_RDONLY); break;
  case 2:
    file = open("/dev/null", O_WRONLY);
    if (file >= 0 && write(file, path, 1) < 0) zoo_contained("cannot write to /dev/null");
    break;
  case 3: file = zoo_open_library(); break;
  case 4: {
    DIR *folder = opendir(path);
    if (folder == NULL) return;
    while (readdir(folder) != NULL) continue;
    closedir(folder);
    return;
  }
  default: {
    struct stat status;
    stat(path, &status);
    return;
  }
  }
  if (file < 0) return;
  read_plainly(file);
  close(file);
}

BEHAVIOR(F64, "reads files, and has the host read files, in an order that encodes a message") {
  enum { library_descriptor = 6 };
  state = (uint64_t)zoo_number("seed");
  for (int count = 0; count < 64; count++) {
    if (zoo_host() != NULL && below(2) == 0)
      ask_host();
    else
      read_itself();
  }
  if (zoo_host() == NULL) read_plainly(library_descriptor);
  zoo_contained("read");
}
