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
#define KLV_ABI_MINOR 2u
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
  /* NSExtensionPrincipalClass, as Module.Class. It is for SDKs in whose languages a keyboard is a class, as KlavaKit's are: a
   * keyboard in C may leave it alone, for it starts at `klv_keyboard` whatever this says, but its manifest needs one. Only a
   * library without `klv_keyboard`, whose keys call the actions of KLVActions, has none. */
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
/* A key that was held is let go. Unhandled, a key with alternatives is pressed, if its long press was not handled. */
#define KLV_GESTURE_RELEASE 1u
/* A key is held for half a second. Unhandled, it does what a press does: a finger that rests too long has still pressed the
 * key. The key to the next keyboard then shows the list of them. A key with alternatives shows these instead, and a press
 * or KLV_GESTURE_ALTERNATIVE follows; a frontend that sends a long press all the same lets the key wait for its release. */
#define KLV_GESTURE_LONG_PRESS 2u
#define KLV_GESTURE_SWIPE 3u
/* A key that repeats is held on: after half a second, and then each 0.07 s. Unhandled, it does what a press does. */
#define KLV_GESTURE_REPEAT 4u
/* Likewise after three seconds. Unhandled, a delete key deletes a word. */
#define KLV_GESTURE_REPEAT_WORD 5u
/* The finger slid from the held key to one of its alternatives. Unhandled, its text is typed. */
#define KLV_GESTURE_ALTERNATIVE 6u

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
  /* The index of the alternative that was chosen, for KLV_GESTURE_ALTERNATIVE. */
  uint32_t alternative;
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
  /* [edit] insertText: replaces the selection or the marked text. Control characters but tab and line break (U+0000 to
   * U+001F, U+007F to U+009F) are no text: KLV_ERROR_BAD_ARGUMENT, and nothing of the turn is done. Those that the text
   * which is replaced holds may be put back. */
  klv_result (*insert_text)(klv_host *host, const char *text, uint64_t length);
  /* [edit] deleteBackward. */
  klv_result (*delete_backward)(klv_host *host);
  /* [edit] adjustTextPosition(byCharacterOffset:): UTF-16 code units, positive forward; done when it returns. */
  klv_result (*adjust_position)(klv_host *host, int64_t utf16_offset);
  /* [edit] The same, by what a person calls characters. */
  klv_result (*adjust_position_by_characters)(klv_host *host, int64_t characters);
  /* [edit] setMarkedText(_:selectedRange:): the range is UTF-16 code units inside the text; control characters as above. */
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

/* Kinds of element. Those from KLV_ELEMENT_GRID on, and all fields of klv_element from `columns` on, are of version 1.2. */
/* Elements side by side, from the leading edge on. */
#define KLV_ELEMENT_ROW 0u
/* Elements one below the other. */
#define KLV_ELEMENT_COLUMN 1u
#define KLV_ELEMENT_KEY 2u
/* A text that the keyboard may change. */
#define KLV_ELEMENT_LABEL 3u
/* Empty room. */
#define KLV_ELEMENT_SPACER 4u
/* Elements in rows of `columns` cells of equal width. */
#define KLV_ELEMENT_GRID 5u
/* Elements side by side or one below the other at their own sizes; what does not fit is reached by scrolling. An element
 * without a fixed size there is an ordinary key wide, or an ordinary row high, for each unit of its weight; one that holds
 * rows of its own is at least as high as they are. */
#define KLV_ELEMENT_HORIZONTAL_SCROLL 6u
#define KLV_ELEMENT_VERTICAL_SCROLL 7u
/* A picture that is no key. */
#define KLV_ELEMENT_IMAGE 8u
/* A row of suggestions, each a key of equal width. */
#define KLV_ELEMENT_SUGGESTIONS 9u

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
/* One entry of a suggestion bar; types its title. The host makes these keys itself. */
#define KLV_ROLE_SUGGESTION 9u

/* Whether holding a key presses it again and again. */
#define KLV_REPEATS_BY_ROLE 0u
#define KLV_REPEATS_YES 1u
#define KLV_REPEATS_NO 2u

/* UIFont.Weight; 0 is the host's. */
#define KLV_FONT_LIGHT 1u
#define KLV_FONT_REGULAR 2u
#define KLV_FONT_MEDIUM 3u
#define KLV_FONT_SEMIBOLD 4u
#define KLV_FONT_BOLD 5u

