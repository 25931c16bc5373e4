/*
 * klava/keyboard.h: the contract between a keyboard and its host.
 *
 * A keyboard is a shared library that exports one data symbol, `klv_keyboard`. A library whose manifest declares
 * KLVActions may export plain functions instead of `klv_keyboard`. The host creates one controller from `klv_keyboard`,
 * and sends the controller one event at a time. A *turn* is one event, together with everything that the keyboard does
 * because of this event. When a turn ends, the host applies all edits and requests of the turn. If the turn fails, the
 * host applies none of the turn's edits and requests.
 *
 * These rules hold everywhere in this file:
 *
 * - Text is UTF-8, given as a pointer and a length in bytes. A text with a length needs no NUL at its end. A mandatory
 *   text is never NULL. If a text is optional, its comment says "may be missing". A missing text is a NULL pointer with
 *   the length 0.
 * - The host owns memory that is "borrowed until the end of the turn". Borrowed memory is valid until the keyboard
 *   returns from the function that the host called. If a keyboard passes text to a host function, the host copies the
 *   text before the function returns.
 * - Many records begin with a member that states the size of the record in bytes. Later versions of this file can add
 *   members at the end of such a record. If a record is shorter than the host's version of the record, the host reads
 *   zeros in place of the missing members. If a record is longer than the host's version of the record, the host
 *   accepts the record only if all additional bytes are zero. A record has at most KLV_RECORD_LIMIT bytes.
 * - Each host function has a tag that says when a keyboard may call it:
 *   - [load]: in every turn, beginning with the call of `load`.
 *   - [turn]: in the same turns as [load]. A keyboard needs the functions with the tag [turn] only while it handles an
 *     event.
 *   - [field]: in a turn, while a field has the focus.
 *   - [edit]: in a turn in which the keyboard may type. The keyboard may type in a turn for a key event, for a timer,
 *     for a change of the document or for a change of the field's traits. The keyboard may also type in a turn that it
 *     requested. If the user's last gesture on the keyboard is more than five seconds old, the keyboard may not insert
 *     a line break or a tab. The keyboard may also not edit a terminal or a field for a URL after these five seconds.
 *     An edit that inserts only line breaks or tabs acts as a press of Return or Tab. A turn with such a press must
 *     meet four conditions:
 *     - The user's last gesture on the keyboard is at most one second old.
 *     - Since the last touch began, no earlier turn has changed other text. Exception: if another finger touched a key
 *       before the last touch began, this finger may insert and delete at most 8 Unicode scalars together.
 *     - In the last 250 ms, the keyboard has inserted and deleted no text in a turn without a gesture. In the same
 *       250 ms, the keyboard has inserted and deleted at most 8 Unicode scalars each in one touch. These 250 ms continue
 *       if the keyboard ends, or if another keyboard replaces it.
 *     - The turn makes no other change of the text except a correction of the last word before the insertion point. The
 *       correction deletes at most 32 Unicode scalars and inserts at most 32. At every moment of the turn, the text is
 *       at most 8 scalars longer than before the turn. The turn does not move the insertion point. In a terminal or a
 *       field for a URL, the turn makes no other change of the text at all. In a terminal or a field for a URL, an edit
 *       that inserts other characters may insert neither line breaks nor tabs. The host undoes a turn that breaks one
 *       of these rules.
 *   - [any]: at any time from the call of `load` on, and on any thread.
 * - The host calls a keyboard on one thread. If the keyboard calls a host function on another thread, or at a time that
 *   the function's tag does not allow, the function does nothing. A host function that does nothing returns
 *   KLV_ERROR_NOT_NOW, or zero if the type of its result is not klv_result. A call of a host function at a wrong time
 *   never crashes the keyboard. A function with the tag [any] works on all threads.
 * - The host and the keyboard request each other's optional function tables (interfaces) by name. If the result of such
 *   a request is NULL, the other side does not have the table. A keyboard must work even if the host lacks a table. The
 *   meaning of a table's name never changes.
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

/* The version of the ABI. The upper 16 bits are the major version. A host refuses every major version except its own.
 * Each addition to klava/keyboard.h increases the minor version. */
#define KLV_ABI_MAJOR 1u
#define KLV_ABI_MINOR 6u
#define KLV_ABI_VERSION ((KLV_ABI_MAJOR << 16) | KLV_ABI_MINOR)

/* The maximum size of a record, in bytes. */
#define KLV_RECORD_LIMIT 4096u

/* Makes the exported symbol visible in a library that hides all other symbols. */
#define KLV_EXPORT __attribute__((visibility("default")))

/* ---- Results ----------------------------------------------------------------------------------------------------- */

/* Zero or a positive number means success. A negative number means an error. The keyboard's functions may return any of
 * the codes below. */
typedef int32_t klv_result;

#define KLV_OK 0
/* A result of `key_event`: the keyboard did not handle the event, so the host does what the key's role says. */
#define KLV_UNHANDLED 1
/* A failure for which there is no other code. */
#define KLV_ERROR_UNKNOWN (-1)
/* An argument is NULL or out of range, or is a name that the host does not know. */
#define KLV_ERROR_BAD_ARGUMENT (-2)
/* The function's tag does not allow the call now, or the host cannot offer the service at the moment. */
#define KLV_ERROR_NOT_NOW (-3)
/* The keyboard does not have the right that the call needs, such as full access. */
#define KLV_ERROR_NO_ACCESS (-4)
/* The object that the call names does not exist. */
#define KLV_ERROR_NOT_FOUND (-5)
/* The call would exceed a limit on a size, a number or a rate. */
#define KLV_ERROR_TOO_LARGE (-6)
/* The host could not carry out the call. The keyboard's log states the reason. */
#define KLV_ERROR_FAILED (-7)
/* The text is not valid UTF-8. */
#define KLV_ERROR_NOT_UTF8 (-8)
/* The first member of a record states a record size of less than 4 bytes. The first member itself has 4 bytes. */
#define KLV_ERROR_RECORD_TOO_SHORT (-9)
/* The size of a record exceeds KLV_RECORD_LIMIT. */
#define KLV_ERROR_RECORD_TOO_LONG (-10)
/* A record is longer than the host's version of the record, and not all additional bytes are zero. */
#define KLV_ERROR_RECORD_UNKNOWN_TAIL (-11)

/* ---- Small records ----------------------------------------------------------------------------------------------- */

/* The host's side of one controller. Opaque. Valid from `create` to the end of `destroy`. */
typedef struct klv_host klv_host;

/* UTF-8 text. `bytes` is NULL if there is no text. */
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

/* A message that tells the user why `create` or `load` failed. NUL-terminated UTF-8. The host owns the record. */
typedef struct klv_failure {
  char message[512];
} klv_failure;

/* Information about the keyboard that the host is starting. Direction: host to keyboard. The texts are borrowed until
 * `create` returns. */
typedef struct klv_launch {
  uint32_t size;
  uint32_t reserved;
  /* CFBundleIdentifier. */
  klv_text bundle_identifier;
  /* The value of NSExtensionPrincipalClass, in the form Module.Class. If a keyboard is a class, as in KlavaKit, the SDK
   * finds the class by this name. A keyboard in C may ignore this member, but the keyboard's manifest must set
   * NSExtensionPrincipalClass. Exception: if the manifest declares KLVActions and the library exports no
   * `klv_keyboard`, the manifest does not set NSExtensionPrincipalClass. */
  klv_text principal_class;
  /* PrimaryLanguage, a BCP 47 tag. */
  klv_text primary_language;
} klv_launch;

/* ---- The keyboard ------------------------------------------------------------------------------------------------ */

/* The type of the exported symbol `klv_keyboard`. The host calls all functions on one thread. */
typedef struct klv_keyboard_entry {
  /* KLV_ABI_VERSION. */
  uint32_t abi_version;
  /* sizeof(klv_keyboard_entry). */
  uint32_t size;
  /* Creates a controller, and stores a pointer to the controller in *controller. The host never dereferences this
   * pointer. `create` may keep `host` but must not call the host. On failure, `create` returns an error code and fills
   * in `failure`. Mandatory. */
  klv_result (*create)(klv_host *host, const klv_launch *launch, void **controller, klv_failure *failure);
  /* Loads the controller and sets the input view. From the call of `load` on, the keyboard may call the host.
   * Mandatory. */
  klv_result (*load)(void *controller, klv_failure *failure);
  /* Destroys the controller. After `destroy`, the host never calls the controller. May be NULL. */
  void (*destroy)(void *controller);
  /* Returns the keyboard's optional function table with the name `identifier`, such as "klava.keys/1", or NULL if the
   * keyboard does not have the table. The table must stay valid until `destroy`. May be NULL. */
  const void *(*get_interface)(void *controller, const char *identifier);
} klv_keyboard_entry;

