/* The keyboard's life cycle, with faults in each step. */
#include "faulty.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int fault;
klv_host *host;
int key_presses;
volatile bool is_in_turn;
static bool was_hidden;
static uint64_t timer;

void hang(void) {
  for (volatile int turns = 0;; turns++) {
  }
}

const klv_document *document(void) { return klv_get_host_interface(host, KLV_DOCUMENT); }
const klv_input_mode *input_mode(void) { return klv_get_host_interface(host, KLV_INPUT_MODE); }

static int number_at_end(klv_text identifier) {
  uint64_t index = identifier.length;
  int number = 0;
  while (index > 0 && identifier.bytes[index - 1] >= '0' && identifier.bytes[index - 1] <= '9') index--;
  for (; index < identifier.length; index++) number = number * 10 + identifier.bytes[index] - '0';
  return number;
}

static klv_result create(klv_host *own_host, const klv_launch *launch, void **controller, klv_failure *failure) {
  fault = number_at_end(launch->bundle_identifier);
  host = own_host;
  *controller = &fault;
  if (has(616)) {
    strcpy(failure->message, "the dictionary is missing");
    return KLV_ERROR_UNKNOWN;
  }
  if (has(2204)) abort();
  if (has(2207)) klv_get_host_interface(host, KLV_LOG);
  return KLV_OK;
}

static klv_result load(void *controller, klv_failure *failure) {
  (void)controller;
  is_in_turn = true;
  if (has(6031)) {
    klv_element elements[3] = {
        {.size = sizeof *elements, .kind = KLV_ELEMENT_ROW, .child_count = 2},
        {.size = sizeof *elements, .kind = KLV_ELEMENT_KEY, .identifier = {"twice", 5}, .title = {"q", 1}},
        {.size = sizeof *elements, .kind = KLV_ELEMENT_KEY, .identifier = {"twice", 5}, .title = {"w", 1}},
    };
    klv_interface_record record = {.size = sizeof record, .element_count = 3, .elements = elements};
    const klv_interface *interface = klv_get_host_interface(host, KLV_INTERFACE);
    return interface != NULL ? interface->set(host, &record) : KLV_OK;
  }
  if (has(6032)) {
    const klv_interface *interface = klv_get_host_interface(host, KLV_INTERFACE);
    if (interface != NULL) interface->set(host, NULL);
    return KLV_ERROR_FAILED;
  }
  if (has(603)) {
    strcpy(failure->message, "the dictionary cannot be read");
    return KLV_ERROR_UNKNOWN;
  }
  if (has(2205)) abort();
  if (has(22051)) {
    fprintf(stderr, "life-cycle.c:7: Fatal error: nothing is there\n");
    abort();
  }
  if (has(2206)) hang();
  if (has(2302) && klv_get_host_interface(host, KLV_LOG) == NULL) {
    strcpy(failure->message, "there is no log");
    return KLV_ERROR_UNKNOWN;
  }
  if (has(2218)) {
    const klv_container *container = klv_get_host_interface(host, KLV_CONTAINER);
    klv_bytes bytes;
    if (container == NULL) return show_interface(false), KLV_OK;
    if (container->read(host, "lock", 4, &bytes) == KLV_OK) return KLV_ERROR_UNKNOWN;
    container->write(host, "lock", 4, (const uint8_t *)"1", 1);
  }
  fault_of_load();
  if (!has(2601) && !has(2699) && !has(26171)) show_interface(false);
  is_in_turn = false;
  return KLV_OK;
}

static void destroy(void *controller) {
  (void)controller;
  if (has(2214)) abort();
  if (has(2215)) hang();
}

static void will_appear(void *controller) {
  (void)controller;
  is_in_turn = true;
  if (has(2208)) abort();
  if (has(2304) && document() != NULL) document()->insert_text(host, "x", 1);
  fault_of_appearing();
  if (!has(2601) && !has(2699) && !has(26171)) show_interface(was_hidden);
  if (has(2709)) {
    const klv_timer *timers = klv_get_host_interface(host, KLV_TIMER);
    if (timers != NULL) timer = timers->start(host, 0.01, true);
  }
  if (has(25051)) {
    const klv_timer *timers = klv_get_host_interface(host, KLV_TIMER);
    if (timers != NULL) timers->start(host, 30, false);
  }
}

