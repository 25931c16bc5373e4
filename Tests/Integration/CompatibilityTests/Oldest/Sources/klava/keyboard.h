/*
 * klava/keyboard.h: the contract between a keyboard and its host.
 *
 * A keyboard is a shared library that exports one data symbol, `klv_keyboard` (or, where its manifest declares KLVActions,
 * plain functions and nothing else). The host makes one controller from it and serves it *turns*: one event each. What
 * the keyboard asks for during a turn happens when the turn ends, all of it or nothing.
 *
 * Rules that hold everywhere in this file:
 *
 *  - Text is UTF-8: a pointer and a length in bytes. It need not end in NUL where a length stands beside it. Text that
 *    is mandatory is never NULL; text that may be missing says so, and is then a NULL pointer with length 0.
 *  - "Borrowed until the end of the turn" means: the memory is the host's, and gone when the function that the host called
 *    returns. Text that a keyboard passes to the host is copied before the call returns.
 *  - Records that grow carry their size, in bytes, first. The host reads a shorter record as if zeros followed, and
 *    accepts a longer one only if all that it does not know is zero. No record is larger than KLV_RECORD_LIMIT.
 *  - Each function has a tag that says when it may be called: [load] from `load` on, [turn] during any turn, [field]
 *    during a turn while a field has the focus, [edit] during a turn in which the keyboard may type: a key event, a
 *    timer, or a change of the document or its traits. Called at any other time, or from another thread than the one
 *    that the host called, a function does nothing and returns KLV_ERROR_NOT_NOW; a function that returns no code
 *    returns zero. It never crashes.
 *  - Optional interfaces are asked for by name. NULL means that this host does not have it; a keyboard must work without.
 *    A published name never changes its meaning.
 */
#ifndef KLAVA_KEYBOARD_H
#define KLAVA_KEYBOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#define KLV_STATIC_ASSERT(condition, message) static_assert(condition, message)
#else
#define KLV_STATIC_ASSERT(condition, message) _Static_assert(condition, message)
#endif

/* The major version is in the upper 16 bits: a host refuses another one than its own. The minor grows with additions. */
#define KLV_ABI_MAJOR 1u
#define KLV_ABI_MINOR 0u
#define KLV_ABI_VERSION ((KLV_ABI_MAJOR << 16) | KLV_ABI_MINOR)

/* The largest record, in bytes. */
#define KLV_RECORD_LIMIT 4096u

/* Makes the one exported symbol visible where all others are hidden. */
#define KLV_EXPORT __attribute__((visibility("default")))

/* ---- Results ------------------------------------------------------------------------------------------------------ */

/* 0 or a positive number is success, a negative one an error. A keyboard's own functions may use any code. */
typedef int32_t klv_result;

#define KLV_OK 0
/* From `key_event`: this key is not mine; do what its role says. */
#define KLV_UNHANDLED 1
/* Any other failure. */
#define KLV_ERROR_UNKNOWN (-1)
/* An argument is NULL, out of range, or not a name that exists. */
#define KLV_ERROR_BAD_ARGUMENT (-2)
/* The function may not be called now; see its tag. */
#define KLV_ERROR_NOT_NOW (-3)
/* The person has not given the keyboard this right. */
#define KLV_ERROR_NO_ACCESS (-4)
/* There is no such thing. */
#define KLV_ERROR_NOT_FOUND (-5)
/* It would pass a limit of size or quota. */
#define KLV_ERROR_TOO_LARGE (-6)
/* The host could not do it; its log says why. */
#define KLV_ERROR_FAILED (-7)
/* Text is not UTF-8. */
#define KLV_ERROR_NOT_UTF8 (-8)
/* A record's size is less than its own size field. */
#define KLV_ERROR_RECORD_TOO_SHORT (-9)
/* A record's size is more than KLV_RECORD_LIMIT. */
#define KLV_ERROR_RECORD_TOO_LONG (-10)
/* A record is longer than the host knows, and what follows is not zero. */
#define KLV_ERROR_RECORD_UNKNOWN_TAIL (-11)

