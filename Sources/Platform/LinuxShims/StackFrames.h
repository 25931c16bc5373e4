// StackFrames: reads the return addresses of an interrupted thread in a signal handler.
#ifndef KLAVA_STACK_FRAMES_H
#define KLAVA_STACK_FRAMES_H

#include "FaultHandler.h"

#include <stdbool.h>
#include <stddef.h>
#include <ucontext.h>

// A signal handler with this code must not call a function, and the compiler must not add calls or counters. A keyboard
// may have replaced everything outside the handler's page.
#define PLAIN \
  no_stack_protector, no_profile_instrument_function, disable_sanitizer_instrumentation, no_sanitize("undefined")
#define INLINED static inline __attribute__((always_inline, PLAIN))

INLINED char *thread_pointer(void) {
  char *pointer;
#if defined(__x86_64__)
  __asm__("mov %%fs:0, %0" : "=r"(pointer));
#elif defined(__aarch64__)
  __asm__("mrs %0, tpidr_el0" : "=r"(pointer));
#endif
  return pointer;
}

INLINED bool is_in_library(const klv_end_record *record, uintptr_t address) {
  return record->library_start <= address && address < record->library_end;
}

INLINED void record_frame(volatile klv_end_record *record, uintptr_t address) {
  uint32_t count = record->frame_count;
  if (count >= KLV_END_FRAMES) return;
  record->frames[count] = address;
  record->frame_count = count + 1;
}

// Records the words from `start` to `end` that may be return addresses in the library, but at most `most` words.
INLINED void record_words(klv_end_record *record, uintptr_t start, uintptr_t end, uint32_t most) {
  for (uintptr_t place = start; place < end && most > 0; place += sizeof(uintptr_t)) {
    uintptr_t word = *(const volatile uintptr_t *)place;
    if (!is_in_library(record, word)) continue;
    record_frame(record, word);
    most -= 1;
  }
}

// Records the address of the interrupted instruction, and the return addresses above it. The handler records each
// address before it reads the next frame: if a read fails, the kernel ends the process.
//
// Swift code and code from Klava's templates keep frame pointers, but the C library does not. So if the fault is in
// code that the keyboard's library called, the handler searches the stack. The handler records words that may be return
// addresses in the library. The reader of the record drops each word that does not point directly behind a call
// instruction.
//
// `stack_end` is the end of the first thread's stack. On other threads, the stack ends at the thread pointer.
INLINED void record_frames(klv_end_record *record, const void *context, const char *stack_end) {
  const mcontext_t *machine = &((const ucontext_t *)context)->uc_mcontext;
#if defined(__x86_64__)
  uintptr_t instruction = (uintptr_t)machine->gregs[REG_RIP];
  uintptr_t frame = (uintptr_t)machine->gregs[REG_RBP];
  uintptr_t top = (uintptr_t)machine->gregs[REG_RSP];
#elif defined(__aarch64__)
  uintptr_t instruction = machine->pc;
  uintptr_t frame = machine->regs[29];
  uintptr_t top = machine->sp;
#endif
  const size_t pair = 2 * sizeof(uintptr_t);
  const size_t most_searched = 8192;
  uintptr_t own_end = (uintptr_t)thread_pointer();
  uintptr_t end = top < own_end ? own_end : (uintptr_t)stack_end;
  record->frame_count = 0;
  record_frame(record, instruction);
  if (top % sizeof(uintptr_t) != 0 || end < pair || top > end - pair) return;
  uintptr_t search_end = end - top > most_searched ? top + most_searched : end - pair;
  bool has_library = is_in_library(record, instruction);
  bool calls_other_code = !has_library;
  uintptr_t lowest = top;
  while (frame % sizeof(uintptr_t) == 0 && frame >= lowest && frame <= end - pair) {
    const volatile uintptr_t *words = (const volatile uintptr_t *)frame;
    uintptr_t next = words[0];
    uintptr_t address = words[1];
    if (lowest == top && calls_other_code) record_words(record, top, frame < search_end ? frame : search_end, 1);
    if (address == 0 || record->frame_count == KLV_END_FRAMES) break;
    has_library = has_library || is_in_library(record, address);
    record_frame(record, address);
    lowest = frame + pair;
    frame = next;
  }
  if (has_library) return;
  record->frame_count = 1;
  record_words(record, top, search_end, KLV_END_FRAMES);
}

#endif