/* "klava.appearing/1": the functions that the host calls when it shows or hides the keyboard. Any function of the table
 * may be NULL. */
typedef struct klv_appearing {
  void (*will_appear)(void *controller);
  void (*did_appear)(void *controller);
  void (*will_disappear)(void *controller);
  void (*did_disappear)(void *controller);
} klv_appearing;
#define KLV_APPEARING "klava.appearing/1"

/* The gesture that the user made on a key. */
#define KLV_GESTURE_PRESS 0u
/* The user released a key after holding it. If the key has alternatives, and the keyboard handles neither the long
 * press nor the release, the release does what a press does. */
#define KLV_GESTURE_RELEASE 1u
/* The user held a key for the key's `hold_delay`, by default 0.5 s. If the keyboard does not handle the event, the long
 * press has the effect of a press, so the user can press keys slowly. Exceptions: a key with the role
 * KLV_ROLE_NEXT_KEYBOARD shows the list of the user's keyboards. A finger that holds a key with the role KLV_ROLE_SPACE
 * moves the insertion point. A finger that holds a key with alternatives opens the alternatives, and the key then gets
 * a press or KLV_GESTURE_ALTERNATIVE. A script can also send a long press to a key with alternatives. The comment on
 * KLV_GESTURE_RELEASE describes the effect of this long press. */
#define KLV_GESTURE_LONG_PRESS 2u
#define KLV_GESTURE_SWIPE 3u
/* The user still holds a key that repeats. After the key's `hold_delay`, by default 0.5 s, the key gets a press, and
 * then KLV_GESTURE_REPEAT every 0.07 s. If the keyboard does not handle a KLV_GESTURE_REPEAT, the event has the effect
 * of a press. */
#define KLV_GESTURE_REPEAT 4u
/* Replaces KLV_GESTURE_REPEAT after the user has held the key for three seconds. If the keyboard does not handle the
 * event, a delete key deletes a word, and any other key does what a press does. */
#define KLV_GESTURE_REPEAT_WORD 5u
/* The user slid from the held key to one of its alternatives. If the keyboard does not handle the event, the host types
 * the alternative. */
#define KLV_GESTURE_ALTERNATIVE 6u

#define KLV_DIRECTION_LEFT 0u
#define KLV_DIRECTION_RIGHT 1u
#define KLV_DIRECTION_UP 2u
#define KLV_DIRECTION_DOWN 3u
/* The diagonal directions, which only a key with KLV_SWIPES_EIGHT gets. */
#define KLV_DIRECTION_UP_LEFT 4u
#define KLV_DIRECTION_UP_RIGHT 5u
#define KLV_DIRECTION_DOWN_LEFT 6u
#define KLV_DIRECTION_DOWN_RIGHT 7u

/* Direction: host to keyboard. The texts are borrowed until `key_event` returns. */
typedef struct klv_key_event {
  uint32_t size;
  /* KLV_GESTURE_… */
  uint32_t gesture;
  /* KLV_DIRECTION_…, for KLV_GESTURE_SWIPE. */
  uint32_t direction;
  /* The index of the chosen alternative, for KLV_GESTURE_ALTERNATIVE. */
  uint32_t alternative;
  /* The key's identifier. The identifier is missing for a swipe that began outside of all keys. */
  klv_text key;
  /* The key's title. The title is missing for a swipe that began outside of all keys. */
  klv_text title;
} klv_key_event;

/* "klava.keys/1": the gestures on keys. If Interface.plist assigns an action to a key, a press of the key calls the
 * action instead of `key_event`. */
typedef struct klv_keys {
  /* Handles a gesture. Returns KLV_OK if the keyboard handled the event, or KLV_UNHANDLED if the host should do what
   * the key's role says. If the function returns an error code, the turn fails and the host undoes it. Mandatory in
   * this table. */
  klv_result (*key_event)(void *controller, const klv_key_event *event);
} klv_keys;
#define KLV_KEYS "klava.keys/1"

/* The phase of a touch, as in UITouch.Phase. */
#define KLV_TOUCH_BEGAN 0u
#define KLV_TOUCH_MOVED 1u
#define KLV_TOUCH_ENDED 2u
/* The host canceled the touch, for example because another window covers the keyboard. */
#define KLV_TOUCH_CANCELLED 3u

/* A finger on a key whose `receives_touches` is true. */
typedef struct klv_touch_point {
  /* The number of the finger. No two fingers on the screen have the same number. */
  uint32_t finger;
  /* KLV_TOUCH_… */
  uint32_t phase;
  /* The horizontal and vertical distance from the top left corner of the key, in points. The finger can be outside of
   * the key. */
  double x;
  double y;
  /* The time of the touch, in seconds since an arbitrary moment. Only differences between timestamps have a meaning. */
  double timestamp;
} klv_touch_point;

/* Direction: host to keyboard. All memory is borrowed until `touches` returns. */
typedef struct klv_touch_event {
  uint32_t size;
  /* Number of touches in the event, at least 1. */
  uint32_t touch_count;
  /* The changes of the touches since the previous event, in order. */
  const klv_touch_point *touches;
  /* The key's identifier. */
  klv_text key;
  /* The size of the key in points. */
  double width;
  double height;
} klv_touch_event;

/* "klava.touch/1": the touches on keys whose `receives_touches` is true. One event reports all movements during one
 * frame of the screen. After the key leaves the input view, or after another keyboard appears, the host sends no more
 * events for touches that began on the key. Exists since version 1.3. */
typedef struct klv_touch {
  /* Handles the touches of one event. If the function returns an error code, the turn fails and the host undoes it.
   * KLV_UNHANDLED has the effect of KLV_OK. Mandatory in this table. */
  klv_result (*touches)(void *controller, const klv_touch_event *event);
} klv_touch;
#define KLV_TOUCH "klava.touch/1"

/* The cause of a change of the document: this keyboard, the user, or the application. */
#define KLV_CAUSE_KEYBOARD 0u
#define KLV_CAUSE_USER 1u
#define KLV_CAUSE_APPLICATION 2u
/* Deprecated: use KLV_CAUSE_USER, which has the same value. */
#define KLV_CAUSE_PERSON KLV_CAUSE_USER

/* "klava.text-delegate/1": the functions that the host calls when the document changes, as in UITextInputDelegate.
 * During a call of `…_will_change`, the document still has its old state. `cause` is KLV_CAUSE_…. As on iOS, the host
 * calls text_will_change and text_did_change even if the user or the application moved only the selection. The host
 * reports a keyboard's own edits once in a turn, after the function that handled the event returned. If the host undoes
 * the edits of a turn, it calls text_will_change and text_did_change with the cause KLV_CAUSE_APPLICATION. If the
 * keyboard had marked text, the host also calls marked_text_did_end. Any function of the table may be NULL. */
typedef struct klv_text_delegate {
  void (*text_will_change)(void *controller, uint32_t cause);
  void (*text_did_change)(void *controller, uint32_t cause);
  void (*selection_will_change)(void *controller, uint32_t cause);
  void (*selection_did_change)(void *controller, uint32_t cause);
  /* The marked text became plain text without a request from the keyboard. */
  void (*marked_text_did_end)(void *controller, uint32_t cause);
} klv_text_delegate;
#define KLV_TEXT_DELEGATE "klava.text-delegate/1"

/* "klava.observing/1": memory warnings, timers, and changes of the field's traits, of the environment, of the settings
 * and of the standing. Any function of the table may be NULL. */
typedef struct klv_observing {
  void (*traits_did_change)(void *controller);
  void (*environment_did_change)(void *controller);
  void (*settings_did_change)(void *controller);
  /* The result of needs_switch_key or of has_full_access (klv_input_mode) changed. */
  void (*standing_did_change)(void *controller);
  void (*did_receive_memory_warning)(void *controller);
  /* A timer of the keyboard fired. */
  void (*timer_fired)(void *controller, uint64_t timer);
} klv_observing;
#define KLV_OBSERVING "klava.observing/1"

/* "klava.main-queue/1": lets the host run the keyboard's waiting work on the thread on which the host calls the
 * keyboard. Examples of waiting work are the blocks on libdispatch's main queue, and the work of a main loop. Both
 * functions of the table are mandatory. Exists since version 1.3. */
typedef struct klv_main_queue {
  /* Runs the waiting work. The host calls `run` in each turn in which the keyboard may type, after the function for the
   * event returned. */
  void (*run)(void *controller);
  /* Returns whether any work is waiting. The host calls `has_work` at the end of each turn. If the result of `has_work`
   * is true, the keyboard gets another turn soon. */
  bool (*has_work)(void *controller);
} klv_main_queue;
#define KLV_MAIN_QUEUE "klava.main-queue/1"

/* The symbol that the keyboard's library exports. */
extern KLV_EXPORT const klv_keyboard_entry klv_keyboard;

