// A program for SeccompFilterTests. The program loads a filter and makes system calls. A filter from standard input
// confines the process as it confines a runner. Without a filter, the process shows the normal results of the calls.
//
//   seccomp-subject calls < request > outcomes    make each call in a child; start a new child if one dies
//   seccomp-subject do DEED < request             act as a correct keyboard and its C library; status 0 on success
//
// A request consists of five arrays, each preceded by its count as a word of 32 bits:
//   1. the filter's instructions
//   2. the indices of the instructions that get the process's identifier
//   3. the indices of the instructions that get the library's descriptor
//   4. the answers to trapped calls
//   5. the calls, each of seven words of 64 bits
//
// An outcome has two words of 32 bits: its kind, and the error or signal.
#define _GNU_SOURCE
#include "subject.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

enum { PLACEHOLDER = 0x7FFF4B4C };
enum outcome_kind { NOTHING, SUCCEEDED, FAILED, TRAPPED, DIED, EXITED };

struct answer { uint16_t number, error; };
struct call { uint64_t number, arguments[6]; };
struct outcome { uint32_t kind, detail; };

static struct sock_filter *instructions;
static struct answer *answers;
static struct call *calls;
static uint32_t *places, *library_places, instruction_count, place_count, library_count, answer_count, call_count;

static volatile sig_atomic_t trapped_error = -1;

static void *read_array(uint32_t *count, size_t size) {
  if (fread(count, sizeof *count, 1, stdin) != 1) exit(3);
  void *array = calloc(*count + 1, size);
  if (fread(array, size, *count, stdin) != *count) exit(3);
  return array;
}

static void read_request(void) {
  instructions = read_array(&instruction_count, sizeof *instructions);
  places = read_array(&place_count, sizeof *places);
  library_places = read_array(&library_count, sizeof *library_places);
  answers = read_array(&answer_count, sizeof *answers);
  calls = read_array(&call_count, sizeof *calls);
}

// Answers a trapped call as the runner does. If the request has no answer for a call, returns an error that no rule
// uses.
static void answer_trap(int signal, siginfo_t *info, void *context) {
  (void)signal;
  int error = EXFULL;
  for (uint32_t i = 0; i < answer_count; i++)
    if (answers[i].number == info->si_syscall) error = answers[i].error;
  trapped_error = error;
#if defined(__x86_64__)
  ((ucontext_t *)context)->uc_mcontext.gregs[REG_RAX] = -error;
#elif defined(__aarch64__)
  ((ucontext_t *)context)->uc_mcontext.regs[0] = -error;
#endif
}

// Loads the filter of the request, if there is one. With `maps_library`, the process can map code only from the next
// descriptor that it opens. Otherwise it can map no code.
static void confine(bool maps_library) {
  if (instruction_count == 0) return;
  struct sigaction action = {.sa_sigaction = answer_trap, .sa_flags = SA_SIGINFO | SA_NODEFER};
  sigaction(SIGSYS, &action, NULL);
  for (uint32_t i = 0; i < place_count; i++) instructions[places[i]].k = getpid();
  int next = fcntl(0, F_DUPFD_CLOEXEC, 0);
  close(next);
  for (uint32_t i = 0; i < library_count && maps_library; i++) instructions[library_places[i]].k = (uint32_t)next;
  struct sock_fprog program = {.len = instruction_count, .filter = instructions};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) exit(4);
  if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) < 0) exit(5);
}

// If the value differs from the placeholder by at most one, returns this process's identifier with the same difference.
static uint64_t resolve(uint64_t value) {
  int32_t distance = (int32_t)((uint32_t)value - PLACEHOLDER);
  if (distance < -1 || distance > 1) return value;
  return (value & ~0xFFFFFFFFull) | (uint32_t)(getpid() + distance);
}

static struct outcome make(const struct call *call) {
  uint64_t a[6];
  for (int i = 0; i < 6; i++) a[i] = resolve(call->arguments[i]);
  trapped_error = -1;
  errno = 0;
  long result = syscall((long)call->number, a[0], a[1], a[2], a[3], a[4], a[5]);
  if (trapped_error >= 0) return (struct outcome){TRAPPED, (uint32_t)trapped_error};
  if (result == -1 && errno != 0) return (struct outcome){FAILED, (uint32_t)errno};
  return (struct outcome){SUCCEEDED, 0};
}

static int make_calls(void) {
  uint32_t *next = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  size_t size = (call_count + 1) * sizeof(struct outcome);
  struct outcome *outcomes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (next == MAP_FAILED || outcomes == MAP_FAILED) return 3;
  while (*next < call_count) {
    pid_t child = fork();
    if (child < 0) return 3;
    if (child == 0) {
      confine(false);
      while (*next < call_count) {
        outcomes[*next] = make(&calls[*next]);
        ++*next;
      }
      _exit(0);
    }
    int status;
    if (waitpid(child, &status, 0) != child) return 3;
    if (*next >= call_count) break;
    // A status above 2 is an error of the test itself.
    if (WIFEXITED(status) && WEXITSTATUS(status) > 2) return WEXITSTATUS(status);
    outcomes[*next] = WIFSIGNALED(status) ? (struct outcome){DIED, (uint32_t)WTERMSIG(status)}
                                          : (struct outcome){EXITED, (uint32_t)WEXITSTATUS(status)};
    ++*next;
  }
  return fwrite(outcomes, sizeof *outcomes, call_count, stdout) == call_count ? 0 : 3;
}

int main(int count, char **words) {
  if (count < 2) return 2;
  read_request();
  if (strcmp(words[1], "calls") == 0) return make_calls();
  if (count != 3) return 2;
  for (const struct deed *deed = deeds; deed->name; deed++) {
    if (strcmp(deed->name, words[2]) != 0) continue;
    confine(true);
    return deed->perform();
  }
  return 2;
}
