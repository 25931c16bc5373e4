/*
 * A keyboard with one fault. The number at the end of its bundle's identifier (org.example.faulty-2210) is the code
 * with which the conformance suite must report the fault. Without a number, the keyboard has no fault. With 2699, the
 * fault is in its Interface.plist. A fifth digit selects a variant of the same fault.
 */
#ifndef FAULTY_H
#define FAULTY_H

#include <klava/keyboard.h>
#include <stdbool.h>

/* The code of this keyboard's fault. 0 means no fault. */
extern int fault;
/* The keyboard's host. The pointer is valid from the function load on. */
extern klv_host *host;
/* The number of key events so far. */
extern int key_presses;

static inline bool has(int code) { return fault == code; }

/* Each function returns the host's function table of the same name; NULL if the host has no such table. */
const klv_document *document(void);
const klv_input_mode *input_mode(void);

/* Sets the input view. `again` is true if the host shows the keyboard a second time. */
void show_interface(bool again);
/* Shows the next plane. */
void change_plane(void);

/* Performs the fault of a turn. Returns whether the function handled the key event, and sets the event's result. */
bool fault_of_key(const klv_key_event *event, klv_result *result);
/* Performs the fault of loading or of appearing. */
void fault_of_load(void);
void fault_of_appearing(void);
/* In a key event, wastes resources or attacks the sandbox, depending on the fault. */
void misbehave(void);
/* Whether the text before the insertion point has characters that are not ASCII. */
bool has_other_script(void);
/* Logs the title of a key. */
void log_title(klv_text title);
/* Loops forever. */
void hang(void);
/* Starts a thread and returns whether that succeeded. */
bool start_thread(void *(*body)(void *));
/* Whether a turn is in progress. */
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