/* ---- The host ---------------------------------------------------------------------------------------------------- */

/* The host's function tables. A keyboard gets the tables from `klv_get_host_interface`. */

/* The first members of every klv_host. All other members of the record are private to the host. */
typedef struct klv_host_entry {
  /* The host's KLV_ABI_VERSION. */
  uint32_t abi_version;
  /* Size of this record in bytes. */
  uint32_t size;
  /* [load] Returns the host's function table with the name `identifier`, or NULL if the host does not have the table.
   * The table is valid until `destroy` returns. */
  const void *(*get_interface)(klv_host *host, const char *identifier);
} klv_host_entry;

/* [load] Returns the host's function table with the name `identifier`, or NULL if the host does not have the table. */
static inline const void *klv_get_host_interface(klv_host *host, const char *identifier) {
  return ((const klv_host_entry *)(const void *)host)->get_interface(host, identifier);
}

/* The policy that limits the text that a keyboard may read. */
/* The keyboard may read at most klv_context_info.window characters on each side of the selection. */
#define KLV_CONTEXT_WINDOW 0u
/* The keyboard may read at most 1,024 characters on each side of the selection, and only in the same paragraph, as on
 * iOS 15 and earlier. */
#define KLV_CONTEXT_PARAGRAPH 1u
/* The keyboard may read at most 1,024 characters on each side of the selection. The text after the selection ends with
 * the paragraph, as on iOS 16 and later. */
#define KLV_CONTEXT_IOS16 2u

/* Direction: host to keyboard. The keyboard sets `size` before the call. The host writes at most `size` bytes. */
typedef struct klv_context_info {
  uint32_t size;
  /* KLV_CONTEXT_… */
  uint32_t policy;
  /* Maximum number of characters on each side of the selection, for KLV_CONTEXT_WINDOW. */
  uint64_t window;
  /* A number that grows with every change of the document. After an edit by this keyboard, the number may stay the same
   * until the turn ends. */
  uint64_t revision;
  /* is_cut_before: whether the document has more text before the part that the keyboard may read. is_cut_after: whether
   * the document has more text after the part that the keyboard may read. */
  bool is_cut_before;
  bool is_cut_after;
  uint8_t reserved[6];
} klv_context_info;

/* "klava.document/1": the document of the field that has the focus, as in UITextDocumentProxy. Returned texts are
 * borrowed until the end of the turn. A missing text is a NULL pointer, and never an empty text. */
typedef struct klv_document {
  /* [field] documentContextBeforeInput: the text before the selection. The text may be missing. */
  klv_result (*context_before)(klv_host *host, klv_text *text);
  /* [field] documentContextAfterInput: the text after the selection. The text may be missing. */
  klv_result (*context_after)(klv_host *host, klv_text *text);
  /* [field] selectedText: the selected text, at most 8,192 characters. The text is missing if nothing is selected. */
  klv_result (*selected_text)(klv_host *host, klv_text *text);
  /* [field] The marked text. The text may be missing. */
  klv_result (*marked_text)(klv_host *host, klv_text *text);
  /* [field] hasText: whether the whole document has any text. */
  bool (*has_text)(klv_host *host);
  /* [edit] insertText: replaces the marked text or the selection. The text must have no control characters (U+0000 to
   * U+001F, U+007F to U+009F) except tabs and line breaks. The text must have at most 30 combining marks in a row, and
   * at most 4 invisible characters (Default_Ignorable_Code_Point) in a row. The text must have no tag characters except
   * in emoji. For a text that breaks one of these rules, the function returns KLV_ERROR_BAD_ARGUMENT, and the host
   * undoes the turn. If the text replaces another text, the new text may also contain the control characters of the
   * replaced text. In the new text, a run of combining marks, invisible characters or tag characters may then be as
   * long as the longest such run in the replaced text. */
  klv_result (*insert_text)(klv_host *host, const char *text, uint64_t length);
  /* [edit] deleteBackward: deletes the selection, the marked text, or one character before the insertion point. */
  klv_result (*delete_backward)(klv_host *host);
  /* [edit] adjustTextPosition(byCharacterOffset:): moves the insertion point by UTF-16 code units. A positive offset
   * moves forward. The move has taken effect when the function returns. */
  klv_result (*adjust_position)(klv_host *host, int64_t utf16_offset);
  /* [edit] Like adjust_position, but counts characters (extended grapheme clusters). */
  klv_result (*adjust_position_by_characters)(klv_host *host, int64_t characters);
  /* [edit] setMarkedText(_:selectedRange:): replaces the marked text. The selected range counts UTF-16 code units of
   * the new text. The rules of insert_text on characters also apply to marked text. */
  klv_result (*set_marked_text)(klv_host *host, const char *text, uint64_t length, uint64_t selection_start,
                                uint64_t selection_length);
  /* [edit] unmarkText: turns the marked text into plain text. */
  klv_result (*unmark_text)(klv_host *host);
  /* [field] documentIdentifier: a UUID that identifies the field's document. */
  klv_result (*document_identifier)(klv_host *host, klv_uuid *identifier);
  /* [field] primaryLanguage of documentInputMode: the language that the application stored for its document. The
   * language may be missing. */
  klv_result (*input_mode_language)(klv_host *host, klv_text *language);
  /* [field] Reads how much of the document the keyboard can read. */
  klv_result (*context_info)(klv_host *host, klv_context_info *info);
} klv_document;
#define KLV_DOCUMENT "klava.document/1"

/* The traits of a field, as in UITextInputTraits, with UIKit's raw values. The keyboard sets `size` before the call.
 * Texts are borrowed until the end of the turn. */
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
  /* Whether the field accepts line breaks as text. */
  bool is_multiline;
  uint8_t reserved;
  /* May be missing. */
  klv_text text_content_type;
  /* May be missing. */
  klv_text password_rules;
} klv_traits;

/* The size and appearance of the area in which the host shows the keyboard. Lengths are in points. The keyboard sets
 * `size` before the call. */
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
  /* The user's text size, as a factor of the default size. */
  double text_scale;
} klv_environment;

/* "klava.field/1": the field that has the focus, and the environment. */
typedef struct klv_field {
  /* [field] Reads the traits of the field that has the focus. */
  klv_result (*traits)(klv_host *host, klv_traits *traits);
  /* [field] Reads the size and appearance of the area in which the host shows the keyboard. */
  klv_result (*environment)(klv_host *host, klv_environment *environment);
} klv_field;
#define KLV_FIELD "klava.field/1"

/* "klava.input-mode/1": changing to other keyboards. The functions advance_to_next, show_list and dismiss have an
 * effect only in turns in which the keyboard may type. If the user's last gesture on the keyboard is more than five
 * seconds old, these three functions have no effect. A call without an effect returns KLV_OK. */
typedef struct klv_input_mode {
  /* [turn] advanceToNextInputMode: changes to the user's next keyboard. */
  klv_result (*advance_to_next)(klv_host *host);
  /* [turn] handleInputModeList: shows the list of the user's keyboards. */
  klv_result (*show_list)(klv_host *host);
  /* [turn] dismissKeyboard: hides the keyboard. */
  klv_result (*dismiss)(klv_host *host);
  /* [load] needsInputModeSwitchKey: whether the keyboard must show a globe key. */
  bool (*needs_switch_key)(klv_host *host);
  /* [load] hasFullAccess: whether the user granted full access. */
  bool (*has_full_access)(klv_host *host);
  /* [load] The controller's primaryLanguage, or the manifest's PrimaryLanguage if the keyboard has set no language. The
   * text is valid until the end of the turn. */
  klv_result (*primary_language)(klv_host *host, klv_text *language);
  /* [load] Sets the controller's primaryLanguage, a BCP 47 tag. An empty text restores the manifest's
   * PrimaryLanguage. */
  klv_result (*set_primary_language)(klv_host *host, const char *language, uint64_t length);
} klv_input_mode;
#define KLV_INPUT_MODE "klava.input-mode/1"

/* Kinds of elements. The kinds from KLV_ELEMENT_GRID to KLV_ELEMENT_SUGGESTIONS, and the members of klv_element from
 * `columns` to `forces_left_to_right`, exist since version 1.2. */
/* A row: elements side by side, from the leading edge. */
#define KLV_ELEMENT_ROW 0u
/* A column: elements from top to bottom. */
#define KLV_ELEMENT_COLUMN 1u
#define KLV_ELEMENT_KEY 2u
/* A text that the keyboard can change. */
#define KLV_ELEMENT_LABEL 3u
/* Empty space. */
#define KLV_ELEMENT_SPACER 4u
/* A grid: elements in rows of `columns` cells of equal width. */
#define KLV_ELEMENT_GRID 5u
/* A scroll area: elements side by side or from top to bottom. The host does not shrink the elements of a scroll area.
 * The user scrolls to elements that do not fit. If an element has no fixed size, its weight sets the size. In a
 * horizontal scroll area, the weight 1 means the default width of a key. In a vertical scroll area, the weight 1 means
 * the default height of a row. An element that contains rows is at least as high as all its rows together. */