/* ---- Small records ------------------------------------------------------------------------------------------------ */

/* The host's side of one controller. Opaque; valid from `create` to the end of `destroy`. */
typedef struct klv_host klv_host;

/* UTF-8 text: `bytes` is NULL where there is none. */
typedef struct klv_text {
  const char *bytes;
  uint64_t length;
} klv_text;

/* Bytes of any kind. */
typedef struct klv_bytes {
  const uint8_t *bytes;
  uint64_t length;
} klv_bytes;

/* A UUID, most significant byte first. */
typedef struct klv_uuid {
  uint8_t bytes[16];
} klv_uuid;

/* Where a failing step says what is wrong, for a person to read; the host owns it. NUL-terminated UTF-8. */
typedef struct klv_failure {
  char message[512];
} klv_failure;

/* What a keyboard is made from. Host to keyboard; its text is borrowed until `create` returns. */
typedef struct klv_launch {
  uint32_t size;
  uint32_t reserved;
  /* CFBundleIdentifier. */
  klv_text bundle_identifier;
  /* NSExtensionPrincipalClass. */
  klv_text principal_class;
  /* PrimaryLanguage, a BCP 47 tag. */
  klv_text primary_language;
} klv_launch;

/* ---- The keyboard ------------------------------------------------------------------------------------------------- */

/* The one exported symbol's type. All functions are called on one thread. */
typedef struct klv_keyboard_entry {
  /* KLV_ABI_VERSION. */
  uint32_t abi_version;
  /* sizeof(klv_keyboard_entry). */
  uint32_t size;
  /* Makes a controller and stores it in *controller, which is the keyboard's own pointer and never followed by the host.
   * May not call the host; it may keep `host`. On failure returns a code and fills `failure`. Mandatory. */
  klv_result (*create)(klv_host *host, const klv_launch *launch, void **controller, klv_failure *failure);
  /* Loads the controller: the interface is set here. From now on the host may be called. Mandatory. */
  klv_result (*load)(void *controller, klv_failure *failure);
  /* Ends the controller; the last call. May be NULL. */
  void (*destroy)(void *controller);
  /* The keyboard's optional interfaces, by the names below; NULL for one that it does not have. The result must stay
   * valid until `destroy`. May be NULL. */
  const void *(*get_interface)(void *controller, const char *identifier);
} klv_keyboard_entry;

/* "klava.appearing/1": being shown and hidden. Any function may be NULL. */
typedef struct klv_appearing {
  void (*will_appear)(void *controller);
  void (*did_appear)(void *controller);
  void (*will_disappear)(void *controller);
  void (*did_disappear)(void *controller);
} klv_appearing;
#define KLV_APPEARING "klava.appearing/1"

/* What a person did to a key. */
#define KLV_GESTURE_PRESS 0u
#define KLV_GESTURE_RELEASE 1u
#define KLV_GESTURE_LONG_PRESS 2u
#define KLV_GESTURE_SWIPE 3u

#define KLV_DIRECTION_LEFT 0u
#define KLV_DIRECTION_RIGHT 1u
#define KLV_DIRECTION_UP 2u
#define KLV_DIRECTION_DOWN 3u

/* Host to keyboard; its text is borrowed until `key_event` returns. */
typedef struct klv_key_event {
  uint32_t size;
  /* KLV_GESTURE_… */
  uint32_t gesture;
  /* KLV_DIRECTION_…, for a swipe. */
  uint32_t direction;
  uint32_t reserved;
  /* The key's identifier; missing for a swipe that began on no key. */
  klv_text key;
  /* The key's title, likewise. */
  klv_text title;
} klv_key_event;

