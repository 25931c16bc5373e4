/* A keyboard in C that uses the C library in ordinary ways. */
#include "honest.h"

#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <regex.h>
#include <sched.h>
#include <search.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

static void ok(char *text, size_t room) { snprintf(text, room, "ok"); }

static void formats(char *text, size_t room) {
  char *grown = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&grown, &size);
  fprintf(stream, "%d|%5.2f|%s|%#x|%c", -42, sqrt(2), "text", 255, 'k');
  fclose(stream);
  snprintf(text, room, "%s", grown);
  free(grown);
  printf("formatted %zu bytes\n", size);
  fflush(stdout);
}

static int compare(const void *one, const void *other) { return *(const int *)one - *(const int *)other; }

static void sorts(char *text, size_t room) {
  enum { count = 100000 };
  int *numbers = malloc(count * sizeof *numbers), wanted = 77;
  srand(1);
  for (int index = 0; index < count; index++) numbers[index] = (int)((index * 7919L) % count);
  qsort(numbers, count, sizeof *numbers, compare);
  int *found = bsearch(&wanted, numbers, count, sizeof *numbers, compare);
  snprintf(text, room, "%d %d %td", numbers[0], numbers[count - 1], found - numbers);
  free(numbers);
}

static void memory(char *text, size_t room) {
  void *blocks[500] = {0};
  size_t sum = 0;
  for (int round = 0; round < 5000; round++) {
    int place = round * 31 % 500;
    size_t size = (size_t)(round * 97 % 70000) + 1;
    free(blocks[place]);
    blocks[place] = memset(malloc(size), round, size);
    sum += ((unsigned char *)blocks[place])[size - 1];
  }
  for (int place = 0; place < 500; place++) free(blocks[place]);
  char *large = realloc(malloc(1 << 20), 8 << 20);
  large[(8 << 20) - 1] = 1;
  free(large);
  snprintf(text, room, "%zu", sum);
}

static void locale(char *text, size_t room) {
  const char *set = setlocale(LC_ALL, "");
  wchar_t wide[16];
  size_t count = mbstowcs(wide, "жук", 16);
  snprintf(text, room, "%s %zu %lc %s", set ? set : "none", count, (wint_t)towupper((wint_t)wide[0]), localeconv()->decimal_point);
}

static void times(char *text, size_t room) {
  time_t then = 1000000000;
  struct tm local, *utc = gmtime(&then);
  char date[64];
  strftime(date, sizeof date, "%A %d %B %Y %H:%M", utc);
  localtime_r(&then, &local);
  snprintf(text, room, "%s %d %d %d", date, local.tm_hour, mktime(&local) == then, clock() >= 0 && time(NULL) > then);
}

static atomic_int sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all = PTHREAD_COND_INITIALIZER;
static _Thread_local int own;
static int waiting;

static void *work(void *number) {
  for (int index = 0; index < 1000; index++) {
    own += 1;
    free(malloc((size_t)index + 1));
  }
  atomic_fetch_add(&sum, own);
  pthread_setname_np(pthread_self(), "honest");
  pthread_mutex_lock(&lock);
  if (++waiting == 8) pthread_cond_broadcast(&all);
  while (waiting < 8) pthread_cond_wait(&all, &lock);
  pthread_mutex_unlock(&lock);
  if (*(int *)number == 3) pthread_exit(number);
  return number;
}

static void threads(char *text, size_t room) {
  pthread_t workers[8];
  int numbers[8], joined = 0;
  atomic_store(&sum, 0);
  waiting = 0;
  for (int index = 0; index < 8; index++) {
    numbers[index] = index;
    if (pthread_create(&workers[index], NULL, work, &numbers[index]) != 0) return;
  }
  for (int index = 0; index < 8; index++) {
    void *result;
    pthread_join(workers[index], &result);
    joined += *(int *)result;
  }
  snprintf(text, room, "%d %d", atomic_load(&sum), joined);
}

static void *wait_for_ever(void *semaphore) {
  sem_wait(semaphore);
  return NULL;
}

static void cancels(char *text, size_t room) {
  sem_t never;
  sem_init(&never, 0, 0);
  pthread_t waiter;
  void *result;
  pthread_create(&waiter, NULL, wait_for_ever, &never);
  pthread_cancel(waiter);
  pthread_join(waiter, &result);
  snprintf(text, room, "%d", result == PTHREAD_CANCELED);
}

static jmp_buf back;
static volatile sig_atomic_t seen;
static void see(int signal) { seen = signal; }

static void jumps(char *text, size_t room) {
  int times = 0;
  if (setjmp(back) < 3) {
    times += 1;
    signal(SIGUSR1, see);
    raise(SIGUSR1);
    longjmp(back, 3);
  }
  snprintf(text, room, "%d %d", seen == SIGUSR1, errno >= 0);
}

static void patterns(char *text, size_t room) {
  regex_t pattern;
  regmatch_t found[3];
  const char *subject = "call 555-1234 now";
  regcomp(&pattern, "([0-9]{3})-([0-9]{4})", REG_EXTENDED);
  int result = regexec(&pattern, subject, 3, found, 0);
  snprintf(text, room, "%d %.*s", result, 4, subject + found[2].rm_so);
  regfree(&pattern);
}

/* In the sandbox, these files and variables must not exist for the keyboard. */
static void absent(char *text, size_t room) {
  FILE *file = fopen("/etc/klava-honest.conf", "r"), *temporary = tmpfile();
  snprintf(text, room, "%d %d %d %d", file == NULL, temporary == NULL, getenv("HOME") == NULL, isatty(1));
}

static void sleeps(char *text, size_t room) {
  struct timespec pause = {.tv_nsec = 2000000}, before, after;
  clock_gettime(CLOCK_MONOTONIC, &before);
  nanosleep(&pause, NULL);
  usleep(1000);
  clock_gettime(CLOCK_MONOTONIC, &after);
  long passed = (after.tv_sec - before.tv_sec) * 1000000 + (after.tv_nsec - before.tv_nsec) / 1000;
  snprintf(text, room, "%d", passed >= 3000);
}

/* The number of processors, by the same system call that libdispatch makes. */
static void processors(char *text, size_t room) {
  cpu_set_t set;
  snprintf(text, room, "%d", sched_getaffinity(0, sizeof set, &set) < 0 ? -1 : CPU_COUNT(&set));
}

const struct key honest_keys[] = {
    {"ok", ok},           {"formats", formats}, {"sorts", sorts},     {"memory", memory}, {"locale", locale},
    {"times", times},     {"threads", threads}, {"cancels", cancels}, {"jumps", jumps},   {"patterns", patterns},
    {"absent", absent},   {"sleeps", sleeps},   {"processors", processors}, {NULL, NULL},
};