#define KLV_ELEMENT_HORIZONTAL_SCROLL 6u
#define KLV_ELEMENT_VERTICAL_SCROLL 7u
/* A picture that is not a key. */
#define KLV_ELEMENT_IMAGE 8u
/* A row of suggestions. Each suggestion is a key, and all suggestions have the same width. */
#define KLV_ELEMENT_SUGGESTIONS 9u
/* An element that the keyboard draws. KLV_ELEMENT_CANVAS and KLV_ELEMENT_LAYERS exist since version 1.4. */
#define KLV_ELEMENT_CANVAS 10u
/* A stack whose elements lie over each other, with the first element at the back. */
#define KLV_ELEMENT_LAYERS 11u

/* The role of a key. The role decides what the key does if the keyboard does not handle an event of the key. */
#define KLV_ROLE_CHARACTER 0u
#define KLV_ROLE_SPACE 1u
#define KLV_ROLE_RETURN 2u
#define KLV_ROLE_DELETE 3u
#define KLV_ROLE_SHIFT 4u
#define KLV_ROLE_PLANE_SWITCH 5u
#define KLV_ROLE_NEXT_KEYBOARD 6u
#define KLV_ROLE_DISMISS 7u
#define KLV_ROLE_ACTION 8u
/* One suggestion of a bar: a key that types its title. The host creates the keys of a suggestion bar. */
#define KLV_ROLE_SUGGESTION 9u

/* Whether a key repeats while the user holds it. */
#define KLV_REPEATS_BY_ROLE 0u
#define KLV_REPEATS_YES 1u
#define KLV_REPEATS_NO 2u

/* The directions of the swipes that a key gets. A key gets only swipes that begin on the key. The values KLV_SWIPES_…
 * exist since version 1.3. */
/* klv_interface_record.recognizes_swipes decides whether the keyboard gets a swipe that begins on the key. */
#define KLV_SWIPES_BY_VIEW 0u
/* Left, right, up and down. */
#define KLV_SWIPES_FOUR 1u
/* Left, right, up, down and the diagonals. */
#define KLV_SWIPES_EIGHT 2u

/* The weight of a font, as in UIFont.Weight. With 0, the host chooses the weight. */
#define KLV_FONT_LIGHT 1u
#define KLV_FONT_REGULAR 2u
#define KLV_FONT_MEDIUM 3u
#define KLV_FONT_SEMIBOLD 4u
#define KLV_FONT_BOLD 5u

/* Alignment of a text. With 0, the text of a key is centered, and the text of a label starts at the leading edge. */
#define KLV_ALIGN_LEADING 1u
#define KLV_ALIGN_CENTER 2u
#define KLV_ALIGN_TRAILING 3u

/* Flags of klv_element.sets. Each flag says that the element sets the member of the same name, such as corner_radius.
 * Without the flag, the host ignores the member and chooses a value. A member cannot use 0 to mean "the host chooses",
 * because 0 is a valid corner radius, opacity and spacing. */
#define KLV_SETS_CORNER_RADIUS 1u
#define KLV_SETS_OPACITY 2u
#define KLV_SETS_SPACING 4u

/* The position of a hint on a key, as an index in klv_element.hints. In a right-to-left layout, leading is right. */
#define KLV_HINT_TOP_LEADING 0u
#define KLV_HINT_TOP 1u
#define KLV_HINT_TOP_TRAILING 2u
#define KLV_HINT_LEADING 3u
#define KLV_HINT_TRAILING 4u
#define KLV_HINT_BOTTOM_LEADING 5u
#define KLV_HINT_BOTTOM 6u
#define KLV_HINT_BOTTOM_TRAILING 7u
/* The number of positions for hints. */
#define KLV_HINT_LIMIT 8u

/* How the coordinates of a canvas fill its frame, as in UIView.ContentMode. */
/* The host centers the drawing and scales it to the largest size that fits. The drawing keeps its proportions. */
#define KLV_CONTENT_SCALE_ASPECT_FIT 0u
/* The host stretches the drawing to the whole frame. The host scales line widths, corner radii and font sizes by the
 * smaller one of the horizontal and the vertical factor. */
#define KLV_CONTENT_SCALE_TO_FILL 1u

/* The commands of a drawing. As in Core Graphics, commands first build a path. A later command fills the path, strokes
 * the path or clips to the path. The command that fills, strokes or clips also ends the path. */
/* Begins a subpath at (x, y). */
#define KLV_DRAW_MOVE 0u
/* Adds a line from the current position to (x, y). */
#define KLV_DRAW_LINE 1u
/* Adds a quadratic Bezier curve to (x, y) with the control point (x1, y1). */
#define KLV_DRAW_QUAD_CURVE 2u
/* Adds a cubic Bezier curve to (x, y) with the control points (x1, y1) and (x2, y2). */
#define KLV_DRAW_CURVE 3u
/* Adds an arc around (x, y) with the radius `radius`, from `start_angle` to `end_angle`. Without
 * KLV_DRAW_COUNTERCLOCKWISE, the arc runs clockwise on the screen. If the path has a current position, a line joins
 * that position to the start of the arc. */
#define KLV_DRAW_ARC 4u
/* Adds a rectangle at (x, y) with the size `width` and `height`, and the corner radius `radius`. */
#define KLV_DRAW_RECT 5u
/* Adds a line from the current position back to the start of the subpath. */
#define KLV_DRAW_CLOSE 6u
/* Fills the path. With KLV_DRAW_EVEN_ODD, parts that the path encloses an even number of times stay empty. */
#define KLV_DRAW_FILL 7u
/* Draws the lines of the path, with the width `line_width`. */
#define KLV_DRAW_STROKE 8u
/* Clips all later commands to the inside of the path, until the matching KLV_DRAW_RESTORE or the end of the
 * drawing. */
#define KLV_DRAW_CLIP 9u
/* Saves the clip. */
#define KLV_DRAW_SAVE 10u
/* Restores the clip of the matching KLV_DRAW_SAVE. */
#define KLV_DRAW_RESTORE 11u
/* Draws `text` in the rectangle at (x, y) with the size `width` and `height`, and with the font size `font_size`. The
 * host shrinks a text that does not fit. */
#define KLV_DRAW_TEXT 12u
/* Draws a picture at the largest size that fits the rectangle at (x, y) with the size `width` and `height`. `text` is
 * the path of the picture, as in klv_element.image. */
#define KLV_DRAW_IMAGE 13u

/* Flags of a command. */
#define KLV_DRAW_EVEN_ODD 1u
#define KLV_DRAW_COUNTERCLOCKWISE 2u

/* CGLineCap. */
#define KLV_CAP_BUTT 0u
#define KLV_CAP_ROUND 1u
#define KLV_CAP_SQUARE 2u

/* CGLineJoin. */
#define KLV_JOIN_MITER 0u
#define KLV_JOIN_ROUND 1u
#define KLV_JOIN_BEVEL 2u

/* The maximum numbers of commands in all canvases of an input view together. KLV_DRAW_LIMIT is the maximum number of
 * all commands. KLV_PAINT_LIMIT is the maximum number of commands that fill, stroke, clip, or draw a text or
 * picture. */
#define KLV_DRAW_LIMIT 4096u
#define KLV_PAINT_LIMIT 1024u

/* One command of a drawing. The host ignores members that a command does not use. Coordinates are distances from the
 * top left corner of the canvas, from -16,384 to 16,384. Lengths are from 0 to 16,384. Angles are in radians, from -16
 * to 16. The angle 0 points to the right. */
typedef struct klv_draw_command {
  /* KLV_DRAW_… */
  uint32_t kind;
  /* KLV_DRAW_EVEN_ODD and KLV_DRAW_COUNTERCLOCKWISE, combined with bitwise or. */
  uint32_t flags;
  float x;
  float y;
  float x1;
  float y1;
  float x2;
  float y2;
  float width;
  float height;
  float radius;
  float start_angle;
  float end_angle;
  float line_width;
  /* The font size in the canvas's coordinates, 1 to 1,000. */
  float font_size;
  /* KLV_FONT_… */
  uint32_t font_weight;
  /* KLV_ALIGN_…. With 0, the text is centered. On a canvas, the leading edge is always the left edge. */
  uint32_t alignment;
  /* KLV_CAP_… and KLV_JOIN_… */
  uint32_t line_cap;
  uint32_t line_join;
  /* The color in the light and dark appearance, as 0xRRGGBBAA. In `color_light`, 0 means the foreground color of the
   * canvas. In `color_dark`, 0 means the color of the light appearance. */
  uint32_t color_light;
  uint32_t color_dark;
  uint32_t reserved;
  /* The text of KLV_DRAW_TEXT, at most 256 bytes, or the path for KLV_DRAW_IMAGE. */
  klv_text text;
} klv_draw_command;

