/*
 * klava/keyboard.h: the contract between a keyboard and its host.
 *
 * A keyboard is a shared library that exports one data symbol, `klv_keyboard`. A library whose manifest declares
 * KLVActions may export plain functions instead. The host creates one controller from `klv_keyboard` and sends it one
 * event at a time. An event and everything that the keyboard does because of it is a *turn*. When a turn ends, the
 * host applies all of its edits and requests, or none.
 *
 * These rules hold everywhere in this file:
 *
 * - Text is UTF-8, given as a pointer and a length in bytes. It needs no NUL if its length is given. Mandatory
 *   text is never NULL. The comment of an optional text says "may be missing". A missing text is a NULL pointer with
 *   length 0.
 * - "Borrowed until the end of the turn" means: the host owns the memory. It is valid until the function that the
 *   host called returns. The host copies text that a keyboard passes to it before the call returns.
 * - A record that can grow carries its size in bytes first. The host reads a shorter record as if zeros followed. It
 *   accepts a longer record only if all bytes that it does not know are zero. A record has at most KLV_RECORD_LIMIT
 *   bytes.
 * - Each host function has a tag that says when a keyboard may call it:
 *   - [load]: in every turn, from the call of `load` on.
 *   - [turn]: during any turn.
 *   - [field]: during a turn while a field has the focus.
 *   - [edit]: during a turn in which the keyboard may type. Such a turn is a key event, a timer, or a change of the
 *     document or its traits.
 * - A function that is called at any other time, or on a different thread, does nothing. It returns
 *   KLV_ERROR_NOT_NOW, or zero if it returns no code. It never crashes.
 * - Both sides request optional function tables (interfaces) by name. NULL means that this host does not have the
 *   table. A keyboard must work without it. A published name never changes its meaning.
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

/* The upper 16 bits are the major version. A host refuses every major version except its own. The minor version grows with
 * additions. */
#define KLV_ABI_MAJOR 1u
#define KLV_ABI_MINOR 2u
#define KLV_ABI_VERSION ((KLV_ABI_MAJOR << 16) | KLV_ABI_MINOR)

/* The maximum size of a record, in bytes. */
#define KLV_RECORD_LIMIT 4096u

/* Makes the exported symbol visible in a library that hides all others. */
#define KLV_EXPORT __attribute__((visibility("default")))

/* ---- Results ------------------------------------------------------------------------------------------------------ */

/* Zero or a positive number is success, a negative number is an error. A keyboard's own functions may return any
 * code. */
typedef int32_t klv_result;

#define KLV_OK 0
/* From `key_event`: the keyboard did not handle the event. The host does what the key's role says. */
#define KLV_UNHANDLED 1
/* Any other failure. */
#define KLV_ERROR_UNKNOWN (-1)
/* An argument is NULL, out of range, or not a name that exists. */
#define KLV_ERROR_BAD_ARGUMENT (-2)
/* The function may not be called now. See its tag. */
#define KLV_ERROR_NOT_NOW (-3)
/* The user has not granted this right to the keyboard. */
#define KLV_ERROR_NO_ACCESS (-4)
/* The named object does not exist. */
#define KLV_ERROR_NOT_FOUND (-5)
/* The call would exceed a limit of size or quota. */
#define KLV_ERROR_TOO_LARGE (-6)
/* The host could not carry out the call. The keyboard's log states the reason. */
#define KLV_ERROR_FAILED (-7)
/* The text is not valid UTF-8. */
#define KLV_ERROR_NOT_UTF8 (-8)
/* The size of a record is less than 4 bytes, the size of its size field. */
#define KLV_ERROR_RECORD_TOO_SHORT (-9)
/* The size of a record exceeds KLV_RECORD_LIMIT. */
#define KLV_ERROR_RECORD_TOO_LONG (-10)
/* A record is longer than the host's version of it, and the additional bytes are not zero. */
#define KLV_ERROR_RECORD_UNKNOWN_TAIL (-11)

/* ---- Small records ------------------------------------------------------------------------------------------------ */

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

/* A message for the user that says why `create` or `load` failed. NUL-terminated UTF-8. The host owns the record. */
typedef struct klv_failure {
  char message[512];
} klv_failure;

/* Facts about the keyboard that the host is starting. Direction: host to keyboard. The texts are borrowed until
 * `create` returns. */
typedef struct klv_launch {
  uint32_t size;
  uint32_t reserved;
  /* CFBundleIdentifier. */
  klv_text bundle_identifier;
  /* NSExtensionPrincipalClass, as Module.Class. SDKs such as KlavaKit, in which a keyboard is a class, use it. A
   * keyboard in C starts at `klv_keyboard` and may ignore this member, but its manifest must set the value. Exception:
   * a library without `klv_keyboard` has only the actions of KLVActions, and its manifest does not set the value. */
  klv_text principal_class;
  /* PrimaryLanguage, a BCP 47 tag. */
  klv_text primary_language;
} klv_launch;

