/*
 * A keyboard that plays sounds. The keys "click", "delete", "modifier", "wild" and "twice" log the results of calls.
 * The keys "error", "shake" and "storm" do the same for vibrations. The input view enables clicks unless -DSILENT is
 * set.
 */
#include <klava/keyboard.h>

#include <stdio.h>
#include <string.h>

static klv_host *host;

static klv_text text_of(const char *text) { return (klv_text){text, strlen(text)}; }

static klv_result create(klv_host *given, const klv_launch *launch, void **controller, klv_failure *failure) {
  (void)launch;
  (void)failure;
  host = given;
  *controller = &host;
  return KLV_OK;
}

static const klv_feedback *feedback(void) { return klv_get_host_interface(host, KLV_FEEDBACK); }

static const klv_haptics *haptics(void) { return klv_get_host_interface(host, KLV_HAPTICS); }

static void say(klv_result result) {
  char text[32];
  snprintf(text, sizeof text, "%d", result);
  ((const klv_log *)klv_get_host_interface(host, KLV_LOG))->write(host, KLV_LOG_INFO, text, strlen(text));
}

static klv_result load(void *controller, klv_failure *failure) {
  (void)controller;
  (void)failure;
  static const char *const names[] = {"click", "delete", "modifier", "wild", "twice", "error", "shake", "storm"};
  enum { count = sizeof names / sizeof *names };
  klv_element elements[count + 1];
  memset(elements, 0, sizeof elements);
  for (int index = 0; index <= count; index++) elements[index].size = sizeof *elements;
  elements[0].kind = KLV_ELEMENT_ROW;
  elements[0].child_count = count;
  for (int index = 0; index < count; index++) {
    elements[index + 1].kind = KLV_ELEMENT_KEY;
    elements[index + 1].title = text_of(names[index]);
  }
  klv_interface_record record = {.size = sizeof record, .element_count = count + 1, .elements = elements};
#ifndef SILENT
  record.enables_input_clicks = true;
#endif
  const klv_result result = ((const klv_interface *)klv_get_host_interface(host, KLV_INTERFACE))->set(host, &record);
  /* The host must refuse to play the sound of a key while it loads the keyboard. */
  say(feedback()->play_input_click(host));
  return result;
}

static klv_result key_event(void *controller, const klv_key_event *event) {
  (void)controller;
  char name[16];
  snprintf(name, sizeof name, "%.*s", (int)event->key.length, event->key.bytes);
  if (strcmp(name, "click") == 0) say(feedback()->play_input_click(host));
  if (strcmp(name, "delete") == 0) say(feedback()->play_sound(host, KLV_SOUND_DELETE));
  if (strcmp(name, "modifier") == 0) say(feedback()->play_sound(host, KLV_SOUND_MODIFIER));
  if (strcmp(name, "wild") == 0) {
    say(feedback()->play_sound(host, 3));
    say(feedback()->play_sound(host, -1));
    say(feedback()->play_sound(host, INT32_MAX));
  }
  if (strcmp(name, "twice") == 0) {
    say(feedback()->play_sound(host, KLV_SOUND_DELETE));
    say(feedback()->play_input_click(host));
  }
  if (strcmp(name, "error") == 0) say(haptics()->play(host, KLV_HAPTIC_ERROR));
  if (strcmp(name, "shake") == 0) {
    say(haptics()->play(host, 7));
    say(haptics()->play(host, -1));
    say(haptics()->play(host, INT32_MAX));
  }
  if (strcmp(name, "storm") == 0) {
    say(haptics()->play(host, KLV_HAPTIC_SELECTION));
    say(haptics()->play(host, KLV_HAPTIC_SUCCESS));
  }
  return KLV_OK;
}

static const klv_keys keys = {key_event};

static const void *get_interface(void *controller, const char *identifier) {
  (void)controller;
  return strcmp(identifier, KLV_KEYS) == 0 ? &keys : NULL;
}

KLV_EXPORT const klv_keyboard_entry klv_keyboard = {
    KLV_ABI_VERSION, sizeof(klv_keyboard_entry), create, load, NULL, get_interface,
};