/* The drawing of a canvas. The host copies the commands before the call returns. Direction: keyboard to host. */
typedef struct klv_drawing {
  uint32_t size;
  /* sizeof(klv_draw_command). */
  uint32_t command_size;
  const klv_draw_command *commands;
  uint64_t command_count;
} klv_drawing;

/* The maximum number of alternatives on a key, or of suggestions in a bar. */
#define KLV_CHOICE_LIMIT 32u

/* One node of the input view's tree. The stacks are rows, columns, grids, scroll areas and layers. */
typedef struct klv_element {
  /* sizeof(klv_element). All elements of one input view have the same size. */
  uint32_t size;
  /* KLV_ELEMENT_… */
  uint32_t kind;
  /* Number of direct children of a stack. In klv_interface_record.elements, the children of a stack follow the stack.
   * If a child is a stack, the children of this child follow the child directly. */
  uint32_t child_count;
  /* KLV_ROLE_…, for a key. */
  uint32_t role;
  /* The element's identifier. Two keys of an input view must not have the same identifier. The same rule applies to
   * labels, to pictures, to canvases and to suggestion bars. If a key's identifier is missing, its title is the
   * identifier. The suggestion at index 2 of the bar `words` is the key `words.2`. */
  klv_text identifier;
  /* The title of a key, or the text of a label. */
  klv_text title;
  /* Path of a PNG or SVG file in the bundle, or "system:" and the name of an image that Klava draws, such as
   * "system:doc.on.doc". Mandatory for a picture, optional for a key. */
  klv_text image;
  /* The text that a screen reader speaks. May be missing. If the text is missing, a screen reader speaks the title, and
   * skips a picture. */
  klv_text accessibility_label;
  /* The weight of the element: its share of the space, relative to the weights of its neighbors. The number 0 means the
   * weight 1. */
  double weight;
  /* Whether the key is disabled. */
  bool is_disabled;
  uint8_t reserved[7];
  /* Number of cells in a row of a grid, 1 to 64. */
  uint32_t columns;
  /* KLV_REPEATS_…, for a key. With KLV_REPEATS_BY_ROLE, only a delete key repeats. */
  uint32_t repeats;
  /* Fixed width and height in points, at least 1. With 0, the weights of the element and its neighbors decide the
   * size. */
  double width;
  double height;
  /* Colors of the text and the background, in the light and dark appearance, as 0xRRGGBBAA. In `…_light`, 0 means the
   * color that the host chooses. In `…_dark`, 0 means the color of the light appearance. An element without a
   * foreground color uses the foreground color of its stack. */
  uint32_t foreground_light;
  uint32_t foreground_dark;
  uint32_t background_light;
  uint32_t background_dark;
  /* KLV_SETS_… combined with bitwise or: which of corner_radius, opacity and spacing the element sets. */
  uint32_t sets;
  /* KLV_FONT_… */
  uint32_t font_weight;
  /* Font size in points, 4 to 200, before the host scales it to the user's text size. With 0, the host chooses a size
   * that fits the element's height. */
  double font_size;
  /* CALayer.cornerRadius, in points. */
  double corner_radius;
  /* The opacity, as in UIView.alpha: 0 is invisible, 1 is opaque. */
  double opacity;
  /* Space between the children of a stack, in points. */
  double spacing;
  /* KLV_ALIGN_… */
  uint32_t alignment;
  /* Number of `choices`, at most KLV_CHOICE_LIMIT. */
  uint32_t choice_count;
  /* The alternatives that a key offers while the user holds it, or the suggestions of a bar. No text may be missing or
   * empty. The member is NULL if there are no texts. The host copies the texts before the call returns. */
  const klv_text *choices;
  /* A hint about the effect of pressing the key, which a screen reader speaks. May be missing. */
  klv_text accessibility_hint;
  /* Whether the host shows the key as switched on. Example: an active shift key. */
  bool is_selected;
  /* UISemanticContentAttribute.forceLeftToRight, for a stack: the host does not mirror the stack in right-to-left
   * layouts. */
  bool forces_left_to_right;
  uint8_t reserved_2[6];
  /* KLV_SWIPES_…, for a key. The members from `swipes` to `hold_delay` exist since version 1.3. */
  uint32_t swipes;
  /* Whether the key gets the touches of fingers through "klava.touch/1" instead of gestures through "klava.keys/1". A
   * script or a screen reader presses the key without a finger. Such a press arrives through "klava.keys/1", so handle
   * presses in `key_event` too. A key with the role KLV_ROLE_NEXT_KEYBOARD or KLV_ROLE_DISMISS always gets gestures. A
   * canvas can get touches too. The identifier of a canvas that gets touches must differ from the identifiers of the
   * keys. The positions of touches on a canvas are in points, from the top left corner of the canvas's frame. If a
   * canvas gets no touches, the elements behind the canvas get the touches. */
  bool receives_touches;
  uint8_t reserved_3[3];
  /* The distance in points after which a movement of the finger is a swipe, 8 to 400. The number 0 means the default
   * distance of 40. The host ignores the distance if the key's `swipes` is KLV_SWIPES_BY_VIEW. */
  double swipe_distance;
  /* The time in seconds after which a pressed key counts as held, 0.1 to 5. The number 0 means the default delay of 0.5
   * s. */
  double hold_delay;
  /* A smaller text below the title of a key. May be missing. The members from `subtitle` on exist since version 1.4. */
  klv_text subtitle;
  /* Small texts at the edges and in the corners of a key, by position. For example, the text at index
   * KLV_HINT_TOP_TRAILING is in the top trailing corner. A text may be missing. The member is NULL if there are no
   * hints. The host copies the texts before the call returns. */
  const klv_text *hints;
  /* The number of `hints`, at most KLV_HINT_LIMIT. */
  uint32_t hint_count;
  /* KLV_CONTENT_…, for a canvas. */
  uint32_t content_mode;
  /* The width and the height of a canvas in its own coordinates, 1 to 4,096. */
  double space_width;
  double space_height;
  /* The drawing of a canvas. NULL means an empty drawing. */
  const klv_drawing *drawing;
} klv_element;

/* Direction: keyboard to host. The host copies the complete record before the call returns. */
typedef struct klv_interface_record {
  uint32_t size;
  /* Number of elements. The first element is the root and contains all other elements. */
  uint32_t element_count;
  const klv_element *elements;
  /* The requested height in points. 0 requests the host's default height. */
  double height;
  /* Whether the keyboard gets swipes that begin anywhere in the input view. See also klv_element.swipes. */
  bool recognizes_swipes;
  /* UIInputViewAudioFeedback: whether keys click. */
  bool enables_input_clicks;
  uint8_t reserved[6];
  /* The width of the input view in points, 1 to 4,096, for which the author chose the fixed widths and spacings. If the
   * width of the keyboard is different, the host scales all fixed widths and spacings by one factor. With 0, the host
   * never enlarges fixed widths and spacings, but shrinks widths and spacings that do not fit. Exists since version
   * 1.4. */
  double design_width;
} klv_interface_record;

/* A change of one key. A member that is 0 or missing changes nothing. */
typedef struct klv_key_change {
  uint32_t size;
  /* 1 enables the key, 2 disables the key. */
  uint32_t enabled;
  /* The new title. */
  klv_text title;
  /* 1 shows the key as switched on, 2 shows the key as switched off. The members from `selected` on exist since version
   * 1.2. */
  uint32_t selected;
  uint32_t reserved;
} klv_key_change;

/* "klava.interface/1": the input view. */
typedef struct klv_interface {
  /* [load] Replaces the input view. The host shows the new input view when the turn ends. */
  klv_result (*set)(klv_host *host, const klv_interface_record *interface_record);
  /* [load] Changes the text of a label. */
  klv_result (*set_label)(klv_host *host, const char *identifier, uint64_t identifier_length, const char *text,
                          uint64_t text_length);
  /* [load] Changes the title or the state of a key. */
  klv_result (*set_key)(klv_host *host, const char *identifier, uint64_t identifier_length,
                        const klv_key_change *change);
} klv_interface;
#define KLV_INTERFACE "klava.interface/1"

/* "klava.interface-changes/1": changes of pictures and suggestion bars of the input view. Exists since version 1.2. */
typedef struct klv_interface_changes {
  /* [load] Replaces the file that a picture shows. The path names a file in the bundle. Returns KLV_ERROR_NOT_FOUND
   * if no picture has the identifier. */
  klv_result (*set_image)(klv_host *host, const char *identifier, uint64_t identifier_length, const char *path,
                          uint64_t path_length);
  /* [load] Replaces the suggestions of a bar with `count` texts, at most KLV_CHOICE_LIMIT. No text may be missing or
   * empty. NULL with a count of 0 removes all suggestions. The host copies the texts before the call returns. Returns
   * KLV_ERROR_NOT_FOUND if no bar has the identifier. */
  klv_result (*set_suggestions)(klv_host *host, const char *identifier, uint64_t identifier_length,
                                const klv_text *suggestions, uint64_t count);
} klv_interface_changes;
#define KLV_INTERFACE_CHANGES "klava.interface-changes/1"

