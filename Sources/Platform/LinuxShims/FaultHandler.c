#define _GNU_SOURCE
#include "FaultHandler.h"

#include "KeyboardJournal.h"
#include "StackFrames.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP};

enum {
  // The size of the handler's page in bytes: on every machine, a multiple of the kernel's page size.
  page_bytes = 65536,
  facts_offset = 32768,
};

// The data of the fault handler. The handler's page contains this data, so that no other code can change it.
struct facts {
  // The record to fill in; NULL if the handler records nothing.
  klv_end_record *record;
  const char *stack_end;
  // The offset of errno from the thread pointer. The offset of errno is the same in all threads.
  ptrdiff_t errno_offset;
};

#define IN_THE_PAGE static __attribute__((section("klv_fault"), used, noinline, PLAIN))

INLINED long call(long number, long first, long second, long third, long fourth, long fifth, long sixth) {
#if defined(__x86_64__)
  long result;
  register long r10 __asm__("r10") = fourth;
  register long r8 __asm__("r8") = fifth;
  register long r9 __asm__("r9") = sixth;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(first), "S"(second), "d"(third), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
#elif defined(__aarch64__)
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = first;
  register long x1 __asm__("x1") = second;
  register long x2 __asm__("x2") = third;
  register long x3 __asm__("x3") = fourth;
  register long x4 __asm__("x4") = fifth;
  register long x5 __asm__("x5") = sixth;
  __asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
  return x0;
#endif
}

INLINED bool is_error(long result) { return result < 0 && result >= -4095; }

// Records the resources that the process lacked and the stack frames of the thread with the fault, then exits. To
// detect a lack of resources, the handler reads the errno of the thread, then tries to allocate memory and to duplicate
// a descriptor. All signals are blocked in the handler. A fault in this handler also ends the process, because the
// kernel kills a process that blocks the signal of its fault.
IN_THE_PAGE void end_at_fault(int number, siginfo_t *information, void *context) {
  (void)information;
  const struct facts *facts = (const struct facts *)(KLV_FAULT_PAGE + facts_offset);
  if (facts->record != NULL) {
    int error = *(int *)(thread_pointer() + facts->errno_offset);
    uint32_t found = error == ENOMEM ? KLV_SHORT_OF_MEMORY : error == EMFILE ? KLV_SHORT_OF_DESCRIPTORS : 0;
    const long little = 1 << 20;
    long memory = call(SYS_mmap, 0, little, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (is_error(memory)) found |= KLV_SHORT_OF_MEMORY;
    else call(SYS_munmap, memory, little, 0, 0, 0, 0);
    long copy = call(SYS_fcntl, 0, F_DUPFD_CLOEXEC, 0, 0, 0, 0);
    if (!is_error(copy)) call(SYS_close, copy, 0, 0, 0, 0, 0);
    else if (copy == -EMFILE) found |= KLV_SHORT_OF_DESCRIPTORS;
    // Do not use an atomic operation, because the compiler may turn it into a function call. Only the thread that ends
    // the process writes to this record.
    volatile uint32_t *short_of = &facts->record->short_of;
    *short_of = *short_of | found;
    record_frames(facts->record, context, facts->stack_end);
  }
  for (;;) call(SYS_exit_group, KLV_FAULT_STATUS + number, 0, 0, 0, 0, 0);
}

// The linker defines these symbols at the start and the end of the section klv_fault.
extern const char __start_klv_fault[] __attribute__((visibility("hidden")));
extern const char __stop_klv_fault[] __attribute__((visibility("hidden")));

// The end of the first thread's stack, in a variable of the dynamic loader.
extern char *__libc_stack_end;

// Copies the section klv_fault to the handler's page. Returns -1 and sets errno on failure.
static int make_page(klv_end_record *record) {
  size_t length = (size_t)(__stop_klv_fault - __start_klv_fault);
  if (length > facts_offset) return errno = ENOEXEC, -1;
  void *place = (void *)KLV_FAULT_PAGE;
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE;
  char *page = mmap(place, page_bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (page == MAP_FAILED) return -1;
  // A kernel before 4.17 ignores MAP_FIXED_NOREPLACE and may choose another address.
  if (page != place) return errno = EEXIST, -1;
  memcpy(page, __start_klv_fault, length);
  struct facts facts = {record, __libc_stack_end, (char *)&errno - thread_pointer()};
  memcpy(page + facts_offset, &facts, sizeof facts);
  __builtin___clear_cache(page, page + length);
  return mprotect(page, page_bytes, PROT_READ | PROT_EXEC);
}

int klv_fault_watch(klv_end_record *record) {
  if (make_page(record) < 0) return -1;
  const char *code = (const char *)end_at_fault;
  struct sigaction action = {.sa_flags = SA_ONSTACK | SA_SIGINFO};
  action.sa_sigaction = (void (*)(int, siginfo_t *, void *))(KLV_FAULT_PAGE + (code - __start_klv_fault));
  sigfillset(&action.sa_mask);
  for (size_t index = 0; index < sizeof faults / sizeof *faults; index++)
    if (sigaction(faults[index], &action, NULL) < 0) return -1;
  return 0;
}

int klv_fault_of_status(int status) {
  for (size_t index = 0; index < sizeof faults / sizeof *faults; index++)
    if (status == KLV_FAULT_STATUS + faults[index]) return faults[index];
  return 0;
}
