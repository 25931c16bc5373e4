/*
 * A keyboard for ABI version 1.3 that logs all events of its keys. The keyboard handles all gestures on the key "own"
 * and the long press on the key "long", and gets the touches on "pad". The key "change" changes a picture and a
 * suggestion bar. The keyboard leaves all other gestures to the host.
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

static klv_result load(void *controller, klv_failure *failure) {
  (void)controller;
  (void)failure;
  static const char *const names[] = {"e", "a", "own", "long", "change", "⌫", "🌐", "⇧", "pad"};
  static const uint32_t roles[] = {KLV_ROLE_CHARACTER, KLV_ROLE_CHARACTER, KLV_ROLE_CHARACTER,    KLV_ROLE_CHARACTER,
                                   KLV_ROLE_CHARACTER, KLV_ROLE_DELETE,    KLV_ROLE_NEXT_KEYBOARD, KLV_ROLE_SHIFT,
                                   KLV_ROLE_CHARACTER};
  enum { count = sizeof names / sizeof *names };
  const klv_text alternatives[] = {text_of("é"), text_of("è")};
  klv_element elements[count + 3];
  memset(elements, 0, sizeof elements);
  for (int index = 0; index < count + 3; index++) elements[index].size = sizeof *elements;
  elements[0].kind = KLV_ELEMENT_GRID;
  elements[0].columns = 4;
  elements[0].child_count = count + 2;
  for (int index = 0; index < count; index++) {
    elements[index + 1].kind = KLV_ELEMENT_KEY;
    elements[index + 1].title = text_of(names[index]);
    elements[index + 1].role = roles[index];
    elements[index + 1].choices = index % 2 == 0 && index < 4 ? alternatives : NULL;
    elements[index + 1].choice_count = elements[index + 1].choices != NULL ? 2 : 0;
  }
  elements[count].receives_touches = true;
  elements[count + 1].kind = KLV_ELEMENT_IMAGE;
  elements[count + 1].identifier = text_of("cat");
  elements[count + 1].image = text_of("system:star");
  elements[count + 2].kind = KLV_ELEMENT_SUGGESTIONS;
  elements[count + 2].identifier = text_of("words");
  klv_interface_record record = {.size = sizeof record, .element_count = count + 3, .elements = elements};
  return ((const klv_interface *)klv_get_host_interface(host, KLV_INTERFACE))->set(host, &record);
}

static void say(const char *text) {
  ((const klv_log *)klv_get_host_interface(host, KLV_LOG))->write(host, KLV_LOG_INFO, text, strlen(text));
}

static void say_number(klv_result number) {
  char text[16];
  snprintf(text, sizeof text, "%d", number);
  say(text);
}

static void change(void) {
  const klv_interface_changes *changes = klv_get_host_interface(host, KLV_INTERFACE_CHANGES);
  const klv_text two[] = {text_of("the"), text_of("then")};
  const klv_text missing[] = {{NULL, 0}};
  const klv_text empty[] = {text_of("")};
  const klv_text wild[] = {text_of("\xFF")};
  say_number(changes->set_image(host, "cat", 3, "system:heart", 12));
  say_number(changes->set_image(host, "dog", 3, "system:heart", 12));
  say_number(changes->set_suggestions(host, "words", 5, two, 2));
  say_number(changes->set_suggestions(host, "cat", 3, two, 2));
  say_number(changes->set_suggestions(host, "words", 5, NULL, 1));
  say_number(changes->set_suggestions(host, "words", 5, two, UINT64_MAX));
  say_number(changes->set_suggestions(host, "words", 5, missing, 1));
  say_number(changes->set_suggestions(host, "words", 5, empty, 1));
  say_number(changes->set_suggestions(host, "words", 5, wild, 1));
  klv_key_change key = {.size = sizeof key, .selected = 1};
  say_number(((const klv_interface *)klv_get_host_interface(host, KLV_INTERFACE))->set_key(host, "⇧", 3, &key));
  key.selected = 3;
  say_number(((const klv_interface *)klv_get_host_interface(host, KLV_INTERFACE))->set_key(host, "⇧", 3, &key));
}

static klv_result key_event(void *controller, const klv_key_event *event) {
  (void)controller;
  char text[64];
  snprintf(text, sizeof text, "%.*s %u", (int)event->key.length, event->key.bytes, event->gesture);
  say(text);
  if (strcmp(text, "change 0") == 0) {
    change();
    return KLV_OK;
  }
  const bool is_used = strncmp(text, "own ", 4) == 0 || strcmp(text, "long 2") == 0;
  return is_used ? KLV_OK : KLV_UNHANDLED;
}

static klv_result touches(void *controller, const klv_touch_event *event) {
  (void)controller;
  for (uint32_t index = 0; index < event->touch_count; index++) {
    const klv_touch_point *touch = &event->touches[index];
    char text[96];
    snprintf(
        text, sizeof text, "%.*s %gx%g: finger %u, phase %u, %g %g at %g", (int)event->key.length, event->key.bytes,
        event->width, event->height, touch->finger, touch->phase, touch->x, touch->y, touch->timestamp);
    say(text);
  }
  return event->touches[0].x < 0 ? KLV_ERROR_FAILED : KLV_OK;
}

static const klv_keys keys = {key_event};
static const klv_touch touching = {touches};

static const void *get_interface(void *controller, const char *identifier) {
  (void)controller;
  if (strcmp(identifier, KLV_TOUCH) == 0) return &touching;
  return strcmp(identifier, KLV_KEYS) == 0 ? &keys : NULL;
}

KLV_EXPORT const klv_keyboard_entry klv_keyboard = {
    KLV_ABI_VERSION, sizeof(klv_keyboard_entry), create, load, NULL, get_interface,
};