/* "klava.canvas/1": new drawings for a canvas. Exists since version 1.4. */
typedef struct klv_canvas {
  /* [load] Replaces the drawing of a canvas. The host shows only the last drawing of a turn, and at most one drawing
   * for each frame of the screen. Returns KLV_ERROR_NOT_FOUND if no canvas has the identifier. */
  klv_result (*set_drawing)(klv_host *host, const char *identifier, uint64_t identifier_length,
                            const klv_drawing *drawing);
} klv_canvas;
#define KLV_CANVAS "klava.canvas/1"

/* Kinds of settings. */
#define KLV_SETTING_TEXT 0u
#define KLV_SETTING_BOOLEAN 1u
#define KLV_SETTING_INTEGER 2u
#define KLV_SETTING_REAL 3u

/* The value of a setting. The keyboard sets `size` before the call. Text is borrowed until the end of the turn. */
typedef struct klv_setting {
  uint32_t size;
  /* KLV_SETTING_… */
  uint32_t kind;
  /* An integer value, or a Boolean value as 0 or 1. */
  int64_t integer;
  double real;
  klv_text text;
} klv_setting;

/* "klava.settings/1": the user's settings for this keyboard. A setting that the user has not changed has its default
 * value. */
typedef struct klv_settings {
  /* [load] Reads the setting with the key `key`. Returns KLV_ERROR_NOT_FOUND if no setting has the key, or if the
   * setting has no default value and the user has not set one. */
  klv_result (*read)(klv_host *host, const char *key, uint64_t key_length, klv_setting *setting);
} klv_settings;
#define KLV_SETTINGS "klava.settings/1"

/* "klava.resources/1": the files of the keyboard's bundle, read-only. Results are borrowed until the end of the
 * turn. */
typedef struct klv_resources {
  /* [load] Reads a file, by its path in the bundle. */
  klv_result (*read)(klv_host *host, const char *path, uint64_t path_length, klv_bytes *bytes);
  /* [load] Lists the names in a folder of the bundle, sorted, each followed by a line feed. An empty path means the
   * bundle itself. */
  klv_result (*names)(klv_host *host, const char *path, uint64_t path_length, klv_text *names);
  /* [load] Looks up a key in a table of localized strings. An empty table name means "Localizable". An empty language
   * means the language that matches the user's languages best. Returns KLV_ERROR_NOT_FOUND if the key has no text. */
  klv_result (*localized_string)(klv_host *host, const char *key, uint64_t key_length, const char *table,
                                 uint64_t table_length, const char *language, uint64_t language_length,
                                 klv_text *text);
} klv_resources;
#define KLV_RESOURCES "klava.resources/1"

/* "klava.container/1": the keyboard's data container. A file name has 1 to 128 of the characters A-Z a-z 0-9 . _ - and
 * does not start with a period. A file has at most 4,194,304 bytes, and one call reads or writes the whole file. The
 * container holds at most 4,096 files and 64,000,000 bytes. To compute the number of bytes, Klava rounds the size of
 * each file up to whole memory pages. If the manifest sets KLVFileAccess to `paths`, the files of the data container
 * are in the folder that container_path returns. */
typedef struct klv_container {
  /* [load] Reads a file. The bytes are valid until the end of the turn. */
  klv_result (*read)(klv_host *host, const char *name, uint64_t name_length, klv_bytes *bytes);
  /* [load] Writes a file and replaces its earlier content. The write is complete when the function returns. If the file
   * would exceed a limit, the function returns KLV_ERROR_TOO_LARGE and changes nothing. If the function returns
   * KLV_ERROR_TOO_LARGE, split the file, or remove other files. The keyboard's log names the limit. */
  klv_result (*write)(klv_host *host, const char *name, uint64_t name_length, const uint8_t *bytes, uint64_t length);
  /* [load] Removes a file. */
  klv_result (*remove)(klv_host *host, const char *name, uint64_t name_length);
  /* [load] Lists the names of all files, sorted, each followed by a line feed. The list is valid until the end of the
   * turn. */
  klv_result (*names)(klv_host *host, klv_text *names);
} klv_container;
#define KLV_CONTAINER "klava.container/1"

/* "klava.timer/1": timers. Each time a timer fires, the host begins a separate turn. */
typedef struct klv_timer {
  /* [load] Starts a timer. After `seconds`, the host calls timer_fired: once, or repeatedly if `repeats` is true.
   * `seconds` is 0.01 to 86,400. Returns the timer's number. Returns 0 if the keyboard already has 64 timers, or if
   * `seconds` is out of range. */
  uint64_t (*start)(klv_host *host, double seconds, bool repeats);
  /* [load] Cancels a timer. */
  klv_result (*cancel)(klv_host *host, uint64_t timer);
} klv_timer;
#define KLV_TIMER "klava.timer/1"

#define KLV_LOG_DEBUG 0
#define KLV_LOG_INFO 1
#define KLV_LOG_NOTICE 2
#define KLV_LOG_ERROR 3
#define KLV_LOG_FAULT 4

/* "klava.log/1": the keyboard's log. Never log text that the user typed. If the process crashes or does not answer in
 * time, the log does not contain the lines of the unfinished turn. It contains the text that the process printed. */
typedef struct klv_log {
  /* [load] Adds a line to the log. */
  klv_result (*write)(klv_host *host, int32_t level, const char *message, uint64_t length);
} klv_log;
#define KLV_LOG "klava.log/1"

/* "klava.memory/1": the keyboard's use of memory. */
typedef struct klv_memory {
  /* [load] The maximum private memory of the keyboard's process, in bytes: heap, stacks and written pages of libraries.
   * The host warns the keyboard at three quarters of the limit, and ends a process that exceeds the limit. */
  uint64_t (*limit)(klv_host *host);
  /* [load] The heap memory that all code in the keyboard's process uses, in bytes. */
  uint64_t (*used)(klv_host *host);
} klv_memory;
#define KLV_MEMORY "klava.memory/1"

/* Sounds of a key that types, a key that deletes, and any other key. The corresponding system sounds of iOS are 1123,
 * 1155 and 1156. */
#define KLV_SOUND_CLICK 0
#define KLV_SOUND_DELETE 1
#define KLV_SOUND_MODIFIER 2

/* "klava.feedback/1": key sounds, for a keyboard whose manifest sets RequestsOpenAccess. For all other keyboards, each
 * function does nothing and returns KLV_ERROR_NO_ACCESS. The functions return KLV_ERROR_NOT_NOW if the input view does
 * not set enables_input_clicks. The host plays at most one sound for each turn, when the turn ends. A second request
 * for a sound in a turn returns KLV_ERROR_TOO_LARGE. The functions return KLV_OK even if the user turned sounds off, so
 * a keyboard cannot find out whether sounds are on. Exists since version 1.2. */
typedef struct klv_feedback {
  /* [edit] UIDevice.playInputClick: plays the sound of a key that types. */
  klv_result (*play_input_click)(klv_host *host);
  /* [edit] Plays the sound `sound`, a value KLV_SOUND_… */
  klv_result (*play_sound)(klv_host *host, int32_t sound);
} klv_feedback;
#define KLV_FEEDBACK "klava.feedback/1"

/* ---- Services of full access ------------------------------------------------------------------------------------- */

/* Without full access, every function of "klava.pasteboard/1" and "klava.network/1" does nothing and returns
 * KLV_ERROR_NO_ACCESS. The function has_full_access returns whether the keyboard has full access. If the user revokes
 * full access, the host ends the keyboard's process and closes its connections. */

/* The maximum length in bytes of a text that a keyboard reads from the pasteboard or writes to it. */
#define KLV_PASTEBOARD_TEXT_LIMIT 262144u

/* "klava.pasteboard/1": the text of UIPasteboard.general. The host answers at most 64 calls of these functions in a
 * turn. Each later call in the turn returns KLV_ERROR_TOO_LARGE. */
