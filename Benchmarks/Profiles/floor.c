// floor: measures the time that the hardware and the kernel need for a key press (floor.md).
//
//   cc -O2 -o floor floor.c
//   ./floor inside PAUSE     one process touches as much memory as a turn that types a letter
//   ./floor inside-swift PAUSE   one process touches as much memory as a turn of the Swift keyboard HabrTags
//   ./floor pair PAUSE       two processes wake each other once, and touch as much memory as host and runner in a turn
//   ./floor sessions COUNT   one process wakes COUNT other processes, one for each press; if COUNT is 1, both processes
//                            spin while they wait
//   ./floor globe PAUSE      one process wakes a second process, and continues a third process, which SIGSTOP stopped;
//                            then the second and the third process work at the same time
//   ./floor globe-first PAUSE   as `globe`, but with a new third process for each press; the new process has worked
//                            once, and touches the pages that a keyboard touches only when it first appears
//
// PAUSE is the time between two presses in milliseconds. With `empty` as the last argument, the processes touch no
// memory. With `prefetch` as the last argument, each process reads the cache lines of its code before it runs the code.

#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <linux/futex.h>

enum {
  LINE = 64, PAGE = 4096, RUN = 3, SPIN = 50000, MOST = 32,
  // The number of pages at which a keyboard's process has page faults when the user first switches to the keyboard
  // (floor.md).
  FIRST_PAGES = 3
};

// The memory that one turn touches, counted with footprint.py (floor.md). `both` is the memory of a turn
// that types a letter, with the keyboard in the host's process. `swift` is the memory of a turn that types a tag of
// HabrTags. `change` is the memory of the host in a press of the globe key, for both turns.
struct size { size_t code_lines, code_pages, data_lines, data_pages; };
static const struct size both = { 914, 160, 402, 82 }, swift = { 2139, 311, 1007, 154 }, host = { 1262, 204, 387, 78 }, runner = { 583, 124, 246, 63 },
  change = { 1447, 205, 635, 105 };

// A walk (floor.md): cache lines on many pages. Three adjacent lines form a run, and the runs are in random order.
struct walk { unsigned char *memory; size_t *places, lines, bytes; };

static struct walk spread(size_t lines, size_t pages, int protection) {
  struct walk walk = { .lines = lines, .bytes = pages * PAGE };
  walk.memory = mmap(0, walk.bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (walk.memory == MAP_FAILED) exit(1);
  madvise(walk.memory, walk.bytes, MADV_NOHUGEPAGE);
  memset(walk.memory, 0x90, walk.bytes);
  size_t runs = (lines + RUN - 1) / RUN, *starts = calloc(runs, sizeof *starts);
  for (size_t run = 0; run < runs; run++) {
    size_t page = run % pages, slot = run / pages + page % 20;
    starts[run] = page * PAGE + slot * RUN % 63 * LINE;
  }
  for (size_t last = runs; last-- > 1;) {
    size_t other = rand() % (last + 1), start = starts[last];
    starts[last] = starts[other];
    starts[other] = start;
  }
  walk.places = calloc(lines, sizeof *walk.places);
  for (size_t line = 0; line < lines; line++) walk.places[line] = starts[line / RUN] + line % RUN * LINE;
  free(starts);
  return walk;
}

// Fills each cache line of the code with 18 instructions that do nothing, followed by a jump to the next line. A turn
// executes the same number of instructions for each cache line.
static struct walk write_code(size_t lines, size_t pages) {
  struct walk code = spread(lines, pages, PROT_READ | PROT_WRITE | PROT_EXEC);
  for (size_t line = 0; line + 1 < lines; line++) {
    unsigned char *place = code.memory + code.places[line];
    int32_t distance = (int32_t)(code.places[line + 1] - code.places[line]) - LINE;
    for (int byte = 0; byte < 51; byte += 3) memcpy(place + byte, "\x0F\x1F", 3);
    memcpy(place + 51, "\x0F\x1F\x84\0\0\0\0", 8);
    place[59] = 0xE9;
    memcpy(place + 60, &distance, sizeof distance);
  }
  code.memory[code.places[lines - 1]] = 0xC3;
  return code;
}

static struct walk code, data, peer_code, peer_data;
static int prefetches;

// Runs the code, reads each cache line of the data, and writes to every second cache line.
static void work(unsigned char *memory) {
  if (!code.lines) return;
  // These reads do not depend on each other, so the processor performs many of them at the same time.
  for (size_t line = 0; prefetches && line < code.lines; line++) *(volatile unsigned char *)(code.memory + code.places[line]);
  ((void (*)(void))(code.memory + code.places[0]))();
  unsigned char sum = 0;
  for (size_t line = 0; line < data.lines; line++) {
    sum += memory[data.places[line]];
    if (line & 1) memory[data.places[line]] = sum;
  }
}

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000ull + time.tv_nsec;
}

// The shared memory through which two processes wake each other, as host and runner do.
struct words { _Atomic uint32_t sequence, sleeper, pages; char rest[52]; };
struct peer { struct words *to, *from; int event, statm; pid_t process; int spins; uint32_t answered; unsigned char *memory, *fresh; };

static void wait_for(_Atomic uint32_t *word, uint32_t old, int spins) {
  for (uint64_t end = now() + (spins ? SPIN : 0); *word == old && now() < end;) {}
}

static void serve(struct peer *peer) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  code = peer_code;
  data = peer_data;
  if (data.lines) memset(data.memory, 1, data.bytes);
  for (uint32_t seen = 0;;) {
    wait_for(&peer->to->sequence, seen, peer->spins);
    peer->to->sleeper = 1;
    while (peer->to->sequence == seen) syscall(SYS_futex, &peer->to->sequence, FUTEX_WAIT, seen, NULL, NULL, 0);
    peer->to->sleeper = 0;
    seen = peer->to->sequence;
    for (uint32_t page = atomic_exchange(&peer->to->pages, 0); page-- > 0;) peer->fresh[page * PAGE] = 1;
    work(data.memory);
    peer->from->sequence++;
    if (atomic_exchange(&peer->from->sleeper, 0)) eventfd_write(peer->event, 1);
  }
}