static void did_appear(void *controller) {
  (void)controller;
  is_in_turn = false;
}

static void will_disappear(void *controller) {
  (void)controller;
  was_hidden = true;
  if (has(2209)) abort();
  if (has(2709)) {
    const klv_timer *timers = klv_get_host_interface(host, KLV_TIMER);
    if (timers != NULL) timers->cancel(host, timer);
  }
}

static volatile bool is_found;

/* Simulates a search that needs a tenth of a second. */
static void *look(void *nothing) {
  struct timespec start, now;
  clock_gettime(CLOCK_MONOTONIC, &start);
  do {
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while ((now.tv_sec - start.tv_sec) * 1000000000L + now.tv_nsec - start.tv_nsec < 100000000L);
  is_found = true;
  return nothing;
}

static klv_result key_event(void *controller, const klv_key_event *event) {
  (void)controller;
  if (has(25011) && event->gesture == KLV_GESTURE_PRESS && is_text(event->key, "q")) {
    const klv_timer *timers = klv_get_host_interface(host, KLV_TIMER);
    if (timers != NULL && start_thread(look)) timers->start(host, 0.5, false);
    return KLV_OK;
  }
  klv_result result = KLV_UNHANDLED;
  is_in_turn = true;
  key_presses++;
  if (!fault_of_key(event, &result)) misbehave();
  is_in_turn = false;
  return result;
}

static void text_did_change(void *controller, uint32_t cause) {
  (void)controller;
  if (has(25052) && cause == KLV_CAUSE_KEYBOARD && document() != NULL) document()->insert_text(host, "!", 1);
  if (cause == KLV_CAUSE_KEYBOARD) return;
  if (has(2212)) abort();
  if (has(22114) && has_other_script()) nanosleep(&(struct timespec){0, 400000000}, NULL);
  if (has(2505) && document() != NULL) document()->insert_text(host, "!", 1);
  klv_text before = {NULL, 0};
  if (document() == NULL || document()->context_before(host, &before) != KLV_OK || before.length == 0) return;
  if (has(25053) && before.bytes[before.length - 1] != ' ') document()->insert_text(host, " ", 1);
  if (has(25054) && before.length > 1 && strncmp(before.bytes + before.length - 2, "  ", 2) == 0)
    document()->insert_text(host, ".", 1);
  const klv_container *container = klv_get_host_interface(host, KLV_CONTAINER);
  if (has(27141) && container != NULL)
    container->write(host, "seen", 4, (const uint8_t *)before.bytes, before.length);
}

static void traits_did_change(void *controller) { (void)controller; }

static void environment_did_change(void *controller) {
  (void)controller;
  if (has(2217)) abort();
  if (has(2616)) show_interface(false);
}

static void did_receive_memory_warning(void *controller) {
  (void)controller;
  if (has(2216)) abort();
}

static void timer_fired(void *controller, uint64_t number) {
  (void)controller;
  (void)number;
  if (has(2213)) abort();
  if (has(25051) && document() != NULL) document()->insert_text(host, "!", 1);
  if (has(25011) && document() != NULL) document()->insert_text(host, is_found ? "found" : "late", is_found ? 5 : 4);
}

static const void *get_interface(void *controller, const char *identifier) {
  static const klv_appearing appearing = {will_appear, did_appear, will_disappear, NULL};
  static const klv_keys keys = {key_event};
  static const klv_text_delegate delegate = {NULL, text_did_change, NULL, NULL, NULL};
  static const klv_observing observing = {
      traits_did_change, environment_did_change, NULL, NULL, did_receive_memory_warning, timer_fired};
  (void)controller;
  if (strcmp(identifier, KLV_APPEARING) == 0) return &appearing;
  if (strcmp(identifier, KLV_KEYS) == 0) return &keys;
  if (strcmp(identifier, KLV_TEXT_DELEGATE) == 0) return &delegate;
  if (strcmp(identifier, KLV_OBSERVING) == 0) return &observing;
  return NULL;
}

const klv_keyboard_entry klv_keyboard = {KLV_ABI_VERSION, sizeof(klv_keyboard_entry), create, load, destroy,
                                         get_interface};