typedef struct klv_pasteboard {
  /* [field] string: the text of the pasteboard. The text is missing if the pasteboard has no text. Returns
   * KLV_ERROR_TOO_LARGE if the text is longer than KLV_PASTEBOARD_TEXT_LIMIT. The text is valid until the end of the
   * turn. */
  klv_result (*string)(klv_host *host, klv_text *text);
  /* [field] Sets string: puts a text on the pasteboard. The change takes effect immediately, and the host does not undo
   * the change if the turn fails. NULL with length 0 clears the pasteboard. Returns KLV_ERROR_BAD_ARGUMENT if the text
   * contains a control character other than a tab or a line break. */
  klv_result (*set_string)(klv_host *host, const char *text, uint64_t length);
  /* [field] hasStrings: whether the pasteboard has text. The function does not read the text. */
  klv_result (*has_strings)(klv_host *host, bool *has_strings);
  /* [field] changeCount: a number that changes whenever the content of the pasteboard changes. */
  klv_result (*change_count)(klv_host *host, uint64_t *change_count);
} klv_pasteboard;
#define KLV_PASTEBOARD "klava.pasteboard/1"

/* The maximum number of connections that a keyboard can have at the same time. */
#define KLV_CONNECTION_LIMIT 8u
/* The maximum number of bytes that one call sends or receives. */
#define KLV_NETWORK_CALL_LIMIT 262144u

/* States of a connection. */
/* The host is looking up the name or connecting. */
#define KLV_CONNECTION_CONNECTING 0u
/* The connection is established. */
#define KLV_CONNECTION_OPEN 1u
/* The peer closed the connection, and the keyboard has received everything that the peer sent. */
#define KLV_CONNECTION_CLOSED 2u
/* The connection could not be established, or broke. */
#define KLV_CONNECTION_FAILED 3u

/* Direction: host to keyboard. The keyboard sets `size` before the call. The host writes at most `size` bytes. */
typedef struct klv_connection_info {
  uint32_t size;
  /* KLV_CONNECTION_… */
  uint32_t state;
  /* The reason why the connection failed; 0 if the connection did not fail. KLV_ERROR_NOT_FOUND: the name has no
   * address. KLV_ERROR_NO_ACCESS: the keyboard may not connect to this address or name. KLV_ERROR_FAILED: any other
   * reason. */
  int32_t failure;
  uint32_t reserved;
} klv_connection_info;

/* "klava.network/1": TCP connections. The host makes the connections and transfers their bytes. A keyboard's process
 * cannot open sockets.
 *
 * By default, a keyboard can connect to the internet only. The host refuses connections to this machine, to the local
 * network and to all private, link-local, multicast and reserved addresses. The user can allow connections to this
 * machine and to the local network. The host looks up a name first, and then checks the addresses of the name.
 *
 * If the user has not allowed the local network, the host looks up only names of two or more labels. The host does not
 * add a search domain to a name. A name of one label, or a name for private use (below .local, .internal, .home.arpa,
 * .lan, .localhost and similar domains), fails with KLV_ERROR_NO_ACCESS. The host sends no query for a name that fails
 * with KLV_ERROR_NO_ACCESS. If the host refuses all addresses of a name, the connection fails as if the name did not
 * exist: with KLV_ERROR_NOT_FOUND after one second.
 *
 * The host closes a keyboard's connections when the keyboard's process ends, when a protected field gets the focus, and
 * when the user revokes full access. Bytes pass between the keyboard and the host only during the keyboard's turns. All
 * connections and both directions together transfer at most 4 MiB a second. If a turn fails, the host does not undo the
 * network calls of the turn. */
typedef struct klv_network {
  /* [turn] Starts a connection to a name or an address (at most 253 bytes) and a port (1 to 65,535), and stores the
   * connection's number. The host never uses a number twice. The function returns without waiting for the connection.
   * The function `state` reports the progress. Returns KLV_ERROR_TOO_LARGE if the keyboard has KLV_CONNECTION_LIMIT
   * connections, or starts more than 8 connections in a second. */
  klv_result (*connect)(klv_host *host, const char *name, uint64_t length, uint64_t port, uint64_t *connection);
  /* [turn] Reads the state of a connection. The functions `state`, `send`, `receive` and `close` return
   * KLV_ERROR_NOT_FOUND if no connection has the number. */
  klv_result (*state)(klv_host *host, uint64_t connection, klv_connection_info *info);
  /* [turn] Sends at most KLV_NETWORK_CALL_LIMIT bytes and stores how many bytes the host accepted, possibly 0. Send the
   * remaining bytes later. The function never waits. Returns KLV_ERROR_FAILED if the connection can send no more. */
  klv_result (*send)(klv_host *host, uint64_t connection, const uint8_t *bytes, uint64_t length, uint64_t *taken);
  /* [turn] Receives up to `capacity` bytes (1 to KLV_NETWORK_CALL_LIMIT). If no bytes have arrived, the function waits
   * up to `seconds` (0 to 0.1). All calls of a turn together wait at most 0.1 s. An empty result is not an error: no
   * bytes have arrived yet, or the connection is closed. The function `state` shows whether the connection is closed.
   * Returns KLV_ERROR_FAILED if the connection failed. The bytes are valid until the end of the turn. */
  klv_result (*receive)(klv_host *host, uint64_t connection, uint64_t capacity, double seconds, klv_bytes *bytes);
  /* [turn] Closes a connection. After `close`, the connection's number is invalid. */
  klv_result (*close)(klv_host *host, uint64_t connection);
} klv_network;
#define KLV_NETWORK "klava.network/1"

/* "klava.paths/1": the paths of the keyboard's files. The host has the table "klava.paths/1" only for a keyboard whose
 * manifest sets KLVFileAccess to `paths`. All other keyboards use "klava.resources/1" and "klava.container/1". */
typedef struct klv_paths {
  /* [load] The absolute path of the bundle's folder, which the keyboard can read. The text is valid until the end of
   * the turn. */
  klv_result (*bundle_path)(klv_host *host, klv_text *path);
  /* [load] The absolute path of the data container's folder, which the keyboard can write. The text is valid until the
   * end of the turn. The folder is in memory, and holds at most 4,096 files and 64,000,000 bytes. The limit on bytes
   * counts whole memory pages for each file. Writing beyond a limit fails with ENOSPC. If a file gets larger than 4 MiB,
   * the kernel ends the process with SIGXFSZ. The host copies changes to the disk when the user is next idle and when
   * the process ends. If the host is killed, changes since the last copy are lost. */
  klv_result (*container_path)(klv_host *host, klv_text *path);
} klv_paths;
#define KLV_PATHS "klava.paths/1"

/* "klava.turn-request/1": turns that a keyboard requests, from any thread. Exists since version 1.3. */
typedef struct klv_turn_request {
  /* [any] Requests a turn. The host begins the turn when the keyboard is on the screen and no other turn runs. At least
   * 5 ms pass between the beginnings of two requested turns. In the requested turn, the host calls `run` of
   * klv_main_queue. If a keyboard makes several requests before the requested turn begins, the host begins only one
   * turn. */
  klv_result (*request)(klv_host *host);
} klv_turn_request;
#define KLV_TURN_REQUEST "klava.turn-request/1"

/* The maximum length in bytes of a text in which the host finds words or sentences. */
#define KLV_TEXT_SERVICES_LIMIT 8192u

/* Positions in a text, in ascending order, in UTF-16 code units. Borrowed until the end of the turn. */
typedef struct klv_offsets {
  const uint64_t *offsets;
  uint64_t count;
} klv_offsets;

/* "klava.text/1": text services, with the same rules for all keyboards. The host answers at most 64 calls of these
 * functions in a turn. Each later call in the turn returns KLV_ERROR_TOO_LARGE. Exists since version 1.4. */
typedef struct klv_text_services {
  /* [load] Finds the boundaries of words by the default rules of Unicode (UAX #29). The first boundary is 0, and the
   * last boundary is the length of the text. In scripts without spaces between words, the host uses a dictionary to
   * find the words. An empty text has no boundaries. Returns KLV_ERROR_TOO_LARGE for a text of more than
   * KLV_TEXT_SERVICES_LIMIT bytes. */
  klv_result (*words)(klv_host *host, const char *text, uint64_t length, klv_offsets *boundaries);
  /* [load] Like `words`, but finds the boundaries of sentences. The language is a BCP 47 tag, or empty for the default
   * rules. */
  klv_result (*sentences)(klv_host *host, const char *text, uint64_t length, const char *language,
                          uint64_t language_length, klv_offsets *boundaries);
  /* [field] Stores whether the next letter at the insertion point must be a capital. The type is a raw value of
   * UITextAutocapitalizationType: 0 never, 1 at the start of words, 2 at the start of sentences, 3 always. To follow
   * the field's rule, pass klv_traits.autocapitalization_type. The rules depend on the language of the document, or on
   * the keyboard's primary language if the document has no language. In fields for addresses and codes, the result for
   * the types 1 and 2 is always false. */
  klv_result (*capitalizes)(klv_host *host, int32_t type, bool *capitalizes);
} klv_text_services;
#define KLV_TEXT_SERVICES "klava.text/1"