/* ---- The keyboard ------------------------------------------------------------------------------------------------- */

/* The type of the exported symbol. The host calls all functions on one thread. */
typedef struct klv_keyboard_entry {
  /* KLV_ABI_VERSION. */
  uint32_t abi_version;
  /* sizeof(klv_keyboard_entry). */
  uint32_t size;
  /* Creates a controller and stores the keyboard's own pointer to it in *controller. The host never follows this
   * pointer. `create` may keep `host` but must not call the host. On failure it returns a code and fills in
   * `failure`. Mandatory. */
  klv_result (*create)(klv_host *host, const klv_launch *launch, void **controller, klv_failure *failure);
  /* Loads the controller and sets the input view. From this call on, the keyboard may call the host. Mandatory. */
  klv_result (*load)(void *controller, klv_failure *failure);
  /* Destroys the controller. This is the last call. May be NULL. */
  void (*destroy)(void *controller);
  /* Returns one of the keyboard's optional function tables by its name (see below), or NULL if the keyboard does not
   * have it. The table must stay valid until `destroy`. May be NULL. */
  const void *(*get_interface)(void *controller, const char *identifier);
} klv_keyboard_entry;

/* "klava.appearing/1": the host shows or hides the keyboard. Any function may be NULL. */
typedef struct klv_appearing {
  void (*will_appear)(void *controller);
  void (*did_appear)(void *controller);
  void (*will_disappear)(void *controller);
  void (*did_disappear)(void *controller);
} klv_appearing;
#define KLV_APPEARING "klava.appearing/1"

/* The gesture that the user made on a key. */
#define KLV_GESTURE_PRESS 0u
/* The user released a key after holding it. If the keyboard handles neither this event nor the long press before it,
 * the host treats a key with alternatives as pressed. */
#define KLV_GESTURE_RELEASE 1u
/* The user held a key for half a second. If the keyboard does not handle the event, the key does what a press does,
 * so a slow press is still a press. Exceptions: a key with the role KLV_ROLE_NEXT_KEYBOARD shows the list of
 * keyboards. A key with alternatives shows them, and gets a press or KLV_GESTURE_ALTERNATIVE afterwards. If a frontend
 * sends a long press for such a key anyway, the release counts as the press. */
#define KLV_GESTURE_LONG_PRESS 2u
#define KLV_GESTURE_SWIPE 3u
/* The user still holds a key that repeats. The event comes after 0.5 s and then every 0.07 s. If the keyboard does
 * not handle it, the key does what a press does. */
#define KLV_GESTURE_REPEAT 4u
/* Like KLV_GESTURE_REPEAT, after the user has held the key for three seconds. If the keyboard does not handle it, a
 * delete key deletes a word. */
#define KLV_GESTURE_REPEAT_WORD 5u
/* The user slid from the held key to one of its alternatives. If the keyboard does not handle it, the host types the
 * alternative. */
#define KLV_GESTURE_ALTERNATIVE 6u

#define KLV_DIRECTION_LEFT 0u
#define KLV_DIRECTION_RIGHT 1u
#define KLV_DIRECTION_UP 2u
#define KLV_DIRECTION_DOWN 3u

/* Direction: host to keyboard. The texts are borrowed until `key_event` returns. */
typedef struct klv_key_event {
  uint32_t size;
  /* KLV_GESTURE_… */
  uint32_t gesture;
  /* KLV_DIRECTION_…, for KLV_GESTURE_SWIPE. */
  uint32_t direction;
  /* The index of the chosen alternative, for KLV_GESTURE_ALTERNATIVE. */
  uint32_t alternative;
  /* The key's identifier. Missing for a swipe that began on no key. */
  klv_text key;
  /* The key's title. Missing for a swipe that began on no key. */
  klv_text title;
} klv_key_event;

/* "klava.keys/1": events of keys without a named action. */
typedef struct klv_keys {
  /* Returns KLV_OK if the keyboard handled the event, or KLV_UNHANDLED if the host should do what the key's role
   * says. An error code makes the turn fail: the host undoes it. Mandatory in this table. */
  klv_result (*key_event)(void *controller, const klv_key_event *event);
} klv_keys;
#define KLV_KEYS "klava.keys/1"

/* The cause of a change of the document: this keyboard, the user, or the application. */
#define KLV_CAUSE_KEYBOARD 0u
#define KLV_CAUSE_USER 1u
#define KLV_CAUSE_APPLICATION 2u
/* Deprecated: use KLV_CAUSE_USER. The value is the same. */
#define KLV_CAUSE_PERSON KLV_CAUSE_USER

/* "klava.text-delegate/1": UITextInputDelegate. During `…_will_change` the document still has its old state. `cause`
 * is KLV_CAUSE_…. The host reports a keyboard's own edits once, after the function that handled the event returned.
 * Any function may be NULL. */
