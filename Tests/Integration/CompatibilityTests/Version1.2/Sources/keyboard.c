/*
 * A keyboard for version 1.2 of the contract, with the header of that version beside it. It uses the elements, records
 * and function tables that version 1.2 added. Its code never changes, and its behavior must stay the same with every
 * later version of Klava.
 */
#include <klava/keyboard.h>
#include <string.h>

static klv_host *host;

static klv_text text(const char *string) { return (klv_text){string, strlen(string)}; }

static const klv_document *document(void) { return klv_get_host_interface(host, KLV_DOCUMENT); }

static klv_element element(uint32_t kind, const char *title, uint32_t role, uint32_t children) {
  klv_element element = {.size = sizeof element, .kind = kind, .role = role, .child_count = children};
  if (title != NULL) element.title = text(title);
  return element;
}

static klv_result load(void *controller, klv_failure *failure) {
  const klv_interface *interface = klv_get_host_interface(host, KLV_INTERFACE);
  static const klv_text words[] = {{"one", 3}, {"two", 3}};
  static const klv_text accents[] = {{"à", 2}, {"á", 2}};
  klv_element elements[] = {
      element(KLV_ELEMENT_COLUMN, NULL, 0, 4),
      element(KLV_ELEMENT_SUGGESTIONS, NULL, 0, 0),
      element(KLV_ELEMENT_LABEL, "off", 0, 0),
      element(KLV_ELEMENT_GRID, NULL, 0, 3),
      element(KLV_ELEMENT_KEY, "a", KLV_ROLE_CHARACTER, 0),
      element(KLV_ELEMENT_KEY, "lock", KLV_ROLE_SHIFT, 0),
      element(KLV_ELEMENT_KEY, "more", KLV_ROLE_ACTION, 0),
      element(KLV_ELEMENT_HORIZONTAL_SCROLL, NULL, 0, 2),
      element(KLV_ELEMENT_KEY, "next", KLV_ROLE_NEXT_KEYBOARD, 0),
      element(KLV_ELEMENT_KEY, "delete", KLV_ROLE_DELETE, 0),
  };
  (void)controller;
  (void)failure;
  elements[1].identifier = text("words");
  elements[1].choices = words;
  elements[1].choice_count = 2;
  elements[2].identifier = text("state");
  elements[2].font_weight = KLV_FONT_BOLD;
  elements[3].columns = 3;
  elements[3].background_light = 0x336699FF;
  elements[3].sets = KLV_SETS_CORNER_RADIUS | KLV_SETS_SPACING;
  elements[4].choices = accents;
  elements[4].choice_count = 2;
  elements[5].accessibility_hint = text("Types capitals");
  elements[6].repeats = KLV_REPEATS_NO;
  elements[8].width = 48;
  klv_interface_record record = {
      .size = sizeof record,
      .element_count = sizeof elements / sizeof *elements,
      .elements = elements,
      .enables_input_clicks = true};
  return interface->set(host, &record);
}

/* Switches the key "lock" on, and reports whether the host refuses the services that need full access. */
static klv_result lock(void) {
  const klv_interface *interface = klv_get_host_interface(host, KLV_INTERFACE);
  const klv_feedback *feedback = klv_get_host_interface(host, KLV_FEEDBACK);
  const klv_pasteboard *pasteboard = klv_get_host_interface(host, KLV_PASTEBOARD);
  klv_key_change change = {.size = sizeof change, .selected = 1, .title = text("LOCK")};
  klv_text copied;
  if (feedback->play_sound(host, KLV_SOUND_MODIFIER) != KLV_ERROR_NO_ACCESS) return KLV_ERROR_FAILED;
  if (pasteboard->string(host, &copied) != KLV_ERROR_NO_ACCESS) return KLV_ERROR_FAILED;
  if (klv_get_host_interface(host, KLV_PATHS) != NULL) return KLV_ERROR_FAILED;
  klv_result result = interface->set_key(host, "lock", 4, &change);
  return result == KLV_OK ? interface->set_label(host, "state", 5, "on", 2) : result;
}

static klv_result key_event(void *controller, const klv_key_event *event) {
  (void)controller;
  if (event->gesture == KLV_GESTURE_ALTERNATIVE) {
    return event->alternative == 1 ? document()->insert_text(host, "á", 2) : KLV_ERROR_FAILED;
  }
  if (event->gesture != KLV_GESTURE_PRESS) return KLV_UNHANDLED;
  if (event->key.length == 4 && memcmp(event->key.bytes, "lock", 4) == 0) return lock();
  if (event->key.length == 4 && memcmp(event->key.bytes, "more", 4) == 0) {
    const klv_interface_changes *changes = klv_get_host_interface(host, KLV_INTERFACE_CHANGES);
    const klv_text words[] = {text("three")};
    return changes->set_suggestions(host, "words", 5, words, 1);
  }
  return KLV_UNHANDLED;
}

static klv_result create(klv_host *made_for, const klv_launch *launch, void **controller, klv_failure *failure) {
  (void)launch;
  (void)failure;
  host = made_for;
  *controller = &host;
  return KLV_OK;
}

static const void *get_interface(void *controller, const char *identifier) {
  static const klv_keys keys = {key_event};
  (void)controller;
  return strcmp(identifier, KLV_KEYS) == 0 ? &keys : NULL;
}

KLV_EXPORT const klv_keyboard_entry klv_keyboard = {
    KLV_ABI_VERSION, sizeof(klv_keyboard_entry), create, load, NULL, get_interface,
};