/* "klava.keys/1": keys that have no action by name. */
typedef struct klv_keys {
  /* Returns KLV_OK when the event was used, KLV_UNHANDLED when the host shall do what the key's role says, or an error
   * code, which undoes the turn. Mandatory in this interface. */
  klv_result (*key_event)(void *controller, const klv_key_event *event);
} klv_keys;
#define KLV_KEYS "klava.keys/1"

/* Who changed a document. */
#define KLV_CAUSE_KEYBOARD 0u
#define KLV_CAUSE_PERSON 1u
#define KLV_CAUSE_APPLICATION 2u

/* "klava.text-delegate/1": UITextInputDelegate. In `…will_change` the document still is the old one. `cause` is
 * KLV_CAUSE_…. A keyboard's own edits are told once, after its action returned. Any function may be NULL. */
typedef struct klv_text_delegate {
  void (*text_will_change)(void *controller, uint32_t cause);
  void (*text_did_change)(void *controller, uint32_t cause);
  void (*selection_will_change)(void *controller, uint32_t cause);
  void (*selection_did_change)(void *controller, uint32_t cause);
  /* Marked text became plain text although the keyboard did not ask for that. */
  void (*marked_text_did_end)(void *controller, uint32_t cause);
} klv_text_delegate;
#define KLV_TEXT_DELEGATE "klava.text-delegate/1"

/* "klava.observing/1": what else changes around a keyboard. Any function may be NULL. */
typedef struct klv_observing {
  void (*traits_did_change)(void *controller);
  void (*environment_did_change)(void *controller);
  void (*settings_did_change)(void *controller);
  /* needs_input_mode_switch_key or has_full_access changed. */
  void (*standing_did_change)(void *controller);
  void (*did_receive_memory_warning)(void *controller);
  /* A timer that the keyboard started has run out. */
  void (*timer_fired)(void *controller, uint64_t timer);
} klv_observing;
#define KLV_OBSERVING "klava.observing/1"

/* The one exported symbol. */
extern KLV_EXPORT const klv_keyboard_entry klv_keyboard;

/* ---- The host ------------------------------------------------------------------------------------------------------ */

/* The host's functions, by interface. `klv_get_host_interface` is the way in. */

/* The first words of every klv_host: all else of it is the host's own. */
typedef struct klv_host_entry {
  /* The host's KLV_ABI_VERSION. */
  uint32_t abi_version;
  /* Bytes of this record. */
  uint32_t size;
  /* [load] The interface of this name, or NULL if this host does not have it. Valid until `destroy` returns. */
  const void *(*get_interface)(klv_host *host, const char *identifier);
} klv_host_entry;

/* [load] The host's interface of this name, or NULL. */
static inline const void *klv_get_host_interface(klv_host *host, const char *identifier) {
  return ((const klv_host_entry *)(const void *)host)->get_interface(host, identifier);
}

/* How much of the document a keyboard may read. */
#define KLV_CONTEXT_WINDOW 0u
#define KLV_CONTEXT_PARAGRAPH 1u
#define KLV_CONTEXT_IOS16 2u

/* Host to keyboard. The caller sets `size`; the host fills no more than that. */
typedef struct klv_context_info {
  uint32_t size;
  /* KLV_CONTEXT_… */
  uint32_t policy;
  /* Characters on each side, for KLV_CONTEXT_WINDOW. */
  uint64_t window;
  /* Grows with every change of the document. */
  uint64_t revision;
  /* Whether the document goes on before and after what can be read. */
  bool is_cut_before;
  bool is_cut_after;
  uint8_t reserved[6];
} klv_context_info;

/* "klava.document/1": UITextDocumentProxy. Texts that are returned are borrowed until the end of the turn; a missing one
 * is a NULL pointer, never an empty text. */
