/*
 * A keyboard with one fault. The number at the end of its bundle's identifier (org.example.faulty-2210) is the code
 * with which the conformance suite must report the fault. Without a number, the keyboard has no fault. With 2699, the
 * fault is in its Interface.plist. A fifth digit selects a variant of the same fault.
 */
#ifndef FAULTY_H
#define FAULTY_H

#include <klava/keyboard.h>
#include <stdbool.h>

/* The code of this keyboard's fault; 0 for none. */
extern int fault;
/* The keyboard's host; usable from load on. */
extern klv_host *host;
/* The number of key events. */
extern int key_presses;

static inline bool has(int code) { return fault == code; }

/* The host's function tables with these names; NULL if the host has none. */
const klv_document *document(void);
const klv_input_mode *input_mode(void);

/* Sets the input view. `again` says that the keyboard is shown another time. */
void show_interface(bool again);

/* Shows the fault of a turn. Returns whether it handled the key event, with its result. */
bool fault_of_key(const klv_key_event *event, klv_result *result);
/* Shows the fault of loading or of appearing. */
void fault_of_load(void);
void fault_of_appearing(void);
/* Shows a fault in the use of resources, or an attempt against the sandbox, in a key event. */
void misbehave(void);
/* Logs the title of a key. */
void log_title(klv_text title);
/* Loops for ever. */
void hang(void);
/* Starts a thread and returns whether that succeeded. */
bool start_thread(void *(*body)(void *));
/* Whether a turn is under way. */
extern volatile bool is_in_turn;

static inline bool is_text(klv_text text, const char *other) {
  uint64_t length = 0;
  while (other[length] != 0) length++;
  if (text.length != length) return false;
  for (uint64_t index = 0; index < length; index++)
    if (text.bytes[index] != other[index]) return false;
  return true;
}

#endif
