/* The handling of keys, with faults in how the keyboard uses the text and the host. */
#include "faulty.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

static void type(const char *characters) {
  const klv_document *text = document();
  if (text != NULL) text->insert_text(host, characters, strlen(characters));
}

static bool is_first(const klv_key_event *event) { return is_text(event->key, "q"); }

static const klv_document *kept;

static void *call_from_thread(void *nothing) {
  klv_text text;
  kept->context_before(host, &text);
  return nothing;
}

/* Whether eight bytes are readable at this address. write(2) to an event descriptor checks this without SIGSEGV. */
static bool is_mapped(int event, const volatile unsigned char *place) {
  uint64_t count;
  if (write(event, (const void *)place, sizeof count) < 0 && errno == EFAULT) return false;
  (void)!read(event, &count, sizeof count);
  return true;
}

/*
 * Breaks the protocol, as an out-of-bounds write could. Writes an invalid message counter into the link's memory and
 * wakes the host. To find this memory, the function searches for mailboxes that contain this turn and the last turn's
 * result.
 */
static void break_protocol(void) {
  enum { page = 4096, mailbox = 4 * 1024 * 1024 + 64 * 1024, payload = 192, version = 10, turn = 0x01, result = 0x82 };
  int event = eventfd(0, EFD_NONBLOCK);
  if (event < 0) return;
  uintptr_t middle = (uintptr_t)&printf & ~(uintptr_t)(page - 1);
  for (uintptr_t distance = 0; distance < (256u << 20); distance += page) {
    for (int side = 0; side < 2; side++) {
      volatile unsigned char *to_runner = (unsigned char *)(side ? middle + distance : middle - distance);
      volatile unsigned char *to_host = to_runner + mailbox;
      if (!is_mapped(event, to_runner) || !is_mapped(event, to_host)) continue;
      if (to_runner[payload] != version || to_runner[payload + 1] != turn) continue;
      if (to_host[payload] != version || to_host[payload + 1] != result) continue;
      const uint64_t one = 1;
      *(volatile uint32_t *)to_host = 0x12345678;
      if (write(4, &one, sizeof one) == sizeof one) pause();
    }
  }
}

static void mark(const klv_key_event *event) {
  static char marked[256];
  klv_text before;
  if (document()->marked_text(host, &before) != KLV_OK || before.bytes == NULL) marked[0] = 0;
  size_t length = strlen(marked);
  const char *added = is_text(event->key, "return") ? "\n" : event->title.bytes;
  uint64_t number = is_text(event->key, "return") ? 1 : event->title.length;
  if (length + number >= sizeof marked) return;
  memcpy(marked + length, added, number);
  marked[length + number] = 0;
  document()->set_marked_text(host, marked, length + number, length + number, 0);
}

static bool has_long_context(void) {
  klv_text text = {NULL, 0};
  return document()->context_before(host, &text) == KLV_OK && text.length > 900;
}

bool has_other_script(void) {
  klv_text text = {NULL, 0};
  if (document() == NULL || document()->context_before(host, &text) != KLV_OK) return false;
  for (uint64_t index = 0; index < text.length; index++)
    if ((unsigned char)text.bytes[index] >= 0x80) return true;
  return false;
}

static bool is_wanted_by_traits(void) {
  const klv_field *field = klv_get_host_interface(host, KLV_FIELD);
  klv_traits traits = {.size = sizeof traits};
  return field->traits(host, &traits) == KLV_OK && traits.smart_dashes_type == 2;
}

/* The number of bytes of the word before the insertion point. */
static uint64_t last_word_length(void) {
  klv_text before = {NULL, 0};
  document()->context_before(host, &before);
  uint64_t length = 0;
  while (length < before.length && before.bytes[before.length - 1 - length] != ' ') length++;
  return length;
}

