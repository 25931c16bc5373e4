/* The input view and its faults. */
#include "faulty.h"

#include <string.h>

enum { capacity = 64 };
static klv_element elements[capacity];
static uint32_t count;

static klv_text text(const char *characters) {
  if (characters == NULL) return (klv_text){NULL, 0};
  return (klv_text){characters, strlen(characters)};
}

static klv_element *add(uint32_t kind, uint32_t role, const char *identifier, const char *title) {
  klv_element *element = &elements[count++];
  memset(element, 0, sizeof *element);
  element->size = sizeof *element;
  element->kind = kind;
  element->role = role;
  element->identifier = text(identifier);
  element->title = text(title);
  return element;
}

static klv_element *key(uint32_t role, const char *identifier, const char *title, const char *name) {
  klv_element *element = add(KLV_ELEMENT_KEY, role, identifier, title);
  element->accessibility_label = text(name);
  return element;
}

static const klv_text hidden_digits[] = {{"1", 1}, {"2", 1}, {"3", 1}, {"4", 1}, {"5", 1},
                                         {"6", 1}, {"7", 1}, {"8", 1}, {"9", 1}, {"0", 1}};

/* The plane: 0 has letters, 1 has digits, 2 has letters with é in place of e. Only 24031 and 24051 have planes. */
static int plane;

static bool has_planes(void) { return has(24031) || has(24051); }

static void row(const char *const *titles, int number) {
  uint32_t place = count;
  add(KLV_ELEMENT_ROW, 0, NULL, NULL);
  for (int index = 0; index < number; index++) {
    if (has(2403) && strcmp(titles[index], "7") == 0) continue;
    if (has(2404) && strcmp(titles[index], ".") == 0) continue;
    bool has_accent = (has(2405) || plane == 2) && strcmp(titles[index], "e") == 0;
    const char *title = has_accent ? "\xC3\xA9" : titles[index];
    klv_element *added = key(KLV_ROLE_CHARACTER, NULL, title, NULL);
    /* The keys q, w, e and . also type digits, by a gesture other than a press. */
    if (has(24032) && titles[0][0] == 'q') {
      added->choices = hidden_digits + 3 * index;
      added->choice_count = index == 3 ? 1 : 3;
    }
    if (has(24033) && titles[0][0] == 'q') added->swipes = KLV_SWIPES_FOUR;
    elements[place].child_count++;
  }
}

/* Adds a faulty key, if the fault needs one. Returns the number of added keys. */
static uint32_t odd_key(void) {
  klv_element *odd = NULL;
  switch (fault) {
    case 2604: odd = key(KLV_ROLE_ACTION, "odd", "a\x07", NULL); break;
    case 2605: odd = key(KLV_ROLE_ACTION, "odd", "\xE2\x80\x8B", NULL); break;
    case 2606:
      odd = key(KLV_ROLE_ACTION, "odd", "", NULL);
      odd->image = text("picture.svg");
      break;
    case 2513: case 25131: case 25132: case 22112: odd = key(KLV_ROLE_ACTION, "odd", "word", NULL); break;
    case 2607: odd = key(KLV_ROLE_ACTION, "odd", "Q", NULL); break;
    case 2608: odd = key(KLV_ROLE_ACTION, "odd", "\xF0\x9F\x8C\x90", NULL); break;
    case 25151: case 25152: case 25153: case 25154: case 25155: case 23062:
      odd = key(KLV_ROLE_CHARACTER, "odd", "\xD0\xB6", NULL);
      break;
    case 25156: odd = key(KLV_ROLE_CHARACTER, "odd", "\xC9\x9B", NULL); break;
    /* An ordinary emoji, which is not a fault. */
    case 26081: odd = key(KLV_ROLE_CHARACTER, "odd", "\xF0\x9F\x8C\x8D", NULL); break;
    case 2609:
    case 2610:
      odd = key(KLV_ROLE_ACTION, "odd", "", "a picture");
      odd->image = text(has(2609) ? "missing.svg" : "Info.plist");
      break;
    default: break;
  }
  return odd == NULL ? 0 : 1;
}

static bool is_right_to_left(void) {
  const klv_field *field = klv_get_host_interface(host, KLV_FIELD);
  klv_environment environment = {.size = sizeof environment};
  return field != NULL && field->environment(host, &environment) == KLV_OK && environment.is_right_to_left;
}

static bool is_for_numbers(void) {
  const klv_field *field = klv_get_host_interface(host, KLV_FIELD);
  klv_traits traits = {.size = sizeof traits};
  return field != NULL && field->traits(host, &traits) == KLV_OK && traits.keyboard_type == 4;
}

static void turn_round(klv_element *first, uint32_t number) {
  for (uint32_t index = 0; index < number / 2; index++) {
    klv_element other = first[index];
    first[index] = first[number - 1 - index];
    first[number - 1 - index] = other;
  }
}

void change_plane(void) {
  plane = (plane + 1) % (has(24051) ? 3 : 2);
  show_interface(false);
}

void show_interface(bool again) {
  static const char *const letters[] = {"q", "w", "e", "."}, *const first[] = {"1", "2", "3", "4", "5"},
                           *const second[] = {"6", "7", "8", "9", "0"};
  const klv_interface *interface = klv_get_host_interface(host, KLV_INTERFACE);
  if (interface == NULL) return;
  count = 0;
  klv_element *column = add(KLV_ELEMENT_COLUMN, 0, NULL, NULL);
  bool is_empty = has(2602) || (has(2220) && again);
  if (is_empty) {
    add(KLV_ELEMENT_LABEL, 0, "sorry", "Sorry");
    column->child_count = 1;
  } else {
    bool is_number_pad = has(2514) && is_for_numbers();
    bool hides_digits = has(24032) || has(24033) || (has_planes() && plane != 1);
    if (plane != 1 && !is_number_pad) row(letters, 4);
    if (!hides_digits) row(first, 5);
    if (!hides_digits) row(second, 5);
    column->child_count = (plane != 1 && !is_number_pad) + 2 * !hides_digits;
  }
  klv_element *last = add(KLV_ELEMENT_ROW, 0, NULL, NULL);
  column->child_count++;
  const klv_input_mode *mode = input_mode();
  if (!has(2401) && (mode == NULL || mode->needs_switch_key(host))) {
    key(KLV_ROLE_NEXT_KEYBOARD, "globe", "\xF0\x9F\x8C\x90", "Next keyboard");
    last->child_count++;
  }
  if (!is_empty) {
    key(KLV_ROLE_DELETE, "delete", "\xE2\x8C\xAB", "Delete");
    key(KLV_ROLE_SPACE, "space", " ", "Space");
    key(KLV_ROLE_RETURN, "return", has(2511) ? "Enter" : "\xE2\x8F\x8E", "Return");
    add(KLV_ELEMENT_LABEL, 0, "label", "");
    last->child_count += 4;
    if (has_planes()) {
      key(KLV_ROLE_PLANE_SWITCH, "plane", plane == 1 ? "ABC" : "123", NULL);
      last->child_count++;
    }
    last->child_count += odd_key();
  }
  if (has(2616) && is_right_to_left()) turn_round(last + 1, last->child_count);
  klv_interface_record record = {.size = sizeof record, .element_count = count, .elements = elements};
  if (has(2614)) record.height = 900;
  interface->set(host, &record);
}