typedef struct klv_document {
  /* [field] documentContextBeforeInput. */
  klv_result (*context_before)(klv_host *host, klv_text *text);
  /* [field] documentContextAfterInput. */
  klv_result (*context_after)(klv_host *host, klv_text *text);
  /* [field] selectedText; at most 8,192 characters. */
  klv_result (*selected_text)(klv_host *host, klv_text *text);
  /* [field] The marked text. */
  klv_result (*marked_text)(klv_host *host, klv_text *text);
  /* [field] hasText, of the whole document. */
  bool (*has_text)(klv_host *host);
  /* [edit] insertText: replaces the selection or the marked text. */
  klv_result (*insert_text)(klv_host *host, const char *text, uint64_t length);
  /* [edit] deleteBackward. */
  klv_result (*delete_backward)(klv_host *host);
  /* [edit] adjustTextPosition(byCharacterOffset:): UTF-16 code units, positive forward; done when it returns. */
  klv_result (*adjust_position)(klv_host *host, int64_t utf16_offset);
  /* [edit] The same, by what a person calls characters. */
  klv_result (*adjust_position_by_characters)(klv_host *host, int64_t characters);
  /* [edit] setMarkedText(_:selectedRange:): the range is UTF-16 code units inside the text. */
  klv_result (*set_marked_text)(klv_host *host, const char *text, uint64_t length, uint64_t selection_start,
                                uint64_t selection_length);
  /* [edit] unmarkText: keeps the marked text as plain text. */
  klv_result (*unmark_text)(klv_host *host);
  /* [field] documentIdentifier. */
  klv_result (*document_identifier)(klv_host *host, klv_uuid *identifier);
  /* [field] documentInputMode's primaryLanguage: what the application stored; may be missing. */
  klv_result (*input_mode_language)(klv_host *host, klv_text *language);
  /* [field] How the context was cut. */
  klv_result (*context_info)(klv_host *host, klv_context_info *info);
} klv_document;
#define KLV_DOCUMENT "klava.document/1"

/* UITextInputTraits, each with UIKit's raw value. The caller sets `size`. Texts are borrowed until the end of the turn. */
typedef struct klv_traits {
  uint32_t size;
  uint32_t autocapitalization_type;
  uint32_t autocorrection_type;
  uint32_t spell_checking_type;
  uint32_t smart_quotes_type;
  uint32_t smart_dashes_type;
  uint32_t smart_insert_delete_type;
  uint32_t keyboard_type;
  uint32_t keyboard_appearance;
  uint32_t return_key_type;
  uint32_t inline_prediction_type;
  bool enables_return_key_automatically;
  bool is_secure_text_entry;
  /* Whether line breaks are text. */
  bool is_multiline;
  uint8_t reserved;
  /* May be missing. */
  klv_text text_content_type;
  /* May be missing. */
  klv_text password_rules;
} klv_traits;

/* Where the keyboard is shown; lengths in points. The caller sets `size`. */
typedef struct klv_environment {
  uint32_t size;
  /* UIUserInterfaceSizeClass: 1 compact, 2 regular. */
  uint32_t horizontal_size_class;
  uint32_t vertical_size_class;
  bool is_landscape;
  bool is_dark;
  bool reduces_motion;
  bool is_right_to_left;
  double width;
  double height;
  double safe_area_bottom;
  double safe_area_left;
  double safe_area_right;
  /* 1 is the usual text size. */
  double text_scale;
} klv_environment;

/* "klava.field/1": the field that has the focus, and where the keyboard is shown. */
typedef struct klv_field {
  /* [field] */
  klv_result (*traits)(klv_host *host, klv_traits *traits);
  /* [field] */
  klv_result (*environment)(klv_host *host, klv_environment *environment);
} klv_field;
#define KLV_FIELD "klava.field/1"