typedef struct klv_text_delegate {
  void (*text_will_change)(void *controller, uint32_t cause);
  void (*text_did_change)(void *controller, uint32_t cause);
  void (*selection_will_change)(void *controller, uint32_t cause);
  void (*selection_did_change)(void *controller, uint32_t cause);
  /* The marked text became plain text without a request of the keyboard. */
  void (*marked_text_did_end)(void *controller, uint32_t cause);
} klv_text_delegate;
#define KLV_TEXT_DELEGATE "klava.text-delegate/1"

/* "klava.observing/1": other changes around a keyboard. Any function may be NULL. */
typedef struct klv_observing {
  void (*traits_did_change)(void *controller);
  void (*environment_did_change)(void *controller);
  void (*settings_did_change)(void *controller);
  /* needs_switch_key or has_full_access of klv_input_mode changed. */
  void (*standing_did_change)(void *controller);
  void (*did_receive_memory_warning)(void *controller);
  /* A timer of the keyboard fired. */
  void (*timer_fired)(void *controller, uint64_t timer);
} klv_observing;
#define KLV_OBSERVING "klava.observing/1"

/* The exported symbol. */
extern KLV_EXPORT const klv_keyboard_entry klv_keyboard;

/* ---- The host ------------------------------------------------------------------------------------------------------ */

/* The host's function tables. A keyboard gets them from `klv_get_host_interface`. */

/* The first members of every klv_host. All other members belong to the host. */
typedef struct klv_host_entry {
  /* The host's KLV_ABI_VERSION. */
  uint32_t abi_version;
  /* Size of this record in bytes. */
  uint32_t size;
  /* [load] Returns the function table of this name, or NULL if this host does not have it. Valid until `destroy`
   * returns. */
  const void *(*get_interface)(klv_host *host, const char *identifier);
} klv_host_entry;

/* [load] Returns the host's function table of this name, or NULL if this host does not have it. */
static inline const void *klv_get_host_interface(klv_host *host, const char *identifier) {
  return ((const klv_host_entry *)(const void *)host)->get_interface(host, identifier);
}

/* The policy that limits the text that a keyboard may read. */
#define KLV_CONTEXT_WINDOW 0u
#define KLV_CONTEXT_PARAGRAPH 1u
#define KLV_CONTEXT_IOS16 2u

/* Host to keyboard. The caller sets `size`. The host writes at most `size` bytes. */
typedef struct klv_context_info {
  uint32_t size;
  /* KLV_CONTEXT_… */
  uint32_t policy;
  /* Maximum number of characters on each side of the selection, for KLV_CONTEXT_WINDOW. */
  uint64_t window;
  /* A number that grows with every change of the document. */
  uint64_t revision;
  /* Whether the document has more text before and after the readable part. */
  bool is_cut_before;
  bool is_cut_after;
  uint8_t reserved[6];
} klv_context_info;

/* "klava.document/1": UITextDocumentProxy. Returned texts are borrowed until the end of the turn. A missing text is a
 * NULL pointer, never an empty text. */
typedef struct klv_document {
  /* [field] documentContextBeforeInput: the text before the selection. May be missing. */
  klv_result (*context_before)(klv_host *host, klv_text *text);
  /* [field] documentContextAfterInput: the text after the selection. May be missing. */
  klv_result (*context_after)(klv_host *host, klv_text *text);
  /* [field] selectedText: the selected text, at most 8,192 characters. Missing if nothing is selected. */
  klv_result (*selected_text)(klv_host *host, klv_text *text);
  /* [field] The marked text. May be missing. */
  klv_result (*marked_text)(klv_host *host, klv_text *text);
  /* [field] hasText: whether the whole document has any text. */
  bool (*has_text)(klv_host *host);
  /* [edit] insertText: replaces the marked text or the selection. The text must have no control characters (U+0000 to
   * U+001F, U+007F to U+009F) except tabs and line breaks. It must have at most 30 combining marks in a row.
   * Otherwise the function returns KLV_ERROR_BAD_ARGUMENT, and the host undoes the turn. Exception: the inserted text
   * may contain such characters if the replaced text contains them. */
  klv_result (*insert_text)(klv_host *host, const char *text, uint64_t length);
  /* [edit] deleteBackward: deletes the selection, the marked text, or one character before the insertion point. */
  klv_result (*delete_backward)(klv_host *host);
  /* [edit] adjustTextPosition(byCharacterOffset:): moves the insertion point by UTF-16 code units. A positive offset
   * moves forward. The move has taken effect when the function returns. */
  klv_result (*adjust_position)(klv_host *host, int64_t utf16_offset);
  /* [edit] Like adjust_position, but counts characters (extended grapheme clusters). */
  klv_result (*adjust_position_by_characters)(klv_host *host, int64_t characters);
  /* [edit] setMarkedText(_:selectedRange:): replaces the marked text. The range counts UTF-16 code units inside the
   * text. The rule of insert_text on control characters and combining marks also applies here. */
  klv_result (*set_marked_text)(klv_host *host, const char *text, uint64_t length, uint64_t selection_start,
                                uint64_t selection_length);
  /* [edit] unmarkText: turns the marked text into plain text. */
  klv_result (*unmark_text)(klv_host *host);
  /* [field] documentIdentifier: a UUID that belongs to the field's document. */
  klv_result (*document_identifier)(klv_host *host, klv_uuid *identifier);
  /* [field] primaryLanguage of documentInputMode: the language that the application stored for its document. May be
   * missing. */
  klv_result (*input_mode_language)(klv_host *host, klv_text *language);
  /* [field] Reads how much of the document the keyboard can see. */
  klv_result (*context_info)(klv_host *host, klv_context_info *info);
} klv_document;
#define KLV_DOCUMENT "klava.document/1"