static bool fault_of_document(const klv_key_event *event, klv_result *result) {
  *result = KLV_OK;
  bool is_delete = is_text(event->key, "delete"), is_globe = is_text(event->key, "globe");
  if (document() == NULL || input_mode() == NULL || klv_get_host_interface(host, KLV_FIELD) == NULL) return false;
  switch (fault) {
    case 2306: if (is_first(event)) return type("\xFF"), true; break;
    case 623: if (is_first(event)) return type("\x07"), true; break;
    case 613:
      if (is_first(event)) {
        static char much[40000];
        memset(much, 'x', sizeof much - 1);
        return type(much), type(much), true;
      }
      break;
    case 24021: if (is_globe) return true; break;
    case 24031: case 24051: if (is_text(event->key, "plane")) return change_plane(), true; break;
    case 2406: if (!is_globe && !input_mode()->has_full_access(host)) return true; break;
    case 2407:
      if (!is_globe && input_mode()->has_full_access(host)) {
        const klv_network *network = klv_get_host_interface(host, KLV_NETWORK);
        uint64_t connection;
        if (network != NULL && network->connect(host, "example.org", 11, 443, &connection) != KLV_OK) return true;
      }
      break;
    case 2501:
      if (is_first(event)) {
        char number[32];
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        snprintf(number, sizeof number, "%ld", now.tv_nsec);
        return type(number), true;
      }
      break;
    case 2502: if (is_wanted_by_traits()) abort(); break;
    case 2503: if (has_long_context()) abort(); break;
    case 2504: if (!is_delete && !is_globe) return mark(event), true; break;
    case 2506:
      if (is_delete) return document()->delete_backward(host), document()->delete_backward(host), true;
      break;
    case 2507:
      if (is_delete && !document()->has_text(host)) break;
      if (is_delete) {
        klv_text before = {NULL, 0};
        document()->context_before(host, &before);
        if (before.bytes != NULL) break;
        return document()->adjust_position(host, 1), document()->delete_backward(host), true;
      }
      break;
    case 25061:
      /* The fault: makes one deletion for each byte of the last character. */
      if (is_delete) {
        klv_text before = {NULL, 0};
        document()->context_before(host, &before);
        uint64_t length = before.length;
        do {
          document()->delete_backward(host);
        } while (length > 0 && (before.bytes[--length] & 0xC0) == 0x80);
        return true;
      }
      break;
    case 2513:
      /* Deletes the last word. The fault: makes one deletion for each byte instead of each character. */
      if (is_text(event->key, "odd")) {
        uint64_t length = last_word_length();
        for (uint64_t byte = 0; byte < length; byte++) document()->delete_backward(host);
        return true;
      }
      break;
    case 25131:
      /* Puts brackets around the last word. The fault: counts bytes instead of characters when it moves the insertion
         point. */
      if (is_text(event->key, "odd")) {
        uint64_t length = last_word_length();
        document()->adjust_position(host, -(int64_t)length);
        type("[");
        document()->adjust_position(host, (int64_t)length);
        return type("]"), true;
      }
      break;
    case 25132:
      /* Replaces the last word. The fault: makes one deletion for each byte, not for each character. */
      if (is_text(event->key, "odd")) {
        uint64_t length = last_word_length();
        for (uint64_t byte = 0; byte < length; byte++) document()->delete_backward(host);
        return type("word"), true;
      }
      break;
    case 22112:
      /* The fault: the loop does not end if there is text after the insertion point. */
      if (is_text(event->key, "odd")) {
        while (document()->has_text(host)) document()->delete_backward(host);
        return true;
      }
      break;
    case 2515: if (is_text(event->key, "w")) return type("e"), true; break;
    /* The title is U+0436. The faults: the key types the title's first byte as a character, the replacement character,
       the low byte of the title's number, another letter, one byte (not UTF-8), or nothing. */
    case 25151: if (is_text(event->key, "odd")) return type("\xC3\x90"), true; break;
    case 25152: if (is_text(event->key, "odd")) return type("\xEF\xBF\xBD"), true; break;
    case 25153: if (is_text(event->key, "odd")) return type("6"), true; break;
    case 25154: if (is_text(event->key, "odd")) return type("\xD1\x89"), true; break;
    case 23062: if (is_text(event->key, "odd")) return document()->insert_text(host, event->title.bytes, 1), true; break;
    case 25155: if (is_text(event->key, "odd")) return true; break;
    /* No fault: the key q is a dead key for the next letter. */
    case 25156: {
      static bool is_dead;
      if (is_first(event)) return is_dead = true, true;
      if (is_dead && is_text(event->key, "odd")) return is_dead = false, type("e"), true;
      is_dead = false;
      break;
    }
    /* No fault: the keys with Latin titles type a Cyrillic letter. */
    case 26171:
      if (event->title.length == 1 && event->title.bytes[0] >= 'a' && event->title.bytes[0] <= 'z') return type("\xD0\xB6"), true;
      break;
    case 2508: if (is_text(event->key, "space")) return type("_"), true; break;
    case 2509: if (is_text(event->key, "return")) return type("X"), true; break;
    case 2510: if (!is_globe) return true; break;
    default: break;
  }
  return false;
}

