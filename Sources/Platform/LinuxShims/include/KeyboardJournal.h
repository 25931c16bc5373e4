// KeyboardJournal: the record that a keyboard's process keeps about itself, in shared memory that outlives the process.
//
// The functions that write the journal can run in a signal handler and on any thread. The functions that write the
// journal use no lock and allocate no memory. The keyboard's code can overwrite the memory, so the host treats all of
// it as hostile. The journal helps an author to understand a crash. No security promise depends on the journal. A *call
// across the ABI* is a call of a host function, or an event that the runner passes to the keyboard.
#ifndef KLAVA_KEYBOARD_JOURNAL_H
#define KLAVA_KEYBOARD_JOURNAL_H

#include "FaultHandler.h"

#include <stdint.h>

#define KLV_JOURNAL_REFUSALS 64
#define KLV_JOURNAL_PATH_BYTES 120
#define KLV_JOURNAL_CALLS 64
/// The flag of an entry in `calls` that marks the start of a turn. The other bits of an entry with this flag are the
/// kind of the turn's event.
#define KLV_JOURNAL_TURN 0x8000
/// Entries in `calls` that mark three steps of loading: the runner has opened the library, calls `create`, calls
/// `load`.
#define KLV_JOURNAL_OPENED 0x8100
#define KLV_JOURNAL_CREATE 0x8101
#define KLV_JOURNAL_LOAD 0x8102
/// The entry in `calls` that marks the start of the callbacks for the keyboard's own edits.
#define KLV_JOURNAL_OWN_EDITS 0x8103
/// The maximum number of descriptors that the process counts.
#define KLV_JOURNAL_DESCRIPTORS 64
/// The maximum number of kinds of failed calls across the ABI that a journal records.
#define KLV_JOURNAL_FAILED_CALLS 32
/// The code in `failed_calls` for a call on a thread other than the thread that serves turns.
#define KLV_JOURNAL_OTHER_THREAD 0xFF
/// The size of a journal in bytes.
#define KLV_JOURNAL_BYTES 8760
/// Flags for the limits that a process reached.
#define KLV_SHORT_OF_MEMORY 1u
#define KLV_SHORT_OF_DESCRIPTORS 2u
/// The count of an entry while a thread writes the entry.
#define KLV_JOURNAL_CLAIMED UINT32_MAX

/// One kind of refused system call.
typedef struct klv_journal_refusal {
  uint32_t number;
  /// How often the call was refused; 0 if the entry is unused.
  uint32_t count;
  /// The requested path up to a NUL. A path that is too long is truncated and has no NUL. The path is empty if the call
  /// has no path.
  char path[KLV_JOURNAL_PATH_BYTES];
} klv_journal_refusal;

/// A journal, which is empty if all its bytes are zero.
typedef struct klv_journal {
  /// The number of refused system calls that found no unused entry.
  uint32_t others;
  /// The total number of calls across the ABI. The last call is at index `called` - 1, modulo the length of `calls`.
  uint32_t called;
  /// The limits that the process reached in its turns, as KLV_SHORT_OF_… flags.
  uint32_t short_of;
  /// After each turn, the process counts its open descriptors whose numbers are below this limit. The value is at most
  /// KLV_JOURNAL_DESCRIPTORS; with 0, the process does not count. The host sets this member if the kernel does not
  /// report the number of descriptors.
  uint32_t count_below;
  /// The number of open descriptors after the last turn; 0 if the process did not count.
  uint32_t descriptors;
  /// The number of turns that the keyboard requested.
  uint32_t turn_requests;
  /// 1 if the keyboard has a main queue.
  uint32_t has_main_queue;
  uint32_t reserved;
  /// The state of the process when a signal ended it.
  klv_end_record end;
  /// The last calls across the ABI. An entry for a host function is its row of klv_host_function_table. An entry for a
  /// turn is KLV_JOURNAL_TURN combined by OR with the kind of the event. All other entries are one of the markers
  /// KLV_JOURNAL_OPENED, _CREATE, _LOAD and _OWN_EDITS.
  uint16_t calls[KLV_JOURNAL_CALLS];
  /// The failed calls across the ABI, each kind once. An unused entry is 0. In a used entry, the upper half is one plus
  /// the function's row in klv_host_function_table, or for get_interface one plus the length of the table. The lower
  /// half of an entry is the negated error code or KLV_JOURNAL_OTHER_THREAD.
  uint32_t failed_calls[KLV_JOURNAL_FAILED_CALLS];
  klv_journal_refusal refused[KLV_JOURNAL_REFUSALS];
} klv_journal;

/// Records a refused system call. `path` may be NULL. If `path` is not NULL, the function reads the text at the address
/// `path`.
void klv_journal_refused(klv_journal *journal, uint32_t number, const char *path);
/// Does the same as klv_journal_refused, with the parameter types of klv_trap_note.
void klv_journal_note(void *journal, uint32_t number, const char *path);
/// Records a call across the ABI.
void klv_journal_called(klv_journal *journal, uint16_t call);
/// Records that the process reached a limit if `error`, the errno of the last failed call, is ENOMEM or EMFILE.
void klv_journal_short(klv_journal *journal, int error);
/// Counts the open descriptors of the process if the host has requested the count.
void klv_journal_count(klv_journal *journal);
/// Makes the process count, after each turn, its open descriptors whose numbers are below `below`.
void klv_journal_ask_count(klv_journal *journal, uint32_t below);
/// Returns the last count of open descriptors.
uint32_t klv_journal_counted(const klv_journal *journal);
/// Records that the keyboard requests a turn. Can be called on any thread.
void klv_journal_request_turn(klv_journal *journal);
/// Returns the number of requested turns, modulo 2^32.
uint32_t klv_journal_turn_requests(const klv_journal *journal);
/// Records that the keyboard has a main queue.
void klv_journal_note_main_queue(klv_journal *journal);
/// Returns whether the keyboard has a main queue.
int klv_journal_has_main_queue(const klv_journal *journal);
/// Records the addresses at which the library with this handle of dlopen(3) is mapped.
void klv_journal_note_library(klv_journal *journal, void *handle);
/// The limits that the process had reached when a signal ended it.
uint32_t klv_journal_short_at_end(const klv_journal *journal);
/// Makes the process record its reached limits and its frames when a fault, abort(3) or SIGABRT ends the process. After
/// a fault, the process exits with the status of that fault (FaultHandler.h). After abort(3) or SIGABRT, the signal
/// SIGABRT ends the process. Call this function before the seccomp filter is loaded. Returns -1 if the handlers cannot
/// be installed.
int klv_journal_watch_end(klv_journal *journal);
/// Records a failed call across the ABI. Can be called on any thread.
void klv_journal_failed(klv_journal *journal, uint16_t function, uint16_t code);
/// Copies a journal to `taken` for the host, and frees the journal's entries. The host must read only the copy `taken`,
/// and not the journal itself.
void klv_journal_drain(klv_journal *journal, klv_journal *taken);

#endif