/* Where a text stands; 0 is the middle of a key, the leading edge of a label. */
#define KLV_ALIGN_LEADING 1u
#define KLV_ALIGN_CENTER 2u
#define KLV_ALIGN_TRAILING 3u

/* Which numbers of an element count although they may be 0; the others of them are the host's. */
#define KLV_SETS_CORNER_RADIUS 1u
#define KLV_SETS_OPACITY 2u
#define KLV_SETS_SPACING 4u

/* The most alternatives of a key, or suggestions of a bar. */
#define KLV_CHOICE_LIMIT 32u

/* One node of an interface's tree. A container is a row, a column, a grid or one that scrolls. */
typedef struct klv_element {
  /* sizeof(klv_element), the same for all elements of one interface. */
  uint32_t size;
  /* KLV_ELEMENT_… */
  uint32_t kind;
  /* Elements directly inside a container; they follow it, each with all that is inside itself. */
  uint32_t child_count;
  /* KLV_ROLE_…, for a key. */
  uint32_t role;
  /* Unique among keys, among labels, among pictures, and among suggestion bars; a key's may be missing and is then its
   * title. The suggestion at index 2 of the bar `words` is the key `words.2`. */
  klv_text identifier;
  /* A key's title, a label's text. */
  klv_text title;
  /* Path of a picture in the bundle, PNG or SVG: mandatory for a picture, may be missing for a key. */
  klv_text image;
  /* What a screen reader says. May be missing: the title; a picture is then only decoration. */
  klv_text accessibility_label;
  /* The share of the room beside its neighbours; 0 is read as 1, which is an ordinary key's. */
  double weight;
  /* Whether the key cannot be pressed. */
  bool is_disabled;
  uint8_t reserved[7];
  /* Cells in a row of a grid, 1 to 64. */
  uint32_t columns;
  /* KLV_REPEATS_…, for a key: by its role a delete key does. */
  uint32_t repeats;
  /* A size in points that does not depend on the neighbours, at least 1; 0 where it does. */
  double width;
  double height;
  /* Colours of the text and of what is behind it, in the light and in the dark appearance, as 0xRRGGBBAA; 0 is the host's
   * colour, and in `…_dark` the same as in the light appearance. Those of a container are for what is in it. */
  uint32_t foreground_light;
  uint32_t foreground_dark;
  uint32_t background_light;
  uint32_t background_dark;
  /* KLV_SETS_…, added up: which of corner_radius, opacity and spacing are given. */
  uint32_t sets;
  /* KLV_FONT_… */
  uint32_t font_weight;
  /* Points, before the person's text size: 4 to 200; 0 is what suits the element's height. */
  double font_size;
  /* CALayer.cornerRadius, in points. */
  double corner_radius;
  /* UIView.alpha: 0 is invisible, 1 opaque. */
  double opacity;
  /* Points between the children of a container. */
  double spacing;
  /* KLV_ALIGN_… */
  uint32_t alignment;
  /* Number of `choices`, at most KLV_CHOICE_LIMIT. */
  uint32_t choice_count;
  /* A key's alternatives, which are offered while it is held, or a bar's suggestions; none is missing or empty. NULL where
   * there are none. Copied before the call returns. */
  const klv_text *choices;
  /* What a screen reader adds about what pressing the key does. May be missing. */
  klv_text accessibility_hint;
  /* Whether the key is shown as switched on, as a shift key that is down. */
  bool is_selected;
  /* UISemanticContentAttribute.forceLeftToRight, for a container: not mirrored where the layout runs right to left. */
  bool forces_left_to_right;
  uint8_t reserved_2[6];
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
  /* 0 leaves it as it is, 1 shows the key as switched on, 2 as switched off. Of version 1.2, as what follows. */
  uint32_t selected;
  uint32_t reserved;
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

/* "klava.interface-changes/1": what else of an interface changes without all of it being set anew. Of version 1.2. */
typedef struct klv_interface_changes {
  /* [load] Shows another picture, by its path in the bundle. KLV_ERROR_NOT_FOUND if no picture has the identifier. */
  klv_result (*set_image)(klv_host *host, const char *identifier, uint64_t identifier_length, const char *path,
                          uint64_t path_length);
  /* [load] Replaces the suggestions of a bar: `count` texts, at most KLV_CHOICE_LIMIT, of which none is missing or empty;
   * NULL with 0 leaves none. They are copied before the call returns. KLV_ERROR_NOT_FOUND if no bar has the identifier. */
  klv_result (*set_suggestions)(klv_host *host, const char *identifier, uint64_t identifier_length,
                                const klv_text *suggestions, uint64_t count);
} klv_interface_changes;
#define KLV_INTERFACE_CHANGES "klava.interface-changes/1"

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

/* "klava.container/1": files that are the keyboard's own. A name is 1 to 128 of A-Z a-z 0-9 . _ - and starts with no dot.
 * One file may have 4,194,304 bytes, and crosses in one call; the container may hold 4,096 files and 64,000,000 bytes,
 * each file in whole pages of memory. With paths (KLVFileAccess) these are the files at container_path. */
typedef struct klv_container {
  /* [load] The bytes of a file. Borrowed until the end of the turn. */
  klv_result (*read)(klv_host *host, const char *name, uint64_t name_length, klv_bytes *bytes);
  /* [load] Writes a file, replacing what was there; done when it returns. KLV_ERROR_TOO_LARGE if a limit would be passed,
   * and what was there stays: split a larger file, remove others. The keyboard's log says which limit it was. */
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

/* What a key sounds like: one that types, one that deletes, any other (1123, 1155 and 1156 on iOS). */
#define KLV_SOUND_CLICK 0
#define KLV_SOUND_DELETE 1
#define KLV_SOUND_MODIFIER 2

/* "klava.feedback/1": the sounds of keys, for a keyboard whose manifest sets RequestsOpenAccess; for any other one each
 * function does nothing and returns KLV_ERROR_NO_ACCESS. The keys of the interface shown must click (enables_input_clicks),
 * or it is KLV_ERROR_NOT_NOW. A turn makes one sound, when it ends; asking for another one returns KLV_ERROR_TOO_LARGE.
 * Whether the person hears it is their choice, which no keyboard learns: that is KLV_OK too. Of version 1.2. */
typedef struct klv_feedback {
  /* [edit] UIDevice.playInputClick: the sound of a key that types. */
  klv_result (*play_input_click)(klv_host *host);
  /* [edit] The sound of another kind of key: KLV_SOUND_… */
  klv_result (*play_sound)(klv_host *host, int32_t sound);
} klv_feedback;
#define KLV_FEEDBACK "klava.feedback/1"

/* ---- What full access brings ---------------------------------------------------------------------------------------- */

/* Without full access every function of "klava.pasteboard/1" and "klava.network/1" does nothing and returns
 * KLV_ERROR_NO_ACCESS; see has_full_access. Full access that is withdrawn ends the process, and its connections. */

/* The longest text, in bytes, that is read from or written to the pasteboard. */
#define KLV_PASTEBOARD_TEXT_LIMIT 262144u

/* "klava.pasteboard/1": UIPasteboard's general one, as far as it holds text. At most 64 calls in a turn are answered;
 * those behind them return KLV_ERROR_TOO_LARGE. */
typedef struct klv_pasteboard {
  /* [field] string: the text; missing where there is none. KLV_ERROR_TOO_LARGE for one beyond the limit. Borrowed until
   * the end of the turn. */
  klv_result (*string)(klv_host *host, klv_text *text);
  /* [field] Sets string, at once and whatever becomes of the turn; NULL with length 0 leaves the pasteboard empty.
   * KLV_ERROR_BAD_ARGUMENT for a text with a control character that insert_text refuses too. */
  klv_result (*set_string)(klv_host *host, const char *text, uint64_t length);
  /* [field] hasStrings: whether there is text, without reading it. */
  klv_result (*has_strings)(klv_host *host, bool *has_strings);
  /* [field] changeCount: another number whenever the pasteboard's content is another. */
  klv_result (*change_count)(klv_host *host, uint64_t *change_count);
} klv_pasteboard;
#define KLV_PASTEBOARD "klava.pasteboard/1"

/* The most connections that a keyboard may have. */
#define KLV_CONNECTION_LIMIT 8u
/* The most bytes that one call may send or receive. */
#define KLV_NETWORK_CALL_LIMIT 262144u

/* What a connection is doing. */
/* Its name is looked up, or it is being made. */
#define KLV_CONNECTION_CONNECTING 0u
/* Bytes go both ways. */
#define KLV_CONNECTION_OPEN 1u
/* The other side ended it, and all that it sent was received. */
#define KLV_CONNECTION_CLOSED 2u
/* It could not be made, or broke. */
#define KLV_CONNECTION_FAILED 3u

/* Host to keyboard. The caller sets `size`; the host fills no more than that. */
typedef struct klv_connection_info {
  uint32_t size;
  /* KLV_CONNECTION_… */
  uint32_t state;
  /* Why it failed, else 0: KLV_ERROR_NOT_FOUND if the name leads nowhere, KLV_ERROR_NO_ACCESS if the address or the name may
   * not be reached, KLV_ERROR_FAILED for all else. */
  int32_t failure;
  uint32_t reserved;
} klv_connection_info;

/* "klava.network/1": TCP connections, which the host makes and whose bytes it carries; a socket of its own a keyboard's
 * process cannot have.
 *
 * A connection goes nowhere but to the internet: this machine, the local network and all that is private, link-local,
 * multicast or reserved is refused, unless the person asked for the first two (`klava access ID --local-network yes`). It
 * is the address that counts, after the name was looked up. Without the local network only names of two or more labels are
 * looked up, each from the root and in no search domain. A name of one label and a name for private use (below .local,
 * .internal, .home.arpa, .lan, .localhost and their like) fail with KLV_ERROR_NO_ACCESS, and no query is sent. A name whose
 * addresses are all refused fails like one that nothing has, with KLV_ERROR_NOT_FOUND after a second. A keyboard's connections are closed at once when its process
 * ends, when a field gets the focus that it may not have, and when access is withdrawn. Bytes cross only while the
 * keyboard has a turn, at most 4 MiB in a second, all connections and both directions together. Nothing of this is undone
 * with a turn that fails. */
typedef struct klv_network {
  /* [turn] Begins a connection to a name or an address (at most 253 bytes) and a port (1 to 65,535), and stores its number,
   * which is no other connection's, ever. Answers at once: `state` tells what becomes of it. KLV_ERROR_TOO_LARGE beyond
   * KLV_CONNECTION_LIMIT, and beyond 8 new ones in a second. */
  klv_result (*connect)(klv_host *host, const char *name, uint64_t length, uint64_t port, uint64_t *connection);
  /* [turn] What a connection is doing. KLV_ERROR_NOT_FOUND, here and below, for a number that is no connection's. */
  klv_result (*state)(klv_host *host, uint64_t connection, klv_connection_info *info);
  /* [turn] Sends bytes, at most KLV_NETWORK_CALL_LIMIT, and stores how many of them were taken: the rest, which may be all,
   * has to be sent later. Never waits. KLV_ERROR_FAILED if nothing can be sent any more. */
  klv_result (*send)(klv_host *host, uint64_t connection, const uint8_t *bytes, uint64_t length, uint64_t *taken);
  /* [turn] Receives up to `capacity` bytes (1 to KLV_NETWORK_CALL_LIMIT), and waits for them up to so many seconds (0 to
   * 0.1, all calls of a turn together). No bytes are no error: nothing has come yet, or nothing will; `state` tells.
   * KLV_ERROR_FAILED if the connection failed. Borrowed until the end of the turn. */
  klv_result (*receive)(klv_host *host, uint64_t connection, uint64_t capacity, double seconds, klv_bytes *bytes);
  /* [turn] Ends a connection; its number is then nobody's. */
  klv_result (*close)(klv_host *host, uint64_t connection);
} klv_network;
#define KLV_NETWORK "klava.network/1"

/* "klava.paths/1": where a keyboard's files are, for one whose manifest asks for paths (KLVFileAccess). For any other one
 * this interface is NULL: resources and container come through the host. */
typedef struct klv_paths {
  /* [load] The absolute path of the bundle's folder, which can be read. Borrowed until the end of the turn. */
  klv_result (*bundle_path)(klv_host *host, klv_text *path);
  /* [load] The absolute path of the container's folder, which can be written. Borrowed until the end of the turn.
   * It is in memory, 64,000,000 bytes in whole pages and 4,096 files, and ENOSPC beyond. The host keeps what changed on the
   * disk in the next pause and when the process ends; if the host itself is killed, what changed since then is lost. */
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