/* "klava.input-mode/1": moving between keyboards. */
typedef struct klv_input_mode {
  /* [turn] advanceToNextInputMode. */
  klv_result (*advance_to_next)(klv_host *host);
  /* [turn] handleInputModeList: shows the person the list. */
  klv_result (*show_list)(klv_host *host);
  /* [turn] dismissKeyboard. */
  klv_result (*dismiss)(klv_host *host);
  /* [load] needsInputModeSwitchKey. */
  bool (*needs_switch_key)(klv_host *host);
  /* [load] hasFullAccess. */
  bool (*has_full_access)(klv_host *host);
  /* [load] The controller's primaryLanguage, or the manifest's. Borrowed until the end of the turn. */
  klv_result (*primary_language)(klv_host *host, klv_text *language);
  /* [load] Sets the controller's primaryLanguage, a BCP 47 tag; an empty one goes back to the manifest's. */
  klv_result (*set_primary_language)(klv_host *host, const char *language, uint64_t length);
} klv_input_mode;
#define KLV_INPUT_MODE "klava.input-mode/1"

/* Kinds of element. */
#define KLV_ELEMENT_ROW 0u
#define KLV_ELEMENT_COLUMN 1u
#define KLV_ELEMENT_KEY 2u
#define KLV_ELEMENT_LABEL 3u
#define KLV_ELEMENT_SPACER 4u

/* What a key is for. */
#define KLV_ROLE_CHARACTER 0u
#define KLV_ROLE_SPACE 1u
#define KLV_ROLE_RETURN 2u
#define KLV_ROLE_DELETE 3u
#define KLV_ROLE_SHIFT 4u
#define KLV_ROLE_PLANE_SWITCH 5u
#define KLV_ROLE_NEXT_KEYBOARD 6u
#define KLV_ROLE_DISMISS 7u
#define KLV_ROLE_ACTION 8u

/* One node of an interface's tree. */
typedef struct klv_element {
  /* sizeof(klv_element), the same for all elements of one interface. */
  uint32_t size;
  /* KLV_ELEMENT_… */
  uint32_t kind;
  /* Elements directly inside a row or column; they follow it, each with all that is inside itself. */
  uint32_t child_count;
  /* KLV_ROLE_…, for a key. */
  uint32_t role;
  /* Unique among keys, or among labels; a key's may be missing and is then its title. */
  klv_text identifier;
  /* A key's title, a label's text. */
  klv_text title;
  /* Path of a picture in the bundle; may be missing. */
  klv_text image;
  /* May be missing: the title. */
  klv_text accessibility_label;
  /* Width beside its neighbours; 0 is read as 1. */
  double weight;
  /* Whether the key cannot be pressed. */
  bool is_disabled;
  uint8_t reserved[7];
} klv_element;

/* Keyboard to host; everything in it is copied before the call returns. */
typedef struct klv_interface_record {
  uint32_t size;
  /* Number of elements; the first is the root and holds all others. */
  uint32_t element_count;
  const klv_element *elements;
  /* The height asked for, in points; 0 for the host's usual one. */
  double height;
  /* Whether swipes over the keyboard are for the keyboard. */
  bool recognizes_swipes;
  /* UIInputViewAudioFeedback. */
  bool enables_input_clicks;
  uint8_t reserved[6];
} klv_interface_record;

/* A change of one key. */
typedef struct klv_key_change {
  uint32_t size;
  /* 0 leaves it as it is, 1 enables the key, 2 disables it. */
  uint32_t enabled;
  /* The new title; missing leaves it as it is. */
  klv_text title;
} klv_key_change;

/* "klava.interface/1": what the keyboard shows. */
typedef struct klv_interface {
  /* [load] Shows this interface from the end of the turn on. */
  klv_result (*set)(klv_host *host, const klv_interface_record *interface_record);
  /* [load] Changes a label's text. */
  klv_result (*set_label)(klv_host *host, const char *identifier, uint64_t identifier_length, const char *text,
                          uint64_t text_length);
  /* [load] Changes a key. */
  klv_result (*set_key)(klv_host *host, const char *identifier, uint64_t identifier_length,
                        const klv_key_change *change);
} klv_interface;
#define KLV_INTERFACE "klava.interface/1"

