#define _GNU_SOURCE
#include "KeyboardJournal.h"

#include "FaultHandler.h"
#include "StackFrames.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

_Static_assert(sizeof(klv_journal_refusal) == 128, "an entry has a fixed size");
_Static_assert(sizeof(klv_journal) == KLV_JOURNAL_BYTES, "host and runner agree on the journal's size");
_Static_assert(offsetof(klv_journal, refused) % 8 == 0, "entries are aligned");
_Static_assert(65536 % KLV_JOURNAL_CALLS == 0, "the ring stays in order when its running count wraps");

static bool has_path(const klv_journal_refusal *entry, const char *path) {
  for (int index = 0; index < KLV_JOURNAL_PATH_BYTES; index++) {
    if (entry->path[index] != path[index]) return false;
    if (path[index] == 0) return true;
  }
  return true;
}

static bool add_one(uint32_t *count, uint32_t found) {
  // A count must never be KLV_JOURNAL_CLAIMED, because that number marks an entry that is being written.
  uint32_t more = found < KLV_JOURNAL_CLAIMED - 1 ? found + 1 : found;
  return __atomic_compare_exchange_n(count, &found, more, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

static bool claim(uint32_t *count) {
  uint32_t none = 0;
  return __atomic_compare_exchange_n(count, &none, KLV_JOURNAL_CLAIMED, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

void klv_journal_refused(klv_journal *journal, uint32_t number, const char *path) {
  if (path == NULL) path = "";
  for (int index = 0; index < KLV_JOURNAL_REFUSALS; index++) {
    klv_journal_refusal *entry = &journal->refused[index];
    uint32_t count = __atomic_load_n(&entry->count, __ATOMIC_ACQUIRE);
    while (count != 0 && count != KLV_JOURNAL_CLAIMED && entry->number == number && has_path(entry, path)) {
      if (add_one(&entry->count, count)) return;
      count = __atomic_load_n(&entry->count, __ATOMIC_ACQUIRE);
    }
    if (count != 0 || !claim(&entry->count)) continue;
    entry->number = number;
    for (int byte = 0; byte < KLV_JOURNAL_PATH_BYTES; byte++)
      if ((entry->path[byte] = path[byte]) == 0) break;
    __atomic_store_n(&entry->count, 1, __ATOMIC_RELEASE);
    return;
  }
  __atomic_fetch_add(&journal->others, 1, __ATOMIC_RELAXED);
}

void klv_journal_note(void *journal, uint32_t number, const char *path) { klv_journal_refused(journal, number, path); }

static uint32_t short_of(int error) {
  return error == ENOMEM ? KLV_SHORT_OF_MEMORY : error == EMFILE ? KLV_SHORT_OF_DESCRIPTORS : 0;
}

void klv_journal_short(klv_journal *journal, int error) {
  if (short_of(error)) __atomic_fetch_or(&journal->short_of, short_of(error), __ATOMIC_RELAXED);
}

void klv_journal_called(klv_journal *journal, uint16_t call) {
  // Record errno now, because the host function that runs next may change errno.
  klv_journal_short(journal, errno);
  uint32_t called = __atomic_load_n(&journal->called, __ATOMIC_RELAXED);
  __atomic_store_n(&journal->calls[called % KLV_JOURNAL_CALLS], call, __ATOMIC_RELAXED);
  __atomic_store_n(&journal->called, called + 1, __ATOMIC_RELEASE);
}

// One call of poll(2) checks all descriptor numbers. Even without requested events, poll(2) reports each number that is
// not an open descriptor.
void klv_journal_count(klv_journal *journal) {
  uint32_t below = __atomic_load_n(&journal->count_below, __ATOMIC_RELAXED), open = 0;
  struct pollfd descriptors[KLV_JOURNAL_DESCRIPTORS];
  if (below == 0 || below > KLV_JOURNAL_DESCRIPTORS) return;
  for (uint32_t number = 0; number < below; number++) descriptors[number] = (struct pollfd){.fd = (int)number};
  if (poll(descriptors, below, 0) < 0) return;
  for (uint32_t number = 0; number < below; number++) open += (descriptors[number].revents & POLLNVAL) == 0;
  __atomic_store_n(&journal->descriptors, open, __ATOMIC_RELAXED);
}

void klv_journal_ask_count(klv_journal *journal, uint32_t below) {
  __atomic_store_n(&journal->count_below, below, __ATOMIC_RELAXED);
}

uint32_t klv_journal_counted(const klv_journal *journal) {
  return __atomic_load_n(&journal->descriptors, __ATOMIC_RELAXED);
}

void klv_journal_request_turn(klv_journal *journal) {
  __atomic_fetch_add(&journal->turn_requests, 1, __ATOMIC_RELEASE);
}

uint32_t klv_journal_turn_requests(const klv_journal *journal) {
  return __atomic_load_n(&journal->turn_requests, __ATOMIC_ACQUIRE);
}

void klv_journal_note_main_queue(klv_journal *journal) {
  __atomic_store_n(&journal->has_main_queue, 1, __ATOMIC_RELAXED);
}

int klv_journal_has_main_queue(const klv_journal *journal) {
  return __atomic_load_n(&journal->has_main_queue, __ATOMIC_RELAXED) != 0;
}

void klv_journal_note_library(klv_journal *journal, void *handle) {
  struct link_map *map;
  struct dl_find_object found;
  if (dlinfo(handle, RTLD_DI_LINKMAP, &map) < 0 || _dl_find_object(map->l_ld, &found) < 0) return;
  __atomic_store_n(&journal->end.library_start, map->l_addr, __ATOMIC_RELAXED);
  __atomic_store_n(&journal->end.library_end, (uintptr_t)found.dlfo_map_end, __ATOMIC_RELAXED);
}

uint32_t klv_journal_short_at_end(const klv_journal *journal) {
  return __atomic_load_n(&journal->end.short_of, __ATOMIC_ACQUIRE);
}

static klv_journal *watched;
static pid_t own_process;
static char signal_stack[64 << 10];

// The end of the first thread's stack, in a variable of the dynamic loader.
extern char *__libc_stack_end;

// The handler for SIGABRT. abort(3) sends this signal, and the host sends it to a process that does not answer. The
// handler records the resources that the process lacked, and the stack frames of the thread. To detect a lack of
// resources, the handler reads errno, then tries to allocate memory and to duplicate a descriptor.
static void note_end(int number, siginfo_t *information, void *context) {
  (void)information;
  uint32_t found = short_of(errno);
  const size_t little = 1 << 20;
  void *memory = mmap(NULL, little, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) found |= KLV_SHORT_OF_MEMORY;
  else munmap(memory, little);
  int copy = fcntl(0, F_DUPFD_CLOEXEC, 0);
  if (copy >= 0) close(copy);
  else if (errno == EMFILE) found |= KLV_SHORT_OF_DESCRIPTORS;
  __atomic_fetch_or(&watched->end.short_of, found, __ATOMIC_RELEASE);
  record_frames(&watched->end, context, __libc_stack_end);
  // The kernel has already removed the handler (SA_RESETHAND) and has not blocked the signal (SA_NODEFER), so this
  // second signal ends the process.
  tgkill(own_process, gettid(), number);
  // If another thread has set a new handler for the signal, the signal does not end the process, so exit here.
  _exit(KLV_FAULT_STATUS + number);
}

int klv_journal_watch_end(klv_journal *journal) {
  watched = journal;
  own_process = getpid();
  // After a stack overflow, a signal handler can run only on an alternate stack. Only the thread that installs the
  // handler has an alternate stack. If the stack of another thread overflows, the process ends without a record.
  stack_t stack = {.ss_sp = signal_stack, .ss_size = sizeof signal_stack};
  if (sigaltstack(&stack, NULL) < 0) return -1;
  // SIGABRT may end the process itself, because the kernel writes no log line about this signal.
  struct sigaction action = {
      .sa_sigaction = note_end, .sa_flags = SA_ONSTACK | SA_SIGINFO | SA_RESETHAND | SA_NODEFER};
  if (sigaction(SIGABRT, &action, NULL) < 0) return -1;
  return klv_fault_watch(&journal->end);
}

void klv_journal_failed(klv_journal *journal, uint16_t function, uint16_t code) {
  uint32_t failed_call = ((uint32_t)function + 1) << 16 | code;
  for (int index = 0; index < KLV_JOURNAL_FAILED_CALLS; index++) {
    uint32_t found = 0;
    if (__atomic_compare_exchange_n(&journal->failed_calls[index], &found, failed_call, false, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED))
      return;
    if (found == failed_call) return;
  }
}

static bool is_used(const uint32_t *count) {
  uint32_t found = __atomic_load_n(count, __ATOMIC_ACQUIRE);
  return found != 0 && found != KLV_JOURNAL_CLAIMED;
}

void klv_journal_drain(klv_journal *journal, klv_journal *taken) {
  *taken = (klv_journal){.called = __atomic_load_n(&journal->called, __ATOMIC_ACQUIRE)};
  taken->short_of = __atomic_exchange_n(&journal->short_of, 0, __ATOMIC_ACQ_REL);
  memcpy(&taken->end, &journal->end, sizeof taken->end);
  taken->others = __atomic_exchange_n(&journal->others, 0, __ATOMIC_ACQ_REL);
  memcpy(taken->calls, journal->calls, sizeof taken->calls);
  for (int index = 0; index < KLV_JOURNAL_FAILED_CALLS; index++)
    taken->failed_calls[index] = __atomic_exchange_n(&journal->failed_calls[index], 0, __ATOMIC_RELAXED);
  for (int index = 0; index < KLV_JOURNAL_REFUSALS; index++) {
    klv_journal_refusal *entry = &journal->refused[index];
    if (!is_used(&entry->count)) continue;
    // Nothing overwrites an entry until its count is 0, so copy the other members before resetting the count.
    taken->refused[index] = *entry;
    taken->refused[index].count = __atomic_exchange_n(&entry->count, 0, __ATOMIC_ACQ_REL);
  }
}
