/* Attacks on the host through the shared memory of the link. */
#include "zoo.h"

#include <pthread.h>

static unsigned char *link_memory;
/* The layout of the link, from the header that the host also uses. */
static const size_t link_length = LINK_BYTES, to_host_start = LINK_TO_HOST;

/* mremap with length 0 can map only shared memory a second time. */
static bool is_shared(unsigned char *page) {
  void *again = mremap(page, 0, 4096, MREMAP_MAYMOVE);
  if (again == MAP_FAILED) return false;
  munmap(again, 4096);
  return true;
}

static void consider(unsigned char *start, size_t length) {
  for (size_t offset = 0; offset + link_length <= length && link_memory == NULL; offset += 4096) {
    if (!is_shared(start + offset)) continue;
    if (is_shared(start + offset + link_length - 4096)) link_memory = start + offset;
  }
}

static bool find_link(void) {
  link_memory = NULL;
  zoo_each_region(consider);
  if (link_memory == NULL) zoo_contained("the link was not found");
  return link_memory != NULL;
}

static volatile uint32_t *to_host(size_t offset) { return (volatile uint32_t *)(link_memory + to_host_start + offset); }

BEHAVIOR(I07, "announces a message of 2 GiB") {
  if (!find_link()) return;
  *to_host(4) = 0x7fffffff;
  *to_host(0) += 2;
  zoo_contained("claimed");
}

BEHAVIOR(I08, "sends a message of three bytes") {
  if (!find_link()) return;
  *to_host(4) = 3;
  *to_host(0) += 2;
  _exit(0);
}

static void *flood(void *argument) {
  const uint64_t one = 1;
  for (;;) {
    *to_host(0) += 2;
    for (int file = 3; file < 8; file++) (void)!write(file, &one, sizeof one);
  }
  return argument;
}

BEHAVIOR(I09, "floods the link with messages, from a thread") {
  if (!find_link()) return;
  pthread_t thread;
  int result = pthread_create(&thread, NULL, flood, NULL);
  if (result != 0) return zoo_refused(result);
  zoo_contained("under way");
}

BEHAVIOR(I10, "sends the result of a turn twice") {
  if (!find_link()) return;
  *to_host(0) += 4;
  zoo_contained("answered in advance");
}

static uint64_t random_state = 0x9e3779b97f4a7c15;

static uint64_t next_random(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state;
}

BEHAVIOR(I11, "fills the link with random bytes and announces a message") {
  if (!find_link()) return;
  for (size_t offset = 128; offset < 1 << 20; offset += 8) {
    uint64_t noise = next_random();
    memcpy(link_memory + to_host_start + offset, &noise, 8);
  }
  *to_host(4) = (uint32_t)(next_random() % 4096);
  *to_host(0) += 2;
  _exit(0);
}

BEHAVIOR(I12, "starts a message and does not finish it") {
  if (!find_link()) return;
  *to_host(0) += 1;
  for (;;) sleep(1);
}

BEHAVIOR(I14, "closes the descriptor that wakes the host") {
  for (int file = 3; file < 64; file++) close(file);
  zoo_contained("closed");
}

static void *scribble(void *argument) {
  for (;;)
    for (size_t offset = 0; offset < 4096; offset += 8) {
      uint64_t noise = next_random();
      memcpy(link_memory + to_host_start + offset, &noise, 8);
    }
  return argument;
}

BEHAVIOR(I30, "overwrites the link while the host reads it, from a thread") {
  if (!find_link()) return;
  pthread_t thread;
  int result = pthread_create(&thread, NULL, scribble, NULL);
  if (result != 0) return zoo_refused(result);
  zoo_contained("under way");
}

BEHAVIOR(I31, "unmaps the memory of the link") {
  if (!find_link()) return;
  munmap(link_memory, link_length);
  zoo_contained("gone");
}

BEHAVIOR(I32, "makes the link unreadable") {
  if (!find_link()) return;
  TRY(mprotect(link_memory, link_length, PROT_NONE) - 1);
}

BEHAVIOR(I33, "makes the link, to which the host writes, executable") {
  if (!find_link()) return;
  TRY(mprotect(link_memory, 4096, PROT_READ | PROT_EXEC));
  TRY(mprotect(link_memory, 4096, PROT_READ | PROT_WRITE | PROT_EXEC));
}

BEHAVIOR(I34, "moves the link and extends it beyond its end") {
  if (!find_link()) return;
  unsigned char *longer = mremap(link_memory, link_length, 64 << 20, MREMAP_MAYMOVE);
  if (longer == MAP_FAILED) return zoo_refused(errno);
  /* The memory has a sealed length, so the first access beyond its end ends the process. */
  longer[link_length] = 1;
  zoo_escaped("memory beyond the link's end");
}

BEHAVIOR(I35, "punches holes into the memory of the link and shortens it") {
  if (!find_link()) return;
  TRY(madvise(link_memory, link_length, 9 /* REMOVE */));
  for (int file = 3; file < 64; file++)
    if (ftruncate(file, 0) == 0) zoo_escaped("descriptor %d was cut", file);
}

BEHAVIOR(I36, "fills the memory of the link repeatedly, to make the host use more memory") {
  if (!find_link()) return;
  memset(link_memory, 'z', link_length);
  zoo_contained("filled");
}

static void look_for_leftovers(void) {
  if (!find_link()) return;
  const unsigned char *unused = link_memory + (2 << 20);
  for (size_t offset = 0; offset < 1 << 20; offset++)
    if (unused[offset] != 0) return zoo_escaped("bytes that no message contained");
  zoo_contained("only zeros in the unused parts");
}

BEHAVIOR(I37, "reads the unused parts of the link") { look_for_leftovers(); }

static void finish_racing(void) { zoo_contained("goes on"); }

static void *change_length(void *argument) {
  for (uint32_t value = 0;; value += 0x01000193) *to_host(4) = value;
  return argument;
}

BEHAVIOR(I38, "changes a message's length while the host reads it, from a thread") {
  if (!find_link()) return;
  pthread_t thread;
  int result = pthread_create(&thread, NULL, change_length, NULL);
  if (result != 0) return zoo_refused(result);
  zoo_later(finish_racing);
  zoo_contained("under way");
}

static void *fake_hello(void *argument) {
  (void)argument;
  /*
   * The runner's last message is still in the mailbox. Send this message again with other lengths, and wake the host
   * each time.
   */
  const uint64_t one = 1;
  for (uint32_t length = 1; length < 256; length++) {
    *to_host(4) = length;
    *to_host(0) += 2;
    for (int file = 3; file < 8; file++) (void)!write(file, &one, sizeof one);
  }
  return NULL;
}

BEHAVIOR(I39, "sends its last message again, with other lengths, before the next message") {
  if (!find_link()) return;
  fake_hello(NULL);
  zoo_contained("said");
}
