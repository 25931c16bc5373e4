/*
 * Telex: a keyboard for typing Vietnamese with ASCII letters. The current word is marked text, which the keyboard
 * replaces at each key press. The marked text becomes plain text when the word ends, or when the user moves the
 * insertion point.
 */
#include <klava/keyboard.h>
#include <stdio.h>
#include <string.h>

#include "telex.h"

/* One keyboard instance, which `create` returns. For a moment, two instances can exist at the same time: a new instance
 * and the instance that it replaces. */
typedef struct keyboard {
  klv_host *host;
  /* The letter keys that the user pressed for the marked word. */
  char keys[TELEX_KEY_LIMIT];
  size_t count;
  bool is_shifted;
  bool is_used;
} keyboard;

static keyboard keyboards[8];

/* The identifier of the suggestion bar with candidates. The keys of this bar have the identifiers "candidates.0",
 * "candidates.1", … */
#define BAR "candidates"

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

/* In a field for web or email addresses, the keyboard does not compose letters, because the addresses have only ASCII
 * letters. */
static bool composes(keyboard *self) {
  uint32_t type = traits_of(self).keyboard_type;
  return type != 3 /* URL */ && type != 7 /* emailAddress */;
}

/* The candidates for the marked word, in the form that the suggestion bar needs. */
typedef struct candidates {
  char texts[TELEX_CANDIDATE_LIMIT][TELEX_TEXT_LIMIT];
  klv_text choices[TELEX_CANDIDATE_LIMIT];
  size_t count;
} candidates;

static void read_candidates(const keyboard *self, candidates *candidates) {
  candidates->count = telex_candidates(self->keys, self->count, candidates->texts);
  for (size_t index = 0; index < candidates->count; index++) candidates->choices[index] = text(candidates->texts[index]);
}

static klv_result show(keyboard *self) {
  const klv_interface *interface = klv_get_host_interface(self->host, KLV_INTERFACE);
  if (interface == NULL) return KLV_OK;
  assembly assembly = {.count = 0};
  klv_element *root = add(&assembly, NULL, KLV_ELEMENT_COLUMN);
  size_t count;
  const char *const *digits = digit_keys(traits_of(self).keyboard_type, &count);
  candidates candidates;
  if (digits != NULL) {
    add_digits(&assembly, root, digits, count);
  } else {
    if (composes(self)) {
      read_candidates(self, &candidates);
      klv_element *bar = add(&assembly, root, KLV_ELEMENT_SUGGESTIONS);
      bar->identifier = text(BAR);
      bar->choices = candidates.count > 0 ? candidates.choices : NULL;
      bar->choice_count = (uint32_t)candidates.count;
    }
    add_letters(&assembly, root, self->is_shifted);
  }
  klv_element *row = add(&assembly, root, KLV_ELEMENT_ROW);
  if (needs_switch_key(self)) {
    add_key(&assembly, row, "🌐", KLV_ROLE_NEXT_KEYBOARD)->accessibility_label = text("Bàn phím kế tiếp");
  }
  if (digits == NULL) {
    klv_element *shift = add_key(&assembly, row, "⇧", KLV_ROLE_SHIFT);
    shift->accessibility_label = text("Shift");
    shift->is_selected = self->is_shifted;
  }
  add_key(&assembly, row, "space", KLV_ROLE_SPACE)->weight = 2;
  add_key(&assembly, row, "⌫", KLV_ROLE_DELETE)->accessibility_label = text("Xoá");
  add_key(&assembly, row, "⏎", KLV_ROLE_RETURN)->accessibility_label = text("Xuống dòng");
  klv_interface_record record = {
      .size = sizeof record,
      .element_count = assembly.count,
      .elements = assembly.elements,
      .enables_input_clicks = true,
  };
  return interface->set(self->host, &record);
}

/* ---- The word ---------------------------------------------------------------------------------------------------- */

/* Shows the candidates for the word. Does nothing without a suggestion bar, as in a field for numbers. */
static void show_candidates(keyboard *self) {
  const klv_interface_changes *changes = klv_get_host_interface(self->host, KLV_INTERFACE_CHANGES);
  candidates candidates;
  if (changes == NULL || !composes(self)) return;
  read_candidates(self, &candidates);
  changes->set_suggestions(self->host, BAR, strlen(BAR), candidates.count > 0 ? candidates.choices : NULL, candidates.count);
}

/* Forgets the keys that the user pressed for the word. The marked text stays unchanged. */
static void forget(keyboard *self) {
  if (self->count == 0) return;
  self->count = 0;
  show_candidates(self);
}

/* Shows the composed word as marked text, with the insertion point after the word. */
static klv_result mark(keyboard *self) {
  const klv_document *document = klv_get_host_interface(self->host, KLV_DOCUMENT);
  char composed[TELEX_TEXT_LIMIT];
  size_t length = telex_compose(self->keys, self->count, composed), units = 0;
  if (document == NULL) return KLV_OK;
  show_candidates(self);
  /* Count the UTF-16 code units of the composed word. Each letter has one code unit, so count all bytes except the
   * continuation bytes of UTF-8. */
  for (size_t index = 0; index < length; index++) units += ((unsigned char)composed[index] & 0xC0) != 0x80;
  return document->set_marked_text(self->host, composed, length, units, 0);
}