static void start(struct peer *peer, int spins) {
  peer->to = mmap(0, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  peer->from = peer->to + 1;
  peer->event = eventfd(0, EFD_NONBLOCK);
  peer->spins = spins;
  peer->memory = data.lines ? mmap(0, data.bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : NULL;
  if (peer->memory) {
    memset(peer->memory, 1, data.bytes);
    // Without MADV_DONTFORK, this process would have to copy the pages after each later fork.
    madvise(peer->memory, data.bytes, MADV_DONTFORK);
  }
  peer->fresh = mmap(0, FIRST_PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  madvise(peer->fresh, FIRST_PAGES * PAGE, MADV_NOHUGEPAGE);
  if (!(peer->process = fork())) serve(peer);
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/statm", peer->process);
  peer->statm = open(path, O_RDONLY);
}

// The first half of a turn: this process works if `works` is not 0, and wakes the other process.
static void begin(struct peer *peer, int works) {
  peer->answered = peer->from->sequence;
  if (works) work(peer->memory);
  peer->to->sequence++;
  if (atomic_exchange(&peer->to->sleeper, 0)) syscall(SYS_futex, &peer->to->sequence, FUTEX_WAKE, 1, NULL, NULL, 0);
}

// The second half of a turn: this process waits for the answer of the other process, and reads how much memory the
// other process uses.
static void finish(struct peer *peer) {
  wait_for(&peer->from->sequence, peer->answered, peer->spins);
  peer->from->sleeper = 1;
  struct pollfd event = { .fd = peer->event, .events = POLLIN };
  while (peer->from->sequence == peer->answered) ppoll(&event, 1, NULL, NULL);
  peer->from->sleeper = 0;
  eventfd_t value;
  eventfd_read(peer->event, &value);
  char text[128];
  if (pread(peer->statm, text, sizeof text, 0) < 0) exit(1);
}

static void press(struct peer *peer) {
  begin(peer, 1);
  finish(peer);
}

// Replaces the other process by a new process, which works once and then stops at SIGSTOP.
static void renew(struct peer *peer) {
  kill(peer->process, SIGKILL);
  waitpid(peer->process, NULL, 0);
  close(peer->event);
  close(peer->statm);
  if (peer->memory) munmap(peer->memory, data.bytes);
  munmap(peer->fresh, FIRST_PAGES * PAGE);
  munmap(peer->to, PAGE);
  start(peer, 0);
  press(peer);
  kill(peer->process, SIGSTOP);
  if (data.lines) peer->to->pages = FIRST_PAGES;
}

static int compare(const void *one, const void *other) {
  uint64_t first = *(const uint64_t *)one, second = *(const uint64_t *)other;
  return first < second ? -1 : first > second;
}

int main(int count, char **words) {
  if (count < 3) return 2;
  int inside = !strncmp(words[1], "inside", 6), globe = !strncmp(words[1], "globe", 5), many = !strcmp(words[1], "sessions");
  int first = !strcmp(words[1], "globe-first");
  int number = atoi(words[2]), peers = inside ? 0 : globe ? 2 : many ? number : 1;
  if (peers > MOST || peers < !inside || number < 0) return 2;
  prefetches = count == 4 && !strcmp(words[3], "prefetch");
  if (count == 3 || prefetches) {
    struct size size = globe ? change : !inside ? host : !strcmp(words[1], "inside") ? both : swift;
    code = write_code(size.code_lines, size.code_pages);
    data = spread(size.data_lines, size.data_pages, PROT_READ | PROT_WRITE);
    peer_code = write_code(runner.code_lines, runner.code_pages);
    peer_data = spread(runner.data_lines, runner.data_pages, PROT_READ | PROT_WRITE);
  }
  struct peer peer[MOST];
  for (int index = 0; index < peers; index++) start(&peer[index], many && peers == 1);
  if (globe) {
    press(&peer[1]);
    kill(peer[1].process, SIGSTOP);
  }
  long pause = many ? 0 : number * 1000000l;
  int presses = pause ? 40 : 2560;
  uint64_t *times = calloc(presses, sizeof *times);
  for (int index = -2 * MOST; index < presses; index++) {
    struct timespec rest = { .tv_sec = pause / 1000000000, .tv_nsec = pause % 1000000000 };
    if (first) renew(&peer[!(index & 1)]);
    if (pause && index >= -3) nanosleep(&rest, NULL);
    struct peer *shown = &peer[many ? (index + 2 * MOST) % peers : globe ? index & 1 : 0], *next = &peer[!(index & 1)];
    uint64_t pressed = now();
    if (inside) work(data.memory);
    if (globe) kill(next->process, SIGCONT);
    if (globe) {
      // Work only once, because the memory of `change` is the host's memory for both turns.
      begin(shown, 1);
      begin(next, 0);
      finish(shown);
      kill(shown->process, SIGSTOP);
      finish(next);
    } else if (!inside) {
      press(shown);
    }
    if (index >= 0) times[index] = now() - pressed;
  }
  qsort(times, presses, sizeof *times, compare);
  printf("%s %s: %.1f us (quartiles %.1f and %.1f)\n", words[1], words[2], times[presses / 2] / 1e3,
         times[presses / 4] / 1e3, times[presses / 4 * 3] / 1e3);
  for (int index = 0; index < peers; index++) kill(peer[index].process, SIGKILL);
}
