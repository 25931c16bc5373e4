// KeyboardJournal: what a keyboard's process notes of itself, in memory that outlives it and that its host reads.
//
// What notes may be called in a signal handler and on any thread: it takes no lock, allocates nothing and calls
// nothing. The keyboard's code shares the memory and may write anything over it, so for the host all of it is hostile:
// what is noted helps to understand an honest keyboard's crash, and is no part of any promise.
#ifndef KLAVA_KEYBOARD_JOURNAL_H
#define KLAVA_KEYBOARD_JOURNAL_H

#include <stdint.h>

#define KLV_JOURNAL_REFUSALS 64
#define KLV_JOURNAL_PATH_BYTES 120
#define KLV_JOURNAL_CALLS 64
/// Set in a call's number where a turn begins; the other bits are the kind of its event.
#define KLV_JOURNAL_TURN 0x8000
/// Where a keyboard's library is open, and where its create and its load begin: these instead of an event's kind.
#define KLV_JOURNAL_OPENED 0x8100
#define KLV_JOURNAL_CREATE 0x8101
#define KLV_JOURNAL_LOAD 0x8102
/// The most descriptors that are counted.
#define KLV_JOURNAL_DESCRIPTORS 64
/// Kinds of call across the ABI that were not done.
#define KLV_JOURNAL_COMPLAINTS 32
/// The code of a call that came from another thread than the host's.
#define KLV_JOURNAL_OTHER_THREAD 0xFF
/// Bytes of a journal.
#define KLV_JOURNAL_BYTES 8472
/// Bits of what a process was short of.
#define KLV_SHORT_OF_MEMORY 1u
#define KLV_SHORT_OF_DESCRIPTORS 2u
/// The count of an entry that is being written.
#define KLV_JOURNAL_CLAIMED UINT32_MAX

/// One kind of refused system call.
typedef struct klv_journal_refusal {
  uint32_t number;
  /// How often; 0 where the entry is free.
  uint32_t count;
  /// The path that was asked for, up to a NUL; cut without one where it is longer, and empty where there is none.
  char path[KLV_JOURNAL_PATH_BYTES];
} klv_journal_refusal;

/// A journal; zeros are an empty one.
typedef struct klv_journal {
  /// Refused calls that found no free entry.
  uint32_t others;
  /// How many calls there were in all; the last one is at this number less one, modulo the ring's length.
  uint32_t called;
  /// What the process was refused in its turns, because it had all of it that it may have: KLV_SHORT_OF_…
  uint32_t short_of;
  /// The same, found when a signal ended the process.
  uint32_t short_at_end;
  /// Below which descriptor the process is to count those that are open after each turn, at most KLV_JOURNAL_DESCRIPTORS:
  /// the host sets it where the kernel does not tell. 0 for no count.
  uint32_t count_below;
  /// How many were open after the last turn; 0 where nobody counted.
  uint32_t descriptors;
  /// The last calls across the ABI: a row of klv_host_function_table, or KLV_JOURNAL_TURN and an event.
  uint16_t calls[KLV_JOURNAL_CALLS];
  /// Calls that were not done, each kind once: a row of klv_host_function_table (its length for get_interface) plus one in
  /// the upper half, the negated error code or KLV_JOURNAL_OTHER_THREAD in the lower; 0 where the entry is free.
  uint32_t complaints[KLV_JOURNAL_COMPLAINTS];
  klv_journal_refusal refused[KLV_JOURNAL_REFUSALS];
} klv_journal;

/// Notes that a system call was refused; `path` may be NULL, and is read where it is not.
void klv_journal_refused(klv_journal *journal, uint32_t number, const char *path);
/// The same, as whoever answers refused calls tells of them.
void klv_journal_note(void *journal, uint32_t number, const char *path);
/// Notes a call across the ABI.
void klv_journal_called(klv_journal *journal, uint16_t call);
/// Notes what a turn was short of, by the error that its last failed call left.
void klv_journal_short(klv_journal *journal, int error);
/// Counts the process's open descriptors, where the host has asked for that.
void klv_journal_count(klv_journal *journal);
/// Asks for that count, of descriptors below this number.
void klv_journal_ask_count(klv_journal *journal, uint32_t below);
/// What was counted last.
uint32_t klv_journal_counted(const klv_journal *journal);
/// What the process was short of when a signal ended it.
uint32_t klv_journal_short_at_end(const klv_journal *journal);
/// From now on notes in the journal what the process is short of when a fault or abort(3) ends it. It ends by SIGABRT, or
/// with the status of a fault (FaultHandler.h). Call it before the filter is loaded; -1 if the handlers cannot be installed.
int klv_journal_watch_end(klv_journal *journal);
/// Notes that a call across the ABI was not done; on any thread.
void klv_journal_complained(klv_journal *journal, uint16_t function, uint16_t code);
/// Copies a journal for the host, out of reach of whoever writes it, and frees its entries. Read only the copy.
void klv_journal_take(klv_journal *journal, klv_journal *taken);

#endif
