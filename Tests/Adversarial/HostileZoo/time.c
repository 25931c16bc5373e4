/* Attacks that measure time to learn what the user does in other applications. */
#include "zoo.h"

#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <time.h>

static clockid_t clock_of(long process) { return (clockid_t)(~(unsigned)process << 3 | 2); }

BEHAVIOR(T40, "reads the processor time of another process by its clock") {
  struct timespec used;
  TRY(clock_gettime(clock_of(zoo_number("victim")), &used));
  TRY(clock_gettime(clock_of(zoo_number("host")), &used));
  TRY(clock_getres(clock_of(zoo_number("host")), &used));
}

BEHAVIOR(T41, "sleeps until another process has used processor time") {
  struct timespec moment = {0, 1};
  int result = clock_nanosleep(clock_of(zoo_number("host")), 0, &moment, NULL);
  if (result == 0) return zoo_escaped("the host worked");
  zoo_refused(result);
}

BEHAVIOR(T42, "reads the processor time of other processes (getrusage, times)") {
  struct rusage usage;
  struct tms spent;
  TRY(getrusage(RUSAGE_SELF, &usage));
  TRY(getrusage(RUSAGE_CHILDREN, &usage));
  TRY(times(&spent));
}

BEHAVIOR(T43, "reads the load of the machine (sysinfo)") {
  struct sysinfo information;
  memset(&information, 0, sizeof information);
  if (sysinfo(&information) < 0) return zoo_refused(errno);
  zoo_escaped("free memory and load");
}

BEHAVIOR(T44, "reads the names of the machine (uname)") {
  struct utsname names, host;
  if (uname(&names) < 0) return zoo_refused(errno);
  memset(&host, 0, sizeof host);
  if (strcmp(names.nodename, zoo_argument("nodename")) == 0) return zoo_escaped("%s", names.nodename);
  zoo_contained("called %.32s", names.nodename);
}

BEHAVIOR(T45, "reads the counters of the processor (rdpmc)") {
  unsigned low, high;
  __asm__ volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(0));
  zoo_escaped("a counter");
}

static _Atomic long samples;
static _Atomic long longest;
static _Atomic bool sampling;

static void *sample(void *argument) {
  struct timespec now, before;
  clock_gettime(CLOCK_MONOTONIC, &before);
  while (sampling) {
    clock_gettime(CLOCK_MONOTONIC, &now);
    long gap = (now.tv_sec - before.tv_sec) * 1000000000L + now.tv_nsec - before.tv_nsec;
    if (gap > longest) longest = gap;
    before = now;
    samples++;
  }
  return argument;
}

static void finish_sampling(void) {
  sampling = false;
  zoo_contained("samples were taken");
}

BEHAVIOR(T01, "samples the clock continuously in a thread, even while the user types into a secure field") {
  sampling = true;
  pthread_t thread;
  int result = pthread_create(&thread, NULL, sample, NULL);
  if (result != 0) zoo_refused(result);
  zoo_later(finish_sampling);
  zoo_contained("under way");
}
