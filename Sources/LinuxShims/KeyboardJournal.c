#include "KeyboardJournal.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

_Static_assert(sizeof(klv_journal_refusal) == 128, "an entry has a fixed size");
_Static_assert(sizeof(klv_journal) == KLV_JOURNAL_BYTES, "host and runner agree on the journal's size");
_Static_assert(offsetof(klv_journal, refused) % 8 == 0, "entries are aligned");
_Static_assert(65536 % KLV_JOURNAL_CALLS == 0, "the ring goes on where its running count wraps");

static bool has_path(const klv_journal_refusal *entry, const char *path) {
  for (int index = 0; index < KLV_JOURNAL_PATH_BYTES; index++) {
    if (entry->path[index] != path[index]) return false;
    if (path[index] == 0) return true;
  }
  return true;
}

static bool add_one(uint32_t *count, uint32_t found) {
  // A count that is at its end stays there; the last number is kept for entries that are being written.
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

void klv_journal_called(klv_journal *journal, uint16_t call) {
  uint32_t called = __atomic_load_n(&journal->called, __ATOMIC_RELAXED);
  __atomic_store_n(&journal->calls[called % KLV_JOURNAL_CALLS], call, __ATOMIC_RELAXED);
  __atomic_store_n(&journal->called, called + 1, __ATOMIC_RELEASE);
}

static bool is_used(const uint32_t *count) {
  uint32_t found = __atomic_load_n(count, __ATOMIC_ACQUIRE);
  return found != 0 && found != KLV_JOURNAL_CLAIMED;
}

void klv_journal_take(klv_journal *journal, klv_journal *taken) {
  *taken = (klv_journal){.called = __atomic_load_n(&journal->called, __ATOMIC_ACQUIRE)};
  taken->others = __atomic_exchange_n(&journal->others, 0, __ATOMIC_ACQ_REL);
  memcpy(taken->calls, journal->calls, sizeof taken->calls);
  for (int index = 0; index < KLV_JOURNAL_REFUSALS; index++) {
    klv_journal_refusal *entry = &journal->refused[index];
    if (!is_used(&entry->count)) continue;
    // An entry in use is not written again until its count is taken: so the rest is copied first.
    taken->refused[index] = *entry;
    taken->refused[index].count = __atomic_exchange_n(&entry->count, 0, __ATOMIC_ACQ_REL);
  }
}
