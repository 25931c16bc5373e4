/*
 * klava/host_functions.h: the table of the functions that a host offers.
 *
 * Each row contains the name of a function table, the name of a function, the function's signature, and a tag. The tag
 * says when a keyboard may call the function. The signature uses the letters of KLVActions, and `p` for a pointer to a
 * record. The rows have the same order as the functions in klava/keyboard.h. A test compares the two files. A journal
 * identifies a host function by the number of its row. Keyboards do not need host_functions.h.
 */
#ifndef KLAVA_HOST_FUNCTIONS_H
#define KLAVA_HOST_FUNCTIONS_H

#include <stddef.h>
#include <stdint.h>

/* The tags from klava/keyboard.h, which say when a keyboard may call a host function. */
#define KLV_NEEDS_LOAD 0u
#define KLV_NEEDS_TURN 1u
#define KLV_NEEDS_FIELD 2u
#define KLV_NEEDS_EDIT 3u
#define KLV_NEEDS_NOTHING 4u

/* F(interface, function, signature, needs) */
#define KLV_HOST_FUNCTIONS(F)                                                    \
  F("klava.document/1", context_before, "i(hp)", KLV_NEEDS_FIELD)                \
  F("klava.document/1", context_after, "i(hp)", KLV_NEEDS_FIELD)                 \
  F("klava.document/1", selected_text, "i(hp)", KLV_NEEDS_FIELD)                 \
  F("klava.document/1", marked_text, "i(hp)", KLV_NEEDS_FIELD)                   \
  F("klava.document/1", has_text, "b(h)", KLV_NEEDS_FIELD)                       \
  F("klava.document/1", insert_text, "i(hst)", KLV_NEEDS_EDIT)                   \
  F("klava.document/1", delete_backward, "i(h)", KLV_NEEDS_EDIT)                 \
  F("klava.document/1", adjust_position, "i(hq)", KLV_NEEDS_EDIT)                \
  F("klava.document/1", adjust_position_by_characters, "i(hq)", KLV_NEEDS_EDIT)  \
  F("klava.document/1", set_marked_text, "i(hsttt)", KLV_NEEDS_EDIT)             \
  F("klava.document/1", unmark_text, "i(h)", KLV_NEEDS_EDIT)                     \
  F("klava.document/1", document_identifier, "i(hp)", KLV_NEEDS_FIELD)           \
  F("klava.document/1", input_mode_language, "i(hp)", KLV_NEEDS_FIELD)           \
  F("klava.document/1", context_info, "i(hp)", KLV_NEEDS_FIELD)                  \
  F("klava.field/1", traits, "i(hp)", KLV_NEEDS_FIELD)                           \
  F("klava.field/1", environment, "i(hp)", KLV_NEEDS_FIELD)                      \
  F("klava.input-mode/1", advance_to_next, "i(h)", KLV_NEEDS_TURN)               \
  F("klava.input-mode/1", show_list, "i(h)", KLV_NEEDS_TURN)                     \
  F("klava.input-mode/1", dismiss, "i(h)", KLV_NEEDS_TURN)                       \
  F("klava.input-mode/1", needs_switch_key, "b(h)", KLV_NEEDS_LOAD)              \
  F("klava.input-mode/1", has_full_access, "b(h)", KLV_NEEDS_LOAD)               \
  F("klava.input-mode/1", primary_language, "i(hp)", KLV_NEEDS_LOAD)             \
  F("klava.input-mode/1", set_primary_language, "i(hst)", KLV_NEEDS_LOAD)        \
  F("klava.interface/1", set, "i(hp)", KLV_NEEDS_LOAD)                           \
  F("klava.interface/1", set_label, "i(hstst)", KLV_NEEDS_LOAD)                  \
  F("klava.interface/1", set_key, "i(hstp)", KLV_NEEDS_LOAD)                     \
  F("klava.interface-changes/1", set_image, "i(hstst)", KLV_NEEDS_LOAD)          \
  F("klava.interface-changes/1", set_suggestions, "i(hstpt)", KLV_NEEDS_LOAD)    \
  F("klava.canvas/1", set_drawing, "i(hstp)", KLV_NEEDS_LOAD)                    \
  F("klava.settings/1", read, "i(hstp)", KLV_NEEDS_LOAD)                         \
  F("klava.resources/1", read, "i(hstp)", KLV_NEEDS_LOAD)                        \
  F("klava.resources/1", names, "i(hstp)", KLV_NEEDS_LOAD)                       \
  F("klava.resources/1", localized_string, "i(hstststp)", KLV_NEEDS_LOAD)        \
  F("klava.container/1", read, "i(hstp)", KLV_NEEDS_LOAD)                        \
  F("klava.container/1", write, "i(hstpt)", KLV_NEEDS_LOAD)                      \
  F("klava.container/1", remove, "i(hst)", KLV_NEEDS_LOAD)                       \
  F("klava.container/1", names, "i(hp)", KLV_NEEDS_LOAD)                         \
  F("klava.timer/1", start, "t(hdb)", KLV_NEEDS_LOAD)                            \
  F("klava.timer/1", cancel, "i(ht)", KLV_NEEDS_LOAD)                            \
  F("klava.log/1", write, "i(hist)", KLV_NEEDS_LOAD)                             \
  F("klava.memory/1", limit, "t(h)", KLV_NEEDS_LOAD)                             \
  F("klava.memory/1", used, "t(h)", KLV_NEEDS_LOAD)                              \
  F("klava.feedback/1", play_input_click, "i(h)", KLV_NEEDS_EDIT)                \
  F("klava.feedback/1", play_sound, "i(hi)", KLV_NEEDS_EDIT)                     \
  F("klava.pasteboard/1", string, "i(hp)", KLV_NEEDS_FIELD)                      \
  F("klava.pasteboard/1", set_string, "i(hst)", KLV_NEEDS_FIELD)                 \
  F("klava.pasteboard/1", has_strings, "i(hp)", KLV_NEEDS_FIELD)                 \
  F("klava.pasteboard/1", change_count, "i(hp)", KLV_NEEDS_FIELD)                \
  F("klava.network/1", connect, "i(hsttp)", KLV_NEEDS_TURN)                      \
  F("klava.network/1", state, "i(htp)", KLV_NEEDS_TURN)                          \
  F("klava.network/1", send, "i(htptp)", KLV_NEEDS_TURN)                         \
  F("klava.network/1", receive, "i(httdp)", KLV_NEEDS_TURN)                      \
  F("klava.network/1", close, "i(ht)", KLV_NEEDS_TURN)                           \
  F("klava.paths/1", bundle_path, "i(hp)", KLV_NEEDS_LOAD)                       \
  F("klava.paths/1", container_path, "i(hp)", KLV_NEEDS_LOAD)                    \
  F("klava.turn-request/1", request, "i(h)", KLV_NEEDS_NOTHING)                  \
  F("klava.text/1", words, "i(hstp)", KLV_NEEDS_LOAD)                            \
  F("klava.text/1", sentences, "i(hststp)", KLV_NEEDS_LOAD)                      \
  F("klava.text/1", capitalizes, "i(hip)", KLV_NEEDS_FIELD)                      \
  F("klava.haptics/1", play, "i(hi)", KLV_NEEDS_EDIT)                            \
  F("klava.spelling/1", languages, "i(hp)", KLV_NEEDS_TURN)                      \
  F("klava.spelling/1", misspelled, "i(hststp)", KLV_NEEDS_TURN)                 \
  F("klava.spelling/1", guesses, "i(hststp)", KLV_NEEDS_TURN)                    \
  F("klava.spelling/1", completions, "i(hststp)", KLV_NEEDS_TURN)                \
  F("klava.lexicon/1", entries, "i(hp)", KLV_NEEDS_LOAD)

/* One row of the table of host functions. */
typedef struct klv_host_function {
  const char *interface_name;
  const char *name;
  const char *signature;
  uint32_t needs;
} klv_host_function;

/* Returns the complete table of host functions, and stores the number of rows in `count`. */
static inline const klv_host_function *klv_host_function_table(size_t *count) {
#define KLV_ROW(interface_name, name, signature, needs) {interface_name, #name, signature, needs},
  static const klv_host_function table[] = {KLV_HOST_FUNCTIONS(KLV_ROW)};
#undef KLV_ROW
  *count = sizeof(table) / sizeof(table[0]);
  return table;
}

#endif
