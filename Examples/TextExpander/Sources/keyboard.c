/*
 * TextExpander: a keyboard that replaces abbreviations with texts. The user defines the abbreviations in the keyboard's
 * settings (Settings.bundle). The user can also press a key to keep a selected text. The keyboard stores kept texts in
 * its data container, and offers them in a suggestion bar.
 */
#include <klava/keyboard.h>
#include <stdio.h>
#include <string.h>

#include "abbreviations.h"

/* The name of the file with the kept texts, one text in each line. */
#define KEPT_FILE "kept.txt"

/* One keyboard instance, which `create` returns. For a moment, two instances can exist at the same time: a new instance
 * and the instance that it replaces. */
typedef struct keyboard {
  klv_host *host;
  kept_texts kept;
  bool is_shifted;
  bool is_used;
} keyboard;

static keyboard keyboards[8];

/* ---- The input view ---------------------------------------------------------------------------------------------- */

/* An input view under construction. In `elements`, the elements of a stack follow the stack. */
typedef struct assembly {
  klv_element elements[64];
  uint32_t count;
} assembly;

static klv_text text(const char *string) { return (klv_text){string, strlen(string)}; }

/* Adds an element to the stack `container`. If `container` is NULL, adds the root element. */
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

/* Adds rows of letters. The texts must be static and end with a NUL, because the elements contain pointers to the
 * texts. */
static void add_letters(assembly *assembly, klv_element *root, bool is_shifted) {
  static const char small[] = "q\0w\0e\0r\0t\0y\0u\0i\0o\0p\0a\0s\0d\0f\0g\0h\0j\0k\0l\0z\0x\0c\0v\0b\0n\0m";
  static const char capital[] = "Q\0W\0E\0R\0T\0Y\0U\0I\0O\0P\0A\0S\0D\0F\0G\0H\0J\0K\0L\0Z\0X\0C\0V\0B\0N\0M";
  static const size_t lengths[] = {10, 9, 7};
  size_t letter = 0;
  for (size_t index = 0; index < 3; index++) {
    klv_element *row = add(assembly, root, KLV_ELEMENT_ROW);
    /* With this spacing, ten keys in a row are wide enough for a finger even if the screen is only 320 points wide. */
    row->sets = KLV_SETS_SPACING;
    row->spacing = 4;
    for (size_t count = 0; count < lengths[index]; count++, letter++) {
      klv_element *key = add_key(assembly, row, (is_shifted ? capital : small) + 2 * letter, KLV_ROLE_CHARACTER);
      key->identifier = text(small + 2 * letter);
    }
  }
}

static void add_digits(assembly *assembly, klv_element *root, const char *const *keys, size_t count) {
  klv_element *row = NULL;
  for (size_t index = 0; index < count; index++) {
    if (index % 3 == 0) {
      row = add(assembly, root, KLV_ELEMENT_ROW);
      /* The digits of a number pad have the same order in all languages. */
      row->forces_left_to_right = true;
    }
    if (keys[index] == NULL) add(assembly, row, KLV_ELEMENT_SPACER);
    else add_key(assembly, row, keys[index], KLV_ROLE_CHARACTER);
  }
}

/* Returns the titles of the keys in a field for numbers, in rows of three titles. A NULL title is an empty cell. In a
 * field for text, returns NULL. */
