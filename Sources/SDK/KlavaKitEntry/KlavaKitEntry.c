#include "KlavaKitEntry.h"
#include "MainBundle.h"
#include "MainQueue.h"
#include "MisleadingCalls.h"

#include <klava/keyboard.h>

klv_result klavakit_create(klv_host *host, const klv_launch *launch, void **controller, klv_failure *failure);
klv_result klavakit_load(void *controller, klv_failure *failure);
void klavakit_destroy(void *controller);

void klavakit_will_appear(void *controller);
void klavakit_did_appear(void *controller);
void klavakit_will_disappear(void *controller);
void klavakit_did_disappear(void *controller);
klv_result klavakit_key_event(void *controller, const klv_key_event *event);
klv_result klavakit_touches(void *controller, const klv_touch_event *event);
void klavakit_text_will_change(void *controller, uint32_t cause);
void klavakit_text_did_change(void *controller, uint32_t cause);
void klavakit_selection_will_change(void *controller, uint32_t cause);
void klavakit_selection_did_change(void *controller, uint32_t cause);
void klavakit_marked_text_did_end(void *controller, uint32_t cause);
void klavakit_traits_did_change(void *controller);
void klavakit_environment_did_change(void *controller);
void klavakit_settings_did_change(void *controller);
void klavakit_standing_did_change(void *controller);
void klavakit_did_receive_memory_warning(void *controller);
void klavakit_timer_fired(void *controller, uint64_t timer);

static const klv_appearing appearing = {
    klavakit_will_appear,
    klavakit_did_appear,
    klavakit_will_disappear,
    klavakit_did_disappear,
};

static const klv_keys keys = {klavakit_key_event};

static const klv_touch touching = {klavakit_touches};

static const klv_text_delegate text_delegate = {
    klavakit_text_will_change,      klavakit_text_did_change,     klavakit_selection_will_change,
    klavakit_selection_did_change, klavakit_marked_text_did_end,
};

static void timer_fired(void *controller, uint64_t timer) {
  if (!klavakit_is_loop_timer(timer)) klavakit_timer_fired(controller, timer);
}

static const klv_observing observing = {
    klavakit_traits_did_change,   klavakit_environment_did_change,     klavakit_settings_did_change,
    klavakit_standing_did_change, klavakit_did_receive_memory_warning, timer_fired,
};

static _Thread_local void *current_box;

void *klavakit_current_box(void) { return current_box; }

void *klavakit_exchange_current_box(void *box) {
  void *previous = current_box;
  current_box = box;
  return previous;
}

static int is_same(const char *one, const char *other) {
  while (*one != 0 && *one == *other) one++, other++;
  return *one == *other;
}

static const void *get_interface(void *controller, const char *identifier) {
  (void)controller;
  if (is_same(identifier, KLV_APPEARING)) return &appearing;
  if (is_same(identifier, KLV_KEYS)) return &keys;
  if (is_same(identifier, KLV_TOUCH)) return &touching;
  if (is_same(identifier, KLV_TEXT_DELEGATE)) return &text_delegate;
  if (is_same(identifier, KLV_OBSERVING)) return &observing;
  if (is_same(identifier, KLV_MAIN_QUEUE)) return klavakit_main_queue();
  return NULL;
}

static klv_host *loading_host;

bool klavakit_has_host(void) { return loading_host != NULL; }

static klv_result create(klv_host *host, const klv_launch *launch, void **controller, klv_failure *failure) {
  loading_host = host;
  klavakit_open_main_queue(host);
  return klavakit_create(host, launch, controller, failure);
}

static klv_result load(void *controller, klv_failure *failure) {
  klavakit_fill_main_bundle(loading_host);
  klavakit_report_misleading_calls(loading_host);
  return klavakit_load(controller, failure);
}

KLV_EXPORT const klv_keyboard_entry klv_keyboard = {
    KLV_ABI_VERSION, sizeof(klv_keyboard_entry), create, load, klavakit_destroy, get_interface,
};