/* Kinds of setting. */
#define KLV_SETTING_TEXT 0u
#define KLV_SETTING_BOOLEAN 1u
#define KLV_SETTING_INTEGER 2u
#define KLV_SETTING_REAL 3u

/* The value of a setting. The caller sets `size`. Text is borrowed until the end of the turn. */
typedef struct klv_setting {
  uint32_t size;
  /* KLV_SETTING_… */
  uint32_t kind;
  /* The value of a whole number, or 0 or 1 of a truth value. */
  int64_t integer;
  double real;
  klv_text text;
} klv_setting;

/* "klava.settings/1": what the person set, defaults included. */
typedef struct klv_settings {
  /* [load] The setting of this key, or KLV_ERROR_NOT_FOUND. */
  klv_result (*read)(klv_host *host, const char *key, uint64_t key_length, klv_setting *setting);
} klv_settings;
#define KLV_SETTINGS "klava.settings/1"

/* "klava.resources/1": the bundle's own files, read-only. Results are borrowed until the end of the turn. */
typedef struct klv_resources {
  /* [load] The bytes of a file, by its path in the bundle. */
  klv_result (*read)(klv_host *host, const char *path, uint64_t path_length, klv_bytes *bytes);
  /* [load] The names in a folder of the bundle, sorted, each followed by a line feed; an empty path is the bundle. */
  klv_result (*names)(klv_host *host, const char *path, uint64_t path_length, klv_text *names);
  /* [load] The text for a key in a table of localised strings. An empty table is "Localizable"; an empty language is the
   * best of the person's languages. KLV_ERROR_NOT_FOUND if there is none. */
  klv_result (*localized_string)(klv_host *host, const char *key, uint64_t key_length, const char *table,
                                 uint64_t table_length, const char *language, uint64_t language_length,
                                 klv_text *text);
} klv_resources;
#define KLV_RESOURCES "klava.resources/1"

/* "klava.container/1": files that are the keyboard's own. A name is 1 to 128 of A-Z a-z 0-9 . _ - and starts with no dot. */
typedef struct klv_container {
  /* [load] The bytes of a file. Borrowed until the end of the turn. */
  klv_result (*read)(klv_host *host, const char *name, uint64_t name_length, klv_bytes *bytes);
  /* [load] Writes a file, replacing what was there; done when it returns. */
  klv_result (*write)(klv_host *host, const char *name, uint64_t name_length, const uint8_t *bytes, uint64_t length);
  /* [load] Removes a file. */
  klv_result (*remove)(klv_host *host, const char *name, uint64_t name_length);
  /* [load] The names of all files, sorted, each followed by a line feed. Borrowed until the end of the turn. */
  klv_result (*names)(klv_host *host, klv_text *names);
} klv_container;
#define KLV_CONTAINER "klava.container/1"

/* "klava.timer/1": being called later, as a turn of its own. */
typedef struct klv_timer {
  /* [load] Calls timer_fired after so many seconds (0.01 to 86,400), again and again if it repeats. Returns the timer, or
   * 0 if there are already 64 or the seconds are out of range. */
  uint64_t (*start)(klv_host *host, double seconds, bool repeats);
  /* [load] Forgets a timer. */
  klv_result (*cancel)(klv_host *host, uint64_t timer);
} klv_timer;
#define KLV_TIMER "klava.timer/1"

#define KLV_LOG_DEBUG 0
#define KLV_LOG_INFO 1
#define KLV_LOG_NOTICE 2
#define KLV_LOG_ERROR 3
#define KLV_LOG_FAULT 4

/* "klava.log/1": the keyboard's log. Never log what a person typed. */
typedef struct klv_log {
  /* [load] Adds a line. */
  klv_result (*write)(klv_host *host, int32_t level, const char *message, uint64_t length);
} klv_log;
#define KLV_LOG "klava.log/1"