/* UITextInputTraits, with UIKit's raw values. The caller sets `size`. Texts are borrowed until the end of the turn. */
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
  /* Whether line breaks are text in this field. */
  bool is_multiline;
  uint8_t reserved;
  /* May be missing. */
  klv_text text_content_type;
  /* May be missing. */
  klv_text password_rules;
} klv_traits;

/* The environment in which the keyboard is shown. Lengths are in points. The caller sets `size`. */
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
  /* The user's text size. 1 is the default size. */
  double text_scale;
} klv_environment;

/* "klava.field/1": the field that has the focus, and the environment. */
typedef struct klv_field {
  /* [field] Reads the traits of the field that has the focus. */
  klv_result (*traits)(klv_host *host, klv_traits *traits);
  /* [field] Reads the size and appearance of the place where the keyboard is shown. */
  klv_result (*environment)(klv_host *host, klv_environment *environment);
} klv_field;
#define KLV_FIELD "klava.field/1"

/* "klava.input-mode/1": changing to other keyboards. The host follows advance_to_next, show_list and dismiss only in
 * turns in which the keyboard may type. In other turns they return KLV_OK and have no effect. */
typedef struct klv_input_mode {
  /* [turn] advanceToNextInputMode: changes to the user's next keyboard. */
  klv_result (*advance_to_next)(klv_host *host);
  /* [turn] handleInputModeList: shows the list of keyboards to the user. */
  klv_result (*show_list)(klv_host *host);
  /* [turn] dismissKeyboard: hides the keyboard. */
  klv_result (*dismiss)(klv_host *host);
  /* [load] needsInputModeSwitchKey: whether the keyboard must show a globe key. */
  bool (*needs_switch_key)(klv_host *host);
  /* [load] hasFullAccess: whether the user granted full access. */
  bool (*has_full_access)(klv_host *host);
  /* [load] The controller's primaryLanguage, or the manifest's PrimaryLanguage if the keyboard has set none. Borrowed
   * until the end of the turn. */
  klv_result (*primary_language)(klv_host *host, klv_text *language);
  /* [load] Sets the controller's primaryLanguage, a BCP 47 tag. An empty text restores the manifest's. */
  klv_result (*set_primary_language)(klv_host *host, const char *language, uint64_t length);
} klv_input_mode;
#define KLV_INPUT_MODE "klava.input-mode/1"

/* Kinds of elements. The kinds from KLV_ELEMENT_GRID on, and all members of klv_element from `columns` on, exist
 * since version 1.2. */
/* Elements side by side, from the leading edge. */
#define KLV_ELEMENT_ROW 0u
/* Elements from top to bottom. */
#define KLV_ELEMENT_COLUMN 1u
#define KLV_ELEMENT_KEY 2u
/* A text that the keyboard can change. */
#define KLV_ELEMENT_LABEL 3u
/* Empty space. */
#define KLV_ELEMENT_SPACER 4u
/* Elements in rows of `columns` cells of equal width. */
#define KLV_ELEMENT_GRID 5u
/* Elements side by side or from top to bottom, at their own sizes. The user scrolls to elements that do not fit. An
 * element without a fixed size is as wide as an ordinary key, or as high as an ordinary row, for each unit of its
 * weight. An element with rows inside is at least as high as they are. */
#define KLV_ELEMENT_HORIZONTAL_SCROLL 6u
#define KLV_ELEMENT_VERTICAL_SCROLL 7u
/* A picture that is not a key. */
#define KLV_ELEMENT_IMAGE 8u
/* A row of suggestions. Each suggestion is a key, and all have the same width. */
#define KLV_ELEMENT_SUGGESTIONS 9u

/* The role of a key. It decides what the key does if the keyboard does not handle an event. */
#define KLV_ROLE_CHARACTER 0u
#define KLV_ROLE_SPACE 1u
#define KLV_ROLE_RETURN 2u
#define KLV_ROLE_DELETE 3u
#define KLV_ROLE_SHIFT 4u
#define KLV_ROLE_PLANE_SWITCH 5u
#define KLV_ROLE_NEXT_KEYBOARD 6u
#define KLV_ROLE_DISMISS 7u
#define KLV_ROLE_ACTION 8u
/* One suggestion of a bar: a key that types its title. The host creates these keys. */
#define KLV_ROLE_SUGGESTION 9u