/* Kinds of haptic feedback. */
/* UISelectionFeedbackGenerator: a selection changed. */
#define KLV_HAPTIC_SELECTION 0
/* UIImpactFeedbackGenerator: an impact of a light, medium or heavy strength. */
#define KLV_HAPTIC_LIGHT_IMPACT 1
#define KLV_HAPTIC_MEDIUM_IMPACT 2
#define KLV_HAPTIC_HEAVY_IMPACT 3
/* UINotificationFeedbackGenerator: the outcome of a task. */
#define KLV_HAPTIC_SUCCESS 4
#define KLV_HAPTIC_WARNING 5
#define KLV_HAPTIC_ERROR 6

/* "klava.haptics/1": vibrations. Without full access, `play` does nothing and returns KLV_ERROR_NO_ACCESS. The host
 * plays at most one vibration for each turn, when the turn ends. A second request for a vibration in a turn returns
 * KLV_ERROR_TOO_LARGE. `play` returns KLV_OK even if the user turned vibrations off or the device has no motor. Exists
 * since version 1.5. */
typedef struct klv_haptics {
  /* [edit] Plays haptic feedback of the kind `haptic`, a value KLV_HAPTIC_… Returns KLV_ERROR_BAD_ARGUMENT for any
   * other number. */
  klv_result (*play)(klv_host *host, int32_t haptic);
} klv_haptics;
#define KLV_HAPTICS "klava.haptics/1"

/* The maximum length in bytes of a text in which the host finds misspelled words. */
#define KLV_SPELLING_TEXT_LIMIT 8192u
/* The maximum length in bytes of a word. */
#define KLV_SPELLING_WORD_LIMIT 256u

/* "klava.spelling/1": the spell checker, with the dictionaries of the system. A confined process of the host finds the
 * results. In one turn, the host waits at most 0.1 s for results of the spell checker. If a result does not arrive in
 * time, the function returns KLV_ERROR_NOT_NOW, for example while the host loads a dictionary. If a function returns
 * KLV_ERROR_NOT_NOW, call the function again in a later turn. The host answers at most 64 calls of these functions in a
 * turn. A function returns KLV_ERROR_TOO_LARGE for each later call, and for a text that exceeds KLV_SPELLING_TEXT_LIMIT
 * or KLV_SPELLING_WORD_LIMIT. A function returns KLV_ERROR_BAD_ARGUMENT if the language is not a BCP 47 tag, and
 * KLV_ERROR_NOT_FOUND if the language has no dictionary. The results do not depend on words that the system keyboard
 * learned from the user. Exists since version 1.6. */
typedef struct klv_spelling {
  /* [turn] Lists the languages with a dictionary, as BCP 47 tags. A line feed follows each tag. */
  klv_result (*languages)(klv_host *host, klv_bytes *languages);
  /* [turn] Finds the misspelled words of a text. The offsets are pairs: the start and the end of each word. */
  klv_result (*misspelled)(klv_host *host, const char *text, uint64_t length, const char *language,
                           uint64_t language_length, klv_offsets *ranges);
  /* [turn] Finds corrections of a word: at most 10, best first. A line feed follows each correction. */
  klv_result (*guesses)(klv_host *host, const char *word, uint64_t length, const char *language,
                        uint64_t language_length, klv_bytes *words);
  /* [turn] Finds words that begin with a text: at most 10, best first. A line feed follows each word. */
  klv_result (*completions)(klv_host *host, const char *text, uint64_t length, const char *language,
                            uint64_t language_length, klv_bytes *words);
} klv_spelling;
#define KLV_SPELLING "klava.spelling/1"

/* "klava.lexicon/1": the user's supplementary lexicon. Exists since version 1.6. */
typedef struct klv_lexicon {
  /* [load] Reads the lexicon: the user's text shortcuts, the names of contacts that the user imported, and frequent
   * words of the user's first language. Each entry has two lines: the text that the user types, then the text that a
   * keyboard inserts. A line feed follows each line. The host answers at most 4 calls in a turn, and returns
   * KLV_ERROR_TOO_LARGE for each later call. */
  klv_result (*entries)(klv_host *host, klv_bytes *entries);
} klv_lexicon;
#define KLV_LEXICON "klava.lexicon/1"

/* ---- Sizes that never change ------------------------------------------------------------------------------------- */

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
KLV_STATIC_ASSERT(sizeof(klv_touch_point) == 32 && offsetof(klv_touch_point, timestamp) == 24, "klv_touch_point");
KLV_STATIC_ASSERT(sizeof(klv_touch_event) == 48 && offsetof(klv_touch_event, height) == 40, "klv_touch_event");
KLV_STATIC_ASSERT(sizeof(klv_touch) == 8, "klv_touch");
KLV_STATIC_ASSERT(sizeof(klv_text_delegate) == 40, "klv_text_delegate");
KLV_STATIC_ASSERT(sizeof(klv_observing) == 48, "klv_observing");
KLV_STATIC_ASSERT(sizeof(klv_main_queue) == 16, "klv_main_queue");
KLV_STATIC_ASSERT(sizeof(klv_host_entry) == 16, "klv_host_entry");
KLV_STATIC_ASSERT(sizeof(klv_context_info) == 32 && offsetof(klv_context_info, is_cut_before) == 24,
                  "klv_context_info");
KLV_STATIC_ASSERT(sizeof(klv_document) == 112, "klv_document");
KLV_STATIC_ASSERT(sizeof(klv_traits) == 80 && offsetof(klv_traits, text_content_type) == 48, "klv_traits");
KLV_STATIC_ASSERT(sizeof(klv_environment) == 64 && offsetof(klv_environment, width) == 16, "klv_environment");
KLV_STATIC_ASSERT(sizeof(klv_field) == 16, "klv_field");
KLV_STATIC_ASSERT(sizeof(klv_input_mode) == 56, "klv_input_mode");
KLV_STATIC_ASSERT(sizeof(klv_element) == 296 && offsetof(klv_element, weight) == 80 &&
                      offsetof(klv_element, columns) == 96 && offsetof(klv_element, choices) == 184 &&
                      offsetof(klv_element, swipes) == 216 && offsetof(klv_element, subtitle) == 240,
                  "klv_element");
KLV_STATIC_ASSERT(sizeof(klv_draw_command) == 104 && offsetof(klv_draw_command, text) == 88, "klv_draw_command");
KLV_STATIC_ASSERT(sizeof(klv_drawing) == 24, "klv_drawing");
KLV_STATIC_ASSERT(sizeof(klv_interface_record) == 40 && offsetof(klv_interface_record, design_width) == 32, "klv_interface_record");
KLV_STATIC_ASSERT(sizeof(klv_key_change) == 32 && offsetof(klv_key_change, selected) == 24, "klv_key_change");
KLV_STATIC_ASSERT(sizeof(klv_interface) == 24, "klv_interface");
KLV_STATIC_ASSERT(sizeof(klv_interface_changes) == 16, "klv_interface_changes");
KLV_STATIC_ASSERT(sizeof(klv_canvas) == 8, "klv_canvas");
KLV_STATIC_ASSERT(sizeof(klv_setting) == 40, "klv_setting");
KLV_STATIC_ASSERT(sizeof(klv_settings) == 8, "klv_settings");
KLV_STATIC_ASSERT(sizeof(klv_resources) == 24, "klv_resources");
KLV_STATIC_ASSERT(sizeof(klv_container) == 32, "klv_container");
KLV_STATIC_ASSERT(sizeof(klv_timer) == 16, "klv_timer");
KLV_STATIC_ASSERT(sizeof(klv_log) == 8, "klv_log");
KLV_STATIC_ASSERT(sizeof(klv_memory) == 16, "klv_memory");
KLV_STATIC_ASSERT(sizeof(klv_feedback) == 16, "klv_feedback");
KLV_STATIC_ASSERT(sizeof(klv_pasteboard) == 32, "klv_pasteboard");
KLV_STATIC_ASSERT(sizeof(klv_connection_info) == 16 && offsetof(klv_connection_info, failure) == 8,
                  "klv_connection_info");
KLV_STATIC_ASSERT(sizeof(klv_network) == 40, "klv_network");
KLV_STATIC_ASSERT(sizeof(klv_paths) == 16, "klv_paths");
KLV_STATIC_ASSERT(sizeof(klv_turn_request) == 8, "klv_turn_request");
KLV_STATIC_ASSERT(sizeof(klv_offsets) == 16, "klv_offsets");
KLV_STATIC_ASSERT(sizeof(klv_text_services) == 24, "klv_text_services");
KLV_STATIC_ASSERT(sizeof(klv_haptics) == 8, "klv_haptics");
KLV_STATIC_ASSERT(sizeof(klv_spelling) == 32, "klv_spelling");
KLV_STATIC_ASSERT(sizeof(klv_lexicon) == 8, "klv_lexicon");
#endif

#ifdef __cplusplus
}
#endif

#endif
