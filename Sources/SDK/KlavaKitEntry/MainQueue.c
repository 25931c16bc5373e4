// Runs the work that waits in libdispatch's main queue and in Foundation's main run loop. Swift's main actor uses
// libdispatch's main queue.
//
// Some keyboards do not link libdispatch or Foundation, so this file looks for the functions of both libraries at run
// time. Foundation's run loop uses the same functions of libdispatch.
#define _GNU_SOURCE
#include "MainQueue.h"

#include "KlavaKitEntry.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/single_threaded.h>
#include <unistd.h>

static klv_host *host;
static const klv_timer *timers;
static const klv_turn_request *requests;

// libdispatch
static int queue = -1;
static void (*run_queue)(void *);
// CoreFoundation
static void *(*main_loop)(void);
static int32_t (*run_loop)(const void *mode, double seconds, unsigned char returns_after_source);
static double (*next_date)(void *loop, const void *mode);
static double (*current_date)(void);
static const void *const *default_mode;

// The maximum number of times that one turn empties the main queue. Work in the queue can add more work to the queue.
enum { batches = 16 };
static const double shortest_delay = 0.01;

static int has_run;
static uint64_t loop_timer;
static double loop_date;

static int has_waiter;
static atomic_int is_requested;
static sem_t was_run;

static int queue_is_readable(int timeout) {
  struct pollfd place = {.fd = queue, .events = POLLIN};
  return poll(&place, 1, timeout) > 0;
}

// A thread that requests a turn when another thread adds work to the queue.
static void *wait_for_work(void *unused) {
  (void)unused;
  while (1) {
    if (!queue_is_readable(-1)) continue;
    atomic_store(&is_requested, 1);
    requests->request(host);
    while (sem_wait(&was_run) < 0 && errno == EINTR) {}
  }
  return NULL;
}

// Starts the thread `wait_for_work`. A process with only one thread does not need `wait_for_work`, because no other
// thread can add work.
static void start_waiter(void) {
  if (has_waiter || __libc_single_threaded || !requests) return;
  pthread_attr_t attributes;
  pthread_t thread;
  sigset_t all, previous;
  if (sem_init(&was_run, 0, 0) < 0 || pthread_attr_init(&attributes) != 0) return;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, 64 << 10);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &previous);
  // If the thread does not start, work from other threads waits for the next turn.
  has_waiter = pthread_create(&thread, &attributes, wait_for_work, NULL) == 0;
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
  pthread_attr_destroy(&attributes);
}

void klavakit_did_run_main_queue(void *controller);

static void run(void *controller) {
  void *previous = klavakit_exchange_current_box(controller);
  has_run = 1;
  for (int batch = 0; batch < batches && queue_is_readable(0); batch++) {
    uint64_t count;
    if (read(queue, &count, sizeof count) < 0) break;
    run_queue(NULL);
  }
  if (run_loop) run_loop(*default_mode, 0, 1);
  if (atomic_exchange(&is_requested, 0)) sem_post(&was_run);
  klavakit_did_run_main_queue(controller);
  klavakit_exchange_current_box(previous);
}

// Starts one host timer, which fires when the next timer of the run loop is due. Cancels the previous host timer.
static void schedule_loop(void) {
  if (!timers) return;
  double date = next_date(main_loop(), *default_mode);
  if (date == loop_date) return;
  if (loop_timer != 0) timers->cancel(host, loop_timer);
  double delay = date - current_date();
  loop_timer = date > 0 ? timers->start(host, delay > shortest_delay ? delay : shortest_delay, false) : 0;
  loop_date = loop_timer != 0 ? date : 0;
}

// The host provides its function tables only during a turn. klavakit_open_main_queue runs before the first turn, so it
// cannot request the tables. Therefore find_tables requests the tables during a turn.
static void find_tables(void) {
  static int has_found;
  if (has_found) return;
  has_found = 1;
  timers = klv_get_host_interface(host, KLV_TIMER);
  requests = klv_get_host_interface(host, KLV_TURN_REQUEST);
}

static bool has_work(void *controller) {
  (void)controller;
  find_tables();
  start_waiter();
  if (run_loop) schedule_loop();
  // CoreFoundation cannot tell whether blocks wait in the run loop. If the host did not call `run` in the current turn,
  // has_work assumes that blocks wait.
  bool may_have_blocks = run_loop && !has_run;
  has_run = 0;
  return may_have_blocks || queue_is_readable(0);
}

bool klavakit_is_loop_timer(uint64_t timer) {
  if (timer != loop_timer || timer == 0) return false;
  loop_timer = 0;
  loop_date = 0;
  return true;
}

void klavakit_open_main_queue(klv_host *new_host) {
  // Only the first thread of a process has a main queue. Unit tests call keyboards on other threads.
  if (host || gettid() != getpid()) return;
  int (*handle)(void) = (int (*)(void))dlsym(RTLD_DEFAULT, "_dispatch_get_main_queue_handle_4CF");
  run_queue = (void (*)(void *))dlsym(RTLD_DEFAULT, "_dispatch_main_queue_callback_4CF");
  if (!handle || !run_queue) return;
  host = new_host;
  queue = handle();
  main_loop = (void *(*)(void))dlsym(RTLD_DEFAULT, "CFRunLoopGetMain");
  next_date = (double (*)(void *, const void *))dlsym(RTLD_DEFAULT, "CFRunLoopGetNextTimerFireDate");
  current_date = (double (*)(void))dlsym(RTLD_DEFAULT, "CFAbsoluteTimeGetCurrent");
  default_mode = (const void *const *)dlsym(RTLD_DEFAULT, "kCFRunLoopDefaultMode");
  if (!main_loop || !next_date || !current_date || !default_mode) return;
  run_loop = (int32_t(*)(const void *, double, unsigned char))dlsym(RTLD_DEFAULT, "CFRunLoopRunInMode");
}

const klv_main_queue *klavakit_main_queue(void) {
  static const klv_main_queue table = {run, has_work};
  return host ? &table : NULL;
}