/* Whether a key repeats while the user holds it. */
#define KLV_REPEATS_BY_ROLE 0u
#define KLV_REPEATS_YES 1u
#define KLV_REPEATS_NO 2u

/* UIFont.Weight. 0 is the host's default. */
#define KLV_FONT_LIGHT 1u
#define KLV_FONT_REGULAR 2u
#define KLV_FONT_MEDIUM 3u
#define KLV_FONT_SEMIBOLD 4u
#define KLV_FONT_BOLD 5u

/* Alignment of a text. With 0, the text of a key is centered, and the text of a label starts at the leading edge. */
#define KLV_ALIGN_LEADING 1u
#define KLV_ALIGN_CENTER 2u
#define KLV_ALIGN_TRAILING 3u

/* Flags for the numbers that an element sets. They are needed because 0 is a valid value of these numbers. The host
 * chooses the numbers that are not set. */
#define KLV_SETS_CORNER_RADIUS 1u
#define KLV_SETS_OPACITY 2u
#define KLV_SETS_SPACING 4u

/* The maximum number of alternatives of a key, or of suggestions of a bar. */
#define KLV_CHOICE_LIMIT 32u

/* One node of the input view's tree. The containers are rows, columns, grids and scroll areas. */
typedef struct klv_element {
  /* sizeof(klv_element). The same for all elements of one input view. */
  uint32_t size;
  /* KLV_ELEMENT_… */
  uint32_t kind;
  /* Number of direct children of a container. In the list, the children follow their container. Each child is followed
   * by its own children. */
  uint32_t child_count;
  /* KLV_ROLE_…, for a key. */
  uint32_t role;
  /* Unique among keys, among labels, among pictures, and among suggestion bars. If a key's identifier is missing, its
   * title is the identifier. The suggestion at index 2 of the bar `words` is the key `words.2`. */
  klv_text identifier;
  /* The title of a key, or the text of a label. */
  klv_text title;
  /* Path of a PNG or SVG file in the bundle. Mandatory for a picture, optional for a key. */
  klv_text image;
  /* The text that a screen reader speaks. May be missing: a screen reader then speaks the title, and treats a picture
   * as decoration. */
  klv_text accessibility_label;
  /* The weight with which the element shares the space with its neighbors. 0 means 1, the weight of an ordinary
   * key. */
  double weight;
  /* Whether the key is disabled. */
  bool is_disabled;
  uint8_t reserved[7];
  /* Number of cells in a row of a grid, 1 to 64. */
  uint32_t columns;
  /* KLV_REPEATS_…, for a key. With KLV_REPEATS_BY_ROLE only a delete key repeats. */
  uint32_t repeats;
  /* Fixed size in points, at least 1. With 0, the length depends on the neighbors. */
  double width;
  double height;
  /* Colors of the text and the background, in the light and dark appearance, as 0xRRGGBBAA. 0 is the host's color. In
   * `…_dark`, 0 is the color of the light appearance. The colors of a container apply to its content. */
  uint32_t foreground_light;
  uint32_t foreground_dark;
  uint32_t background_light;
  uint32_t background_dark;
  /* KLV_SETS_… combined with bitwise or: which of corner_radius, opacity and spacing the element sets. */
  uint32_t sets;
  /* KLV_FONT_… */
  uint32_t font_weight;
  /* Font size in points, 4 to 200, before the host scales it to the user's text size. With 0, the host chooses a size
   * for the element's height. */
  double font_size;
  /* CALayer.cornerRadius, in points. */
  double corner_radius;
  /* UIView.alpha: 0 is invisible, 1 is opaque. */
  double opacity;
  /* Space between the children of a container, in points. */
  double spacing;
  /* KLV_ALIGN_… */
  uint32_t alignment;
  /* Number of `choices`, at most KLV_CHOICE_LIMIT. */
  uint32_t choice_count;
  /* The alternatives that a key offers while the user holds it, or the suggestions of a bar. No text is missing or
   * empty. NULL if there are none. The host copies them before the call returns. */
  const klv_text *choices;
  /* A screen reader's hint about the effect of pressing the key. May be missing. */
  klv_text accessibility_hint;
  /* Whether the key is shown as switched on, such as an active shift key. */
  bool is_selected;
  /* UISemanticContentAttribute.forceLeftToRight, for a container: the host does not mirror it in right-to-left
   * layouts. */
  bool forces_left_to_right;
  uint8_t reserved_2[6];
} klv_element;