bool fault_of_key(const klv_key_event *event, klv_result *result) {
  if (has(24033) && event->gesture == KLV_GESTURE_SWIPE) {
    static const char *const digits[4][3] = {{"1", "2", "3"}, {"4", "5", "6"}, {"7", "8", "9"}, {"0"}};
    static const char letters[] = "qwe.";
    const char *letter = event->key.length == 1 ? strchr(letters, event->key.bytes[0]) : NULL;
    const char *digit = letter && event->direction < 3 ? digits[letter - letters][event->direction] : NULL;
    return digit != NULL && document() != NULL ? (type(digit), *result = KLV_OK, true) : (*result = KLV_UNHANDLED, false);
  }
  if (event->gesture != KLV_GESTURE_PRESS) return *result = KLV_UNHANDLED, false;
  const klv_interface *interface = klv_get_host_interface(host, KLV_INTERFACE);
  switch (fault) {
    case 2210: if (is_first(event)) abort(); break;
    /* The process ends only if the user presses a digit after a larger digit. */
    case 22101: {
      static char last;
      char digit = event->key.length == 1 && event->key.bytes[0] > '0' && event->key.bytes[0] <= '9' ? event->key.bytes[0] : 0;
      if (digit != 0 && digit < last) abort();
      last = digit;
      break;
    }
    case 2211: if (is_first(event)) hang(); break;
    /* The key is slow only after text that is not ASCII. */
    case 22113: if (is_first(event) && has_other_script()) nanosleep(&(struct timespec){0, 400000000}, NULL); break;
    case 27011: if (is_first(event) && has_other_script()) nanosleep(&(struct timespec){0, 120000000}, NULL); break;
    case 22111: if (is_first(event)) nanosleep(&(struct timespec){0, 400000000}, NULL); break;
    case 610: if (is_first(event)) break_protocol(); break;
    case 2301: {
      const klv_resources *resources = klv_get_host_interface(host, KLV_RESOURCES);
      klv_bytes bytes;
      resources->read(host, "Info.plist", 10, &bytes);
      break;
    }
    case 2303: {
      const klv_resources *resources = klv_get_host_interface(host, KLV_RESOURCES);
      klv_bytes bytes = {NULL, 0};
      if (resources == NULL) break;
      resources->read(host, "Info.plist", 10, &bytes);
      if (bytes.bytes == NULL || bytes.bytes[0] != '<') abort();
      break;
    }
    case 2305:
      kept = document();
      if (key_presses == 1 && kept != NULL) start_thread(call_from_thread);
      break;
    case 2307: case 23071:
      if (is_first(event) && input_mode() != NULL) input_mode()->set_primary_language(host, "no language!", 12);
      if (has(23071)) log_title(event->title);
      break;
    case 2308: {
      const klv_field *field = klv_get_host_interface(host, KLV_FIELD);
      klv_traits traits = {.size = 2};
      if (field != NULL) field->traits(host, &traits);
      break;
    }
    case 2603: if (interface != NULL) interface->set_label(host, "label", 5, "ab\xE2\x80\xAE" "cd", 7); break;
    case 2309: if (interface != NULL) interface->set_label(host, "nobody", 6, "x", 1); break;
    case 2314: {
      const klv_settings *settings = klv_get_host_interface(host, KLV_SETTINGS);
      klv_setting setting = {.size = sizeof setting};
      if (is_first(event) && settings != NULL) settings->read(host, "wrod", 4, &setting);
      break;
    }
    case 23141: {
      const klv_resources *resources = klv_get_host_interface(host, KLV_RESOURCES);
      klv_bytes bytes;
      if (is_first(event) && resources != NULL) resources->read(host, "words.txt", 9, &bytes);
      break;
    }
    case 2714: {
      const klv_container *container = klv_get_host_interface(host, KLV_CONTAINER);
      klv_text before = {NULL, 0};
      if (container == NULL || document() == NULL || document()->context_before(host, &before) != KLV_OK) break;
      if (before.length != 0) container->write(host, "seen", 4, (const uint8_t *)before.bytes, before.length);
      break;
    }
    case 2310: {
      const klv_container *container = klv_get_host_interface(host, KLV_CONTAINER);
      static uint8_t much[5 * 1024 * 1024];
      if (is_first(event) && container != NULL) container->write(host, "much", 4, much, sizeof much);
      break;
    }
    case 27081: {
      const klv_timer *timers = klv_get_host_interface(host, KLV_TIMER);
      if (is_first(event) && timers != NULL) timers->start(host, 1, true);
      break;
    }
    case 23101: {
      const klv_resources *resources = klv_get_host_interface(host, KLV_RESOURCES);
      klv_bytes bytes;
      if (is_first(event) && resources != NULL) resources->read(host, "words.txt", 9, &bytes);
      break;
    }
    case 23061: if (is_first(event) && document() != NULL) return *result = document()->insert_text(host, "\xFF\xFE", 2), true; break;
    case 27071: log_title(event->title); break;
    case 27072: log_title((klv_text){"a key", 5}); break;
    case 617: if (is_first(event)) return *result = KLV_ERROR_UNKNOWN, true; break;
    default: break;
  }
  if (fault_of_document(event, result)) return true;
  *result = KLV_UNHANDLED;
  return false;
}
