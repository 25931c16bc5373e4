/*
 * A keyboard with one fault: the number at the end of its bundle's identifier, org.example.faulty-2210, is the code under
 * which the suite is to report it. Without a number it is a keyboard that nobody finds anything about; with 2699 the fault is in
 * its Interface.plist. A fifth digit is another way to have the same fault.
 */
#ifndef FAULTY_H
#define FAULTY_H

#include <klava/keyboard.h>
#include <stdbool.h>

/* The fault that this keyboard has; 0 for none. */
extern int fault;
/* Its host; usable from load on. */
extern klv_host *host;
/* How often a key was used. */
extern int key_presses;

static inline bool has(int code) { return fault == code; }

/* The host's interfaces of these names; NULL where there is none. */
const klv_document *document(void);
const klv_input_mode *input_mode(void);

/* What the keyboard shows; `again` when it is shown a second time. */
void show_interface(bool again);

/* Faults of the turns, by topic. Answers whether a key event is used up, and how. */
bool fault_of_key(const klv_key_event *event, klv_result *result);
/* Faults of being loaded, and of being shown. */
void fault_of_load(void);
void fault_of_appearing(void);
/* Faults of manners and of what is tried, at the first key press. */
void misbehave(void);
/* Logs what a key is called. */
void log_title(klv_text title);
/* Does nothing for ever. */
void hang(void);
/* Starts a thread; answers whether there is one. */
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