/* Direction: keyboard to host. The host copies the complete record before the call returns. */
typedef struct klv_interface_record {
  uint32_t size;
  /* Number of elements. The first is the root and contains all others. */
  uint32_t element_count;
  const klv_element *elements;
  /* The requested height in points. 0 requests the host's default height. */
  double height;
  /* Whether the keyboard gets swipes. */
  bool recognizes_swipes;
  /* UIInputViewAudioFeedback: whether keys click. */
  bool enables_input_clicks;
  uint8_t reserved[6];
} klv_interface_record;

/* A change of one key. A member that is 0 or missing changes nothing. */
typedef struct klv_key_change {
  uint32_t size;
  /* 1 enables the key, 2 disables it. */
  uint32_t enabled;
  /* The new title. */
  klv_text title;
  /* 1 shows the key as switched on, 2 as switched off. This member and those after it exist since version 1.2. */
  uint32_t selected;
  uint32_t reserved;
} klv_key_change;

/* "klava.interface/1": the input view. */
typedef struct klv_interface {
  /* [load] Shows this input view when the turn ends. */
  klv_result (*set)(klv_host *host, const klv_interface_record *interface_record);
  /* [load] Changes the text of a label. */
  klv_result (*set_label)(klv_host *host, const char *identifier, uint64_t identifier_length, const char *text,
                          uint64_t text_length);
  /* [load] Changes the title or the state of a key. */
  klv_result (*set_key)(klv_host *host, const char *identifier, uint64_t identifier_length,
                        const klv_key_change *change);
} klv_interface;
#define KLV_INTERFACE "klava.interface/1"

/* "klava.interface-changes/1": more changes of single elements of the input view. Exists since version 1.2. */
typedef struct klv_interface_changes {
  /* [load] Changes the file of a picture, by its path in the bundle. Returns KLV_ERROR_NOT_FOUND if no picture has
   * the identifier. */
  klv_result (*set_image)(klv_host *host, const char *identifier, uint64_t identifier_length, const char *path,
                          uint64_t path_length);
  /* [load] Replaces the suggestions of a bar with `count` texts, at most KLV_CHOICE_LIMIT. No text may be missing or
   * empty. NULL with a count of 0 removes all suggestions. The host copies the texts before the call returns. Returns
   * KLV_ERROR_NOT_FOUND if no bar has the identifier. */
  klv_result (*set_suggestions)(klv_host *host, const char *identifier, uint64_t identifier_length,
                                const klv_text *suggestions, uint64_t count);
} klv_interface_changes;
#define KLV_INTERFACE_CHANGES "klava.interface-changes/1"

/* Kinds of settings. */
#define KLV_SETTING_TEXT 0u
#define KLV_SETTING_BOOLEAN 1u
#define KLV_SETTING_INTEGER 2u
#define KLV_SETTING_REAL 3u

/* The value of a setting. The caller sets `size`. Text is borrowed until the end of the turn. */
typedef struct klv_setting {
  uint32_t size;
  /* KLV_SETTING_… */
  uint32_t kind;
  /* An integer value, or a Boolean value as 0 or 1. */
  int64_t integer;
  double real;
  klv_text text;
} klv_setting;

/* "klava.settings/1": the user's settings for this keyboard, with defaults. */
typedef struct klv_settings {
  /* [load] Reads the setting with this key. Returns KLV_ERROR_NOT_FOUND if there is none. */
  klv_result (*read)(klv_host *host, const char *key, uint64_t key_length, klv_setting *setting);
} klv_settings;
#define KLV_SETTINGS "klava.settings/1"

/* "klava.resources/1": the files of the keyboard's bundle, read-only. Results are borrowed until the end of the turn. */
typedef struct klv_resources {
  /* [load] Reads a file, by its path in the bundle. */
  klv_result (*read)(klv_host *host, const char *path, uint64_t path_length, klv_bytes *bytes);
  /* [load] Lists the names in a folder of the bundle, sorted, each followed by a line feed. An empty path means the
   * bundle itself. */
  klv_result (*names)(klv_host *host, const char *path, uint64_t path_length, klv_text *names);
  /* [load] Looks up a key in a table of localized strings. An empty table name means "Localizable". An empty language
   * means the best match of the user's languages. Returns KLV_ERROR_NOT_FOUND if there is no such text. */
  klv_result (*localized_string)(klv_host *host, const char *key, uint64_t key_length, const char *table,
                                 uint64_t table_length, const char *language, uint64_t language_length,
                                 klv_text *text);
} klv_resources;
#define KLV_RESOURCES "klava.resources/1"

/* "klava.container/1": the keyboard's data container. A name has 1 to 128 of the characters A-Z a-z 0-9 . _ - and
 * does not start with a period. A file has at most 4,194,304 bytes, and one call reads or writes all of it. The
 * container holds at most 4,096 files and 64,000,000 bytes. The size of each file is rounded up to whole memory
 * pages. With paths (KLVFileAccess) these are the files at container_path. */