static const char *const *digit_keys(uint32_t keyboard_type, size_t *count) {
  static const char *const digits[] = {"1", "2", "3", "4", "5", "6", "7", "8", "9", NULL, "0", NULL};
  static const char *const decimals[] = {"1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "0", ","};
  *count = sizeof digits / sizeof *digits;
  /* numberPad, asciiCapableNumberPad, decimalPad */
  if (keyboard_type == 4 || keyboard_type == 11) return digits;
  if (keyboard_type == 8) return decimals;
  *count = 0;
  return NULL;
}

static klv_traits traits_of(keyboard *self) {
  const klv_field *field = klv_get_host_interface(self->host, KLV_FIELD);
  klv_traits traits = {.size = sizeof traits};
  if (field == NULL || field->traits(self->host, &traits) != KLV_OK) traits = (klv_traits){.size = sizeof traits};
  return traits;
}

static bool needs_switch_key(keyboard *self) {
  const klv_input_mode *mode = klv_get_host_interface(self->host, KLV_INPUT_MODE);
  return mode != NULL && mode->needs_switch_key(self->host);
}

static klv_result show(keyboard *self) {
  const klv_interface *interface = klv_get_host_interface(self->host, KLV_INTERFACE);
  if (interface == NULL) return KLV_OK;
  assembly assembly = {.count = 0};
  klv_text choices[KEPT_LIMIT];
  klv_element *root = add(&assembly, NULL, KLV_ELEMENT_COLUMN);
  size_t count;
  const char *const *digits = digit_keys(traits_of(self).keyboard_type, &count);
  if (digits != NULL) {
    add_digits(&assembly, root, digits, count);
  } else {
    klv_element *top = add(&assembly, root, KLV_ELEMENT_ROW);
    klv_element *bar = add(&assembly, top, KLV_ELEMENT_SUGGESTIONS);
    bar->identifier = text("kept");
    bar->weight = 4;
    for (size_t index = 0; index < self->kept.count; index++) choices[index] = text(self->kept.texts[index]);
    bar->choices = self->kept.count > 0 ? choices : NULL;
    bar->choice_count = (uint32_t)self->kept.count;
    klv_element *keep = add_key(&assembly, top, "Keep", KLV_ROLE_ACTION);
    keep->identifier = text("keep");
    keep->accessibility_hint = text("Keeps the selected text in the bar. Hold the key to remove the last kept text.");
    add_letters(&assembly, root, self->is_shifted);
  }
  klv_element *row = add(&assembly, root, KLV_ELEMENT_ROW);
  if (needs_switch_key(self)) {
    add_key(&assembly, row, "🌐", KLV_ROLE_NEXT_KEYBOARD)->accessibility_label = text("Next keyboard");
  }
  if (digits == NULL) {
    klv_element *shift = add_key(&assembly, row, "⇧", KLV_ROLE_SHIFT);
    shift->accessibility_label = text("Shift");
    shift->is_selected = self->is_shifted;
  }
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

/* ---- Settings ---------------------------------------------------------------------------------------------------- */

/* Returns the value of the setting with this key, or an empty text. The host owns the text, which is valid until the
 * end of the turn. */
static klv_text setting(keyboard *self, const char *key) {
  const klv_settings *settings = klv_get_host_interface(self->host, KLV_SETTINGS);
  klv_setting value = {.size = sizeof value};
  if (settings == NULL || settings->read(self->host, key, strlen(key), &value) != KLV_OK) return (klv_text){NULL, 0};
  return value.kind == KLV_SETTING_TEXT ? value.text : (klv_text){NULL, 0};
}

/* Returns the text that the user defined for an abbreviation, or an empty text. */
static klv_text expansion(keyboard *self, const char *word, size_t length) {
  for (int number = 1; number <= 3; number++) {
    char key[32];
    snprintf(key, sizeof key, "abbreviation.%d", number);
    klv_text abbreviation = setting(self, key);
    if (abbreviation.length != length || length == 0 || memcmp(abbreviation.bytes, word, length) != 0) continue;
    snprintf(key, sizeof key, "text.%d", number);
    return setting(self, key);
  }
  return (klv_text){NULL, 0};
}

/* ---- Kept texts -------------------------------------------------------------------------------------------------- */

static void read_kept(keyboard *self) {
  const klv_container *container = klv_get_host_interface(self->host, KLV_CONTAINER);
  klv_bytes file = {NULL, 0};
  self->kept.count = 0;
  if (container == NULL || container->read(self->host, KEPT_FILE, strlen(KEPT_FILE), &file) != KLV_OK) return;
  kept_read(&self->kept, (const char *)file.bytes, file.length);
}

static klv_result write_kept(keyboard *self) {
  const klv_container *container = klv_get_host_interface(self->host, KLV_CONTAINER);
  char lines[KEPT_LIMIT * (KEPT_BYTES + 1)];
  size_t length = kept_write(&self->kept, lines);
  if (container == NULL) return KLV_OK;
  return container->write(self->host, KEPT_FILE, strlen(KEPT_FILE), (const uint8_t *)lines, length);
}

/* Keeps the selected text. Does nothing if no text is selected, or if the text has line breaks or is too long. */
static klv_result keep(keyboard *self) {
  const klv_document *document = klv_get_host_interface(self->host, KLV_DOCUMENT);
  klv_text selected = {NULL, 0};
  if (document == NULL || document->selected_text(self->host, &selected) != KLV_OK) return KLV_OK;
  if (!kept_add(&self->kept, selected.bytes, selected.length)) return KLV_OK;
  klv_result result = write_kept(self);
  return result == KLV_OK ? show(self) : result;
}

static klv_result forget(keyboard *self) {
  if (self->kept.count == 0) return KLV_OK;
  self->kept.count -= 1;
  klv_result result = write_kept(self);
  return result == KLV_OK ? show(self) : result;
}

/* ---- Key events -------------------------------------------------------------------------------------------------- */

static bool is(klv_text text, const char *string) {
  return text.length == strlen(string) && memcmp(text.bytes, string, text.length) == 0;
}

/* Replaces the last word if it is an abbreviation. */
static klv_result expand(keyboard *self) {
  const klv_document *document = klv_get_host_interface(self->host, KLV_DOCUMENT);
  klv_text before = {NULL, 0};
  if (document == NULL || document->context_before(self->host, &before) != KLV_OK) return KLV_OK;
  size_t length = last_word(before.bytes, before.length);
  klv_text text = expansion(self, before.bytes + before.length - length, length);
  if (text.length == 0) return KLV_OK;
  klv_result result = KLV_OK;
  /* Delete one character for each byte: an abbreviation has only ASCII letters and digits. */
  for (size_t count = 0; count < length && result == KLV_OK; count++) result = document->delete_backward(self->host);
  return result == KLV_OK ? document->insert_text(self->host, text.bytes, text.length) : result;
}

static klv_result type_letter(keyboard *self, const klv_key_event *event) {
  const klv_document *document = klv_get_host_interface(self->host, KLV_DOCUMENT);
  if (document == NULL) return KLV_OK;
  klv_result result = document->insert_text(self->host, event->title.bytes, event->title.length);
  if (result != KLV_OK || !self->is_shifted) return result;
  self->is_shifted = false;
  return show(self);
}

static klv_result key_event(void *controller, const klv_key_event *event) {
  keyboard *self = controller;
  if (is(event->key, "keep") && event->gesture == KLV_GESTURE_LONG_PRESS) return forget(self);
  if (event->gesture != KLV_GESTURE_PRESS) return KLV_UNHANDLED;
  if (is(event->key, "keep")) return keep(self);
  if (is(event->key, "⇧")) {
    self->is_shifted = !self->is_shifted;
    return show(self);
  }
  if (is(event->key, "space") || is(event->key, "⏎")) {
    klv_result result = expand(self);
    /* After KLV_UNHANDLED, the host performs the usual effect of the key's role. */
    return result == KLV_OK ? KLV_UNHANDLED : result;
  }
  /* While Shift is on, type the letter and turn Shift off. The host handles all other presses. */
  return event->key.length == 1 && self->is_shifted ? type_letter(self, event) : KLV_UNHANDLED;
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
  read_kept(controller);
  klv_result result = show(controller);
  if (result != KLV_OK) {
    snprintf(failure->message, sizeof failure->message, "The host refused the input view with code %d.", (int)result);
  }
  return result;
}

static void destroy(void *controller) { ((keyboard *)controller)->is_used = false; }

static void will_appear(void *controller) {
  ((keyboard *)controller)->is_shifted = false;
  show(controller);
}

static void show_again(void *controller) { show(controller); }

static const void *get_interface(void *controller, const char *identifier) {
  static const klv_appearing appearing = {.will_appear = will_appear};
  static const klv_keys keys = {key_event};
  /* Omit settings_did_change, because the keyboard reads a setting each time it needs the setting. */
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