/* Ends the word: the marked text becomes plain text. */
static klv_result finish(keyboard *self) {
  const klv_document *document = klv_get_host_interface(self->host, KLV_DOCUMENT);
  if (self->count == 0) return KLV_OK;
  forget(self);
  return document != NULL ? document->unmark_text(self->host) : KLV_OK;
}

static klv_result type_letter(keyboard *self, char key) {
  const klv_document *document = klv_get_host_interface(self->host, KLV_DOCUMENT);
  bool was_shifted = self->is_shifted;
  klv_result result = KLV_OK;
  if (document == NULL) return KLV_OK;
  if (!composes(self)) {
    result = document->insert_text(self->host, &key, 1);
  } else {
    if (self->count == TELEX_KEY_LIMIT) result = finish(self);
    self->keys[self->count] = key;
    self->count += 1;
    if (result == KLV_OK) result = mark(self);
  }
  self->is_shifted = false;
  return result == KLV_OK && was_shifted ? show(self) : result;
}

/* Forgets the last pressed keys until the composed word is one letter shorter. */
static klv_result delete_letter(keyboard *self) {
  char before[TELEX_TEXT_LIMIT], after[TELEX_TEXT_LIMIT];
  size_t letters = telex_compose(self->keys, self->count, before), left = letters;
  for (size_t index = 0; index < letters; index++) left -= ((unsigned char)before[index] & 0xC0) == 0x80;
  size_t wanted = left - 1;
  while (self->count > 0 && left > wanted) {
    self->count -= 1;
    size_t length = telex_compose(self->keys, self->count, after);
    left = length;
    for (size_t index = 0; index < length; index++) left -= ((unsigned char)after[index] & 0xC0) == 0x80;
  }
  return mark(self);
}

static bool is(klv_text text, const char *string) {
  return text.length == strlen(string) && memcmp(text.bytes, string, text.length) == 0;
}

static klv_result key_event(void *controller, const klv_key_event *event) {
  keyboard *self = controller;
  if (event->key.length > strlen(BAR) && memcmp(event->key.bytes, BAR ".", strlen(BAR) + 1) == 0) {
    if (event->gesture != KLV_GESTURE_PRESS) return KLV_OK;
    /* The host types the candidate, which replaces the marked text. */
    forget(self);
    return KLV_UNHANDLED;
  }
  /* Handle the repetitions of a held key like presses. The host handles all other gestures. */
  if (event->gesture != KLV_GESTURE_PRESS && event->gesture != KLV_GESTURE_REPEAT) return KLV_UNHANDLED;
  if (is(event->key, "⇧")) {
    self->is_shifted = !self->is_shifted;
    return show(self);
  }
  if (is(event->key, "⌫") && self->count > 0) return delete_letter(self);
  char title = event->title.length == 1 ? event->title.bytes[0] : 0;
  if ((title >= 'a' && title <= 'z') || (title >= 'A' && title <= 'Z')) return type_letter(self, title);
  klv_result result = finish(self);
  return result == KLV_OK ? KLV_UNHANDLED : result;
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
    snprintf(failure->message, sizeof failure->message, "The host refused the input view with code %d.", (int)result);
  }
  return result;
}

static void destroy(void *controller) { ((keyboard *)controller)->is_used = false; }

static void will_appear(void *controller) {
  keyboard *self = controller;
  self->count = 0;
  self->is_shifted = false;
  show(self);
}

static void show_again(void *controller) { show(controller); }

/* The host calls this function after the marked text became plain text, because the user moved the insertion point or
 * the application changed the text. */
static void marked_text_did_end(void *controller, uint32_t cause) {
  (void)cause;
  forget(controller);
}

static const void *get_interface(void *controller, const char *identifier) {
  static const klv_appearing appearing = {.will_appear = will_appear};
  static const klv_keys keys = {key_event};
  static const klv_text_delegate delegate = {.marked_text_did_end = marked_text_did_end};
  static const klv_observing observing = {.traits_did_change = show_again, .standing_did_change = show_again};
  (void)controller;
  if (strcmp(identifier, KLV_APPEARING) == 0) return &appearing;
  if (strcmp(identifier, KLV_KEYS) == 0) return &keys;
  if (strcmp(identifier, KLV_TEXT_DELEGATE) == 0) return &delegate;
  if (strcmp(identifier, KLV_OBSERVING) == 0) return &observing;
  return NULL;
}

KLV_EXPORT const klv_keyboard_entry klv_keyboard = {
    KLV_ABI_VERSION, sizeof(klv_keyboard_entry), create, load, destroy, get_interface,
};
