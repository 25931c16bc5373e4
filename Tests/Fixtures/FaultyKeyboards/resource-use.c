/* Faults that do not affect typing: wasting resources, logging the user's text, and attacking the sandbox. */
#include "faulty.h"

#include <fcntl.h>
#include <pthread.h>
#include <pwd.h>
#include <spawn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

bool start_thread(void *(*body)(void *)) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, body, NULL) != 0) return false;
  pthread_detach(thread);
  return true;
}

static void wait_for(int milliseconds) {
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  nanosleep(&time, NULL);
}

static void *sleep_for_ever(void *nothing) {
  for (;;) wait_for(1000);
  return nothing;
}

static void *spin(void *nothing) {
  hang();
  return nothing;
}

/* Ends the process after a pause without key events, and never during a turn. */
static void *end_when_idle(void *nothing) {
  // Use one long wait. On a busy machine, many short waits take longer in total. A turn might then begin before the
  // last short wait ends.
  for (;;) {
    int seen = key_presses;
    wait_for(120);
    if (seen == key_presses && !is_in_turn) abort();
  }
  return nothing;
}

static char *volatile taken;

static void take_memory(size_t bytes) {
  // `taken` is volatile, so that the compiler does not remove the allocation.
  taken = malloc(bytes);
  memset(taken, 1, bytes);
}

/* Allocates all memory up to the limit, then uses a large part of the stack. */
static void take_all(void) {
  volatile char stack[6 << 20];
  for (char *block; (block = malloc(1 << 20)) != NULL;) memset(block, 1, 1 << 20);
  for (size_t index = 0; index < sizeof stack; index += 4096) stack[index] = 1;
}

static void log_line(const char *line, size_t length) {
  const klv_log *log = klv_get_host_interface(host, KLV_LOG);
  if (log != NULL) log->write(host, KLV_LOG_INFO, line, length);
}

static void log_context(void) {
  const klv_document *text = document();
  klv_text before = {NULL, 0};
  if (text != NULL && text->context_before(host, &before) == KLV_OK && before.bytes != NULL)
    log_line(before.bytes, before.length);
}

void log_title(klv_text title) {
  char line[64];
  int length = snprintf(line, sizeof line, "pressed %.*s", (int)title.length, title.bytes);
  if (title.length < 32) log_line(line, (size_t)length);
}

void fault_of_load(void) {
  const klv_timer *timers = klv_get_host_interface(host, KLV_TIMER);
  switch (fault) {
    case 2213: if (timers != NULL) timers->start(host, 1, false); break;
    case 2512: {
      const klv_settings *settings = klv_get_host_interface(host, KLV_SETTINGS);
      klv_setting setting = {.size = sizeof setting};
      if (settings == NULL || settings->read(host, "word", 4, &setting) != KLV_OK) break;
      if (setting.text.length == 0) abort();
      break;
    }
    case 2702: wait_for(700); break;
    case 2703: take_memory(40u << 20); break;
    case 2705: for (int number = 0; number < 52; number++) start_thread(sleep_for_ever); break;
    case 2708: if (timers != NULL) timers->start(host, 1, true); break;
    case 2710: start_thread(spin); break;
    case 2712: for (int number = 0; number < 22; number++) dup(0); break;
    default: break;
  }
}

void fault_of_appearing(void) {
  switch (fault) {
    case 27042: take_memory(100000); break;
    case 2408: {
      const klv_pasteboard *pasteboard = klv_get_host_interface(host, KLV_PASTEBOARD);
      klv_text text;
      if (pasteboard != NULL) pasteboard->string(host, &text);
      break;
    }
    case 2409: {
      const klv_network *network = klv_get_host_interface(host, KLV_NETWORK);
      uint64_t connection;
      if (network != NULL) network->connect(host, "example.org", 11, 443, &connection);
      break;
    }
    default: break;
  }
}

static void try_forbidden_things(void) {
  switch (fault) {
    case 2801: socket(AF_INET, SOCK_STREAM, 0); break;
    case 28011: (void)!getpwuid(getuid()); break;
    case 2802: close(open("/etc/hostname", O_RDONLY)); break;
    case 2803: syscall(SYS_fork); break;
    case 612: execl("/bin/true", "true", (char *)NULL); break;
    case 611: take_all(); break;
    case 622: raise(SIGXFSZ); break;
    case 2806: close(open("/dev/kmsg", O_RDONLY)); break;
    case 2807: sync(); break;
    case 28031: if (system("true") == 0) abort(); break;
    case 28032: {
      pid_t process;
      char *arguments[] = {"true", NULL};
      if (posix_spawn(&process, "/bin/true", NULL, NULL, arguments, NULL) == 0) abort();
      break;
    }
    case 28033: if (popen("true", "r") != NULL) abort(); break;
    default: break;
  }
}

void misbehave(void) {
  if (key_presses == 1) {
    try_forbidden_things();
    if (has(2219)) start_thread(end_when_idle);
  }
  switch (fault) {
    case 2701: wait_for(80); break;
    case 2704: take_memory(8192); break;
    case 27041: take_memory(1500); break;
    case 2706: for (int number = 0; number < 100; number++) log_line("I am here", 9); break;
    case 2707: log_context(); break;
    case 2711: if (key_presses > 80 && key_presses % 8 == 0) start_thread(sleep_for_ever); break;
    case 27111: start_thread(sleep_for_ever); break;
    case 2713: dup(0); break;
    default: break;
  }
}
