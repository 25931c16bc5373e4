/* The keyboard: its input view and its keys. Klava calls the functions at the end of this file, on one thread. */
#include <klava/keyboard.h>
#include <stdio.h>
#include <string.h>

#include "phrases.h"

/* One keyboard instance, which `create` returns. For a moment, two instances can exist at the same time: a new instance
 * and the instance that it replaces. */
typedef struct keyboard {
  klv_host *host;
  bool is_used;
} keyboard;

static keyboard keyboards[8];

/* ---- The input view ---------------------------------------------------------------------------------------------- */

/* The elements of an input view that is under construction. The elements of a stack follow the stack. */
typedef struct assembly {
  klv_element elements[32];
  uint32_t count;
} assembly;

static klv_text text(const char *string) { return (klv_text){string, strlen(string)}; }

/* Adds an element. `container` is NULL for the root. */
static klv_element *add(assembly *assembly, klv_element *container, uint32_t kind) {
  klv_element *element = &assembly->elements[assembly->count];
  assembly->count += 1;
  *element = (klv_element){.size = sizeof *element, .kind = kind};
  if (container != NULL) container->child_count += 1;
  return element;
}

static klv_element *add_key(assembly *assembly, klv_element *container, const char *title, uint32_t role) {
  klv_element *key = add(assembly, container, KLV_ELEMENT_KEY);
  key->title = text(title);
  key->role = role;
  return key;
}

static void add_phrases(assembly *assembly, klv_element *root) {
  klv_element *row = NULL;
  for (size_t index = 0; index < PHRASE_COUNT; index++) {
    if (index % 2 == 0) row = add(assembly, root, KLV_ELEMENT_ROW);
    klv_element *key = add_key(assembly, row, phrases[index].words, KLV_ROLE_ACTION);
    key->identifier = text(phrases[index].identifier);
  }
}

static void add_digits(assembly *assembly, klv_element *root, const char *const *keys, size_t count) {
  klv_element *row = NULL;
  for (size_t index = 0; index < count; index++) {
    if (index % 3 == 0) {
      row = add(assembly, root, KLV_ELEMENT_ROW);
      /* The digits have the same order in right-to-left languages. */
      row->forces_left_to_right = true;
    }
    if (keys[index] == NULL) add(assembly, row, KLV_ELEMENT_SPACER);
    else add_key(assembly, row, keys[index], KLV_ROLE_CHARACTER);
  }
}

/* Returns the UIKeyboardType of the field that has the focus, or the default type if the host does not return it. */
static uint32_t keyboard_type(keyboard *self) {
  const klv_field *field = klv_get_host_interface(self->host, KLV_FIELD);
  klv_traits traits = {.size = sizeof traits};
  return field != NULL && field->traits(self->host, &traits) == KLV_OK ? traits.keyboard_type : 0;
}

static bool needs_switch_key(keyboard *self) {
  const klv_input_mode *mode = klv_get_host_interface(self->host, KLV_INPUT_MODE);
  return mode != NULL && mode->needs_switch_key(self->host);
}

static klv_result show(keyboard *self) {
  const klv_interface *interface = klv_get_host_interface(self->host, KLV_INTERFACE);
  if (interface == NULL) return KLV_OK;
  assembly assembly = {.count = 0};
  klv_element *root = add(&assembly, NULL, KLV_ELEMENT_COLUMN);
  size_t count;
  const char *const *digits = digit_keys(keyboard_type(self), &count);
  if (digits != NULL) add_digits(&assembly, root, digits, count);
  else add_phrases(&assembly, root);
  klv_element *row = add(&assembly, root, KLV_ELEMENT_ROW);
  if (needs_switch_key(self)) {
    add_key(&assembly, row, "🌐", KLV_ROLE_NEXT_KEYBOARD)->accessibility_label = text("Next keyboard");
  }
  /* If key_event does not handle a key, the role of the key decides the effect. */
  add_key(&assembly, row, "space", KLV_ROLE_SPACE)->weight = 2;
  add_key(&assembly, row, "⌫", KLV_ROLE_DELETE)->accessibility_label = text("Delete");
  add_key(&assembly, row, "⏎", KLV_ROLE_RETURN)->accessibility_label = text("Return");
  klv_interface_record record = {
      .size = sizeof record,
      .element_count = assembly.count,
      .elements = assembly.elements,
      .enables_input_clicks = true,
  };
  return interface->set(self->host, &record);
}

/* ---- Key events -------------------------------------------------------------------------------------------------- */

static bool is(klv_text text, const char *string) {
  return text.length == strlen(string) && memcmp(text.bytes, string, text.length) == 0;
}

static klv_result say(keyboard *self, const char *words) {
  const klv_document *document = klv_get_host_interface(self->host, KLV_DOCUMENT);
  if (document == NULL) return KLV_OK;
  klv_text before = {NULL, 0};
  klv_result result = document->context_before(self->host, &before);
  if (result == KLV_OK && needs_space_after(before.bytes, before.length)) {
    result = document->insert_text(self->host, " ", 1);
  }
  return result == KLV_OK ? document->insert_text(self->host, words, strlen(words)) : result;
}

static klv_result key_event(void *controller, const klv_key_event *event) {
  if (event->gesture != KLV_GESTURE_PRESS) return KLV_UNHANDLED;
  for (size_t index = 0; index < PHRASE_COUNT; index++) {
    if (is(event->key, phrases[index].identifier)) return say(controller, phrases[index].words);
  }
  return KLV_UNHANDLED;
}

/* ---- The functions that Klava calls ------------------------------------------------------------------------------ */

static klv_result create(klv_host *host, const klv_launch *launch, void **controller, klv_failure *failure) {
  (void)launch;
  for (size_t index = 0; index < sizeof keyboards / sizeof *keyboards; index++) {
    if (keyboards[index].is_used) continue;
    keyboards[index] = (keyboard){.host = host, .is_used = true};
    *controller = &keyboards[index];
    return KLV_OK;
  }
  snprintf(failure->message, sizeof failure->message, "Too many instances of this keyboard exist.");
  return KLV_ERROR_TOO_LARGE;
}

static klv_result load(void *controller, klv_failure *failure) {
  klv_result result = show(controller);
  if (result != KLV_OK) {
    snprintf(failure->message, sizeof failure->message, "Klava refused the input view with code %d.", (int)result);
  }
  return result;
}

static void destroy(void *controller) { ((keyboard *)controller)->is_used = false; }

/* Shows the keys again, because a new field or new traits can need other keys. */
static void show_again(void *controller) { show(controller); }

static const void *get_interface(void *controller, const char *identifier) {
  static const klv_appearing appearing = {.will_appear = show_again};
  static const klv_keys keys = {key_event};
  static const klv_observing observing = {.traits_did_change = show_again, .standing_did_change = show_again};
  (void)controller;
  if (strcmp(identifier, KLV_APPEARING) == 0) return &appearing;
  if (strcmp(identifier, KLV_KEYS) == 0) return &keys;
  if (strcmp(identifier, KLV_OBSERVING) == 0) return &observing;
  return NULL;
}

KLV_EXPORT const klv_keyboard_entry klv_keyboard = {
    KLV_ABI_VERSION, sizeof(klv_keyboard_entry), create, load, destroy, get_interface,
};