/* "klava.memory/1": how much memory the keyboard has. */
typedef struct klv_memory {
  /* [load] Bytes of memory of its own at which the process is ended; a warning comes at three quarters of it. */
  uint64_t (*limit)(klv_host *host);
  /* [load] Bytes of heap memory in use, by the keyboard and what serves it. */
  uint64_t (*used)(klv_host *host);
} klv_memory;
#define KLV_MEMORY "klava.memory/1"

/* ---- Sizes that never change ---------------------------------------------------------------------------------------- */

#if UINTPTR_MAX == UINT64_MAX
KLV_STATIC_ASSERT(sizeof(klv_text) == 16 && offsetof(klv_text, length) == 8, "klv_text");
KLV_STATIC_ASSERT(sizeof(klv_bytes) == 16, "klv_bytes");
KLV_STATIC_ASSERT(sizeof(klv_uuid) == 16, "klv_uuid");
KLV_STATIC_ASSERT(sizeof(klv_failure) == 512, "klv_failure");
KLV_STATIC_ASSERT(sizeof(klv_launch) == 56 && offsetof(klv_launch, primary_language) == 40, "klv_launch");
KLV_STATIC_ASSERT(sizeof(klv_keyboard_entry) == 40 && offsetof(klv_keyboard_entry, create) == 8, "klv_keyboard_entry");
KLV_STATIC_ASSERT(sizeof(klv_appearing) == 32, "klv_appearing");
KLV_STATIC_ASSERT(sizeof(klv_key_event) == 48 && offsetof(klv_key_event, title) == 32, "klv_key_event");
KLV_STATIC_ASSERT(sizeof(klv_keys) == 8, "klv_keys");
KLV_STATIC_ASSERT(sizeof(klv_text_delegate) == 40, "klv_text_delegate");
KLV_STATIC_ASSERT(sizeof(klv_observing) == 48, "klv_observing");
KLV_STATIC_ASSERT(sizeof(klv_host_entry) == 16, "klv_host_entry");
KLV_STATIC_ASSERT(sizeof(klv_context_info) == 32 && offsetof(klv_context_info, is_cut_before) == 24,
                  "klv_context_info");
KLV_STATIC_ASSERT(sizeof(klv_document) == 112, "klv_document");
KLV_STATIC_ASSERT(sizeof(klv_traits) == 80 && offsetof(klv_traits, text_content_type) == 48, "klv_traits");
KLV_STATIC_ASSERT(sizeof(klv_environment) == 64 && offsetof(klv_environment, width) == 16, "klv_environment");
KLV_STATIC_ASSERT(sizeof(klv_field) == 16, "klv_field");
KLV_STATIC_ASSERT(sizeof(klv_input_mode) == 56, "klv_input_mode");
KLV_STATIC_ASSERT(sizeof(klv_element) == 96 && offsetof(klv_element, weight) == 80, "klv_element");
KLV_STATIC_ASSERT(sizeof(klv_interface_record) == 32, "klv_interface_record");
KLV_STATIC_ASSERT(sizeof(klv_key_change) == 24, "klv_key_change");
KLV_STATIC_ASSERT(sizeof(klv_interface) == 24, "klv_interface");
KLV_STATIC_ASSERT(sizeof(klv_setting) == 40, "klv_setting");
KLV_STATIC_ASSERT(sizeof(klv_settings) == 8, "klv_settings");
KLV_STATIC_ASSERT(sizeof(klv_resources) == 24, "klv_resources");
KLV_STATIC_ASSERT(sizeof(klv_container) == 32, "klv_container");
KLV_STATIC_ASSERT(sizeof(klv_timer) == 16, "klv_timer");
KLV_STATIC_ASSERT(sizeof(klv_log) == 8, "klv_log");
KLV_STATIC_ASSERT(sizeof(klv_memory) == 16, "klv_memory");
#endif

#ifdef __cplusplus
}
#endif

#endif