typedef struct klv_container {
  /* [load] Reads a file. The bytes are borrowed until the end of the turn. */
  klv_result (*read)(klv_host *host, const char *name, uint64_t name_length, klv_bytes *bytes);
  /* [load] Writes a file and replaces its earlier content. The file is written when the function returns. If the file
   * would exceed a limit, returns KLV_ERROR_TOO_LARGE and changes nothing. Then split the file, or remove other files.
   * The keyboard's log names the limit. */
  klv_result (*write)(klv_host *host, const char *name, uint64_t name_length, const uint8_t *bytes, uint64_t length);
  /* [load] Removes a file. */
  klv_result (*remove)(klv_host *host, const char *name, uint64_t name_length);
  /* [load] Lists the names of all files, sorted, each followed by a line feed. Borrowed until the end of the turn. */
  klv_result (*names)(klv_host *host, klv_text *names);
} klv_container;
#define KLV_CONTAINER "klava.container/1"

/* "klava.timer/1": calls at a later time, each in a separate turn. */
typedef struct klv_timer {
  /* [load] Starts a timer that calls timer_fired after this many seconds (0.01 to 86,400), and repeatedly if
   * `repeats` is true. Returns the timer's number, or 0 if 64 timers exist or the seconds are out of range. */
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

/* "klava.log/1": the keyboard's log. Never log what the user typed. */
typedef struct klv_log {
  /* [load] Adds a line to the log. */
  klv_result (*write)(klv_host *host, int32_t level, const char *message, uint64_t length);
} klv_log;
#define KLV_LOG "klava.log/1"

/* "klava.memory/1": the keyboard's use of memory. */
typedef struct klv_memory {
  /* [load] The limit on the process's own memory, in bytes. The host ends a process that exceeds it, and warns at
   * three quarters of it. */
  uint64_t (*limit)(klv_host *host);
  /* [load] Bytes of heap memory that the keyboard and the runner use. */
  uint64_t (*used)(klv_host *host);
} klv_memory;
#define KLV_MEMORY "klava.memory/1"

/* Sounds of a key that types, a key that deletes, and any other key (1123, 1155 and 1156 on iOS). */
#define KLV_SOUND_CLICK 0
#define KLV_SOUND_DELETE 1
#define KLV_SOUND_MODIFIER 2

/* "klava.feedback/1": key sounds, for a keyboard whose manifest sets RequestsOpenAccess. For other keyboards each
 * function does nothing and returns KLV_ERROR_NO_ACCESS. The functions return KLV_ERROR_NOT_NOW if the input view
 * does not set enables_input_clicks. A turn plays one sound, when the turn ends. A second request returns
 * KLV_ERROR_TOO_LARGE. The functions return KLV_OK even if the user turned sounds off, so a keyboard does not learn
 * this choice. Exists since version 1.2. */
typedef struct klv_feedback {
  /* [edit] UIDevice.playInputClick: plays the sound of a key that types. */
  klv_result (*play_input_click)(klv_host *host);
  /* [edit] Plays the sound of this kind of key: KLV_SOUND_… */
  klv_result (*play_sound)(klv_host *host, int32_t sound);
} klv_feedback;
#define KLV_FEEDBACK "klava.feedback/1"

/* ---- Services of full access ---------------------------------------------------------------------------------------- */

/* Without full access every function of "klava.pasteboard/1" and "klava.network/1" does nothing and returns
 * KLV_ERROR_NO_ACCESS. See has_full_access. If the user revokes full access, the host ends the process and its
 * connections. */

/* The maximum length in bytes of a text that is read from or written to the pasteboard. */
#define KLV_PASTEBOARD_TEXT_LIMIT 262144u

/* "klava.pasteboard/1": the text of UIPasteboard.general. The host answers at most 64 calls in a turn. Further calls
 * return KLV_ERROR_TOO_LARGE. */
typedef struct klv_pasteboard {
  /* [field] string: the text of the pasteboard, missing if there is none. Returns KLV_ERROR_TOO_LARGE if the text is
   * longer than KLV_PASTEBOARD_TEXT_LIMIT. Borrowed until the end of the turn. */
  klv_result (*string)(klv_host *host, klv_text *text);
  /* [field] Sets string: puts a text on the pasteboard. This takes effect at once, and the host does not undo it if
   * the turn fails. NULL with length 0 clears the pasteboard. Returns KLV_ERROR_BAD_ARGUMENT if the text contains a
   * control character that insert_text refuses. */
  klv_result (*set_string)(klv_host *host, const char *text, uint64_t length);
  /* [field] hasStrings: whether the pasteboard has text. Does not read the text. */
  klv_result (*has_strings)(klv_host *host, bool *has_strings);
  /* [field] changeCount: a number that changes whenever the content of the pasteboard changes. */
  klv_result (*change_count)(klv_host *host, uint64_t *change_count);
} klv_pasteboard;
#define KLV_PASTEBOARD "klava.pasteboard/1"

/* The maximum number of a keyboard's connections. */
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

/* Host to keyboard. The caller sets `size`. The host writes at most `size` bytes. */
typedef struct klv_connection_info {
  uint32_t size;
  /* KLV_CONNECTION_… */
  uint32_t state;
  /* Why the connection failed, else 0. KLV_ERROR_NOT_FOUND: the name has no address. KLV_ERROR_NO_ACCESS: the
   * keyboard may not reach the address or name. KLV_ERROR_FAILED: any other reason. */
  int32_t failure;
  uint32_t reserved;
} klv_connection_info;

/* "klava.network/1": TCP connections. The host makes them and carries their bytes. A keyboard's process cannot open
 * sockets.
 *
 * A keyboard can connect to the internet only. The host refuses this machine, the local network and all private,
 * link-local, multicast and reserved addresses. The user can allow this machine and the local network. The host
 * decides by the address, after it looked up the name.
 *
 * Without the local network the host looks up only names of two or more labels, as absolute names without a search
 * domain. A name of one label, or a name for private use (below .local, .internal, .home.arpa, .lan, .localhost and
 * similar domains), fails with KLV_ERROR_NO_ACCESS. The host sends no query for it. A name that has only refused
 * addresses fails like a name that does not exist: with KLV_ERROR_NOT_FOUND after one second.
 *
 * The host closes a keyboard's connections when its process ends, when a protected field gets the focus, and when the
 * user revokes full access. Bytes cross only during the keyboard's turns, at most 4 MiB a second for all connections
 * and both directions together. If a turn fails, the host does not undo its network calls. */
typedef struct klv_network {
  /* [turn] Starts a connection to a name or an address (at most 253 bytes) and a port (1 to 65,535), and stores its
   * number. A number is never used twice. The function does not wait; `state` reports the progress. Returns
   * KLV_ERROR_TOO_LARGE beyond KLV_CONNECTION_LIMIT, and beyond 8 new connections in a second. */
  klv_result (*connect)(klv_host *host, const char *name, uint64_t length, uint64_t port, uint64_t *connection);
  /* [turn] Reads the state of a connection. This function and the functions below return KLV_ERROR_NOT_FOUND if no
   * connection has the number. */
  klv_result (*state)(klv_host *host, uint64_t connection, klv_connection_info *info);
  /* [turn] Sends at most KLV_NETWORK_CALL_LIMIT bytes and stores how many the host accepted, possibly 0. Send the
   * remaining bytes later. Never waits. Returns KLV_ERROR_FAILED if the connection can send no more. */
  klv_result (*send)(klv_host *host, uint64_t connection, const uint8_t *bytes, uint64_t length, uint64_t *taken);
  /* [turn] Receives up to `capacity` bytes (1 to KLV_NETWORK_CALL_LIMIT) and waits up to `seconds` for them (0 to
   * 0.1, all calls of a turn together). An empty result is no error: no bytes have arrived yet, or the connection is
   * closed. `state` tells which of the two is the case. Returns KLV_ERROR_FAILED if the connection failed. Borrowed
   * until the end of the turn. */
  klv_result (*receive)(klv_host *host, uint64_t connection, uint64_t capacity, double seconds, klv_bytes *bytes);
  /* [turn] Closes a connection. Its number is then invalid. */
  klv_result (*close)(klv_host *host, uint64_t connection);
} klv_network;
#define KLV_NETWORK "klava.network/1"

/* "klava.paths/1": the paths of the keyboard's files. NULL unless the manifest requests paths (KLVFileAccess). Other
 * keyboards use "klava.resources/1" and "klava.container/1". */
typedef struct klv_paths {
  /* [load] The absolute path of the bundle's folder, which the keyboard can read. Borrowed until the end of the turn. */
  klv_result (*bundle_path)(klv_host *host, klv_text *path);
  /* [load] The absolute path of the data container's folder, which the keyboard can write. Borrowed until the end of
   * the turn. The folder is in memory. It holds 64,000,000 bytes in whole pages and 4,096 files; beyond that, writing
   * fails with ENOSPC. The host copies changes to the disk when the user is next idle and when the process ends. If the
   * host itself is killed, changes since the last copy are lost. */
  klv_result (*container_path)(klv_host *host, klv_text *path);
} klv_paths;
#define KLV_PATHS "klava.paths/1"

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
KLV_STATIC_ASSERT(sizeof(klv_element) == 216 && offsetof(klv_element, weight) == 80 &&
                      offsetof(klv_element, columns) == 96 && offsetof(klv_element, choices) == 184,
                  "klv_element");
KLV_STATIC_ASSERT(sizeof(klv_interface_record) == 32, "klv_interface_record");
KLV_STATIC_ASSERT(sizeof(klv_key_change) == 32 && offsetof(klv_key_change, selected) == 24, "klv_key_change");
KLV_STATIC_ASSERT(sizeof(klv_interface) == 24, "klv_interface");
KLV_STATIC_ASSERT(sizeof(klv_interface_changes) == 16, "klv_interface_changes");
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
#endif

#ifdef __cplusplus
}
#endif

#endif
