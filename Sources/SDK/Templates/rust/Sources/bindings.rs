// The declarations of klava/keyboard.h, which documents them. Klava generates this file.
#![allow(dead_code, non_camel_case_types)]

use std::ffi::{CStr, c_char, c_void};

pub type klv_result = i32;

/// The host's side of one controller. Its first members are a `klv_host_entry`.
#[repr(C)]
pub struct klv_host {
    _private: [u8; 0],
}

pub const KLV_ABI_MAJOR: u32 = 1;
pub const KLV_ABI_MINOR: u32 = 6;
pub const KLV_ABI_VERSION: u32 = 65542;
pub const KLV_ALIGN_CENTER: u32 = 2;
pub const KLV_ALIGN_LEADING: u32 = 1;
pub const KLV_ALIGN_TRAILING: u32 = 3;
pub const KLV_APPEARING: &CStr = c"klava.appearing/1";
pub const KLV_CANVAS: &CStr = c"klava.canvas/1";
pub const KLV_CAP_BUTT: u32 = 0;
pub const KLV_CAP_ROUND: u32 = 1;
pub const KLV_CAP_SQUARE: u32 = 2;
pub const KLV_CAUSE_APPLICATION: u32 = 2;
pub const KLV_CAUSE_KEYBOARD: u32 = 0;
pub const KLV_CAUSE_PERSON: u32 = 1;
pub const KLV_CAUSE_USER: u32 = 1;
pub const KLV_CHOICE_LIMIT: u32 = 32;
pub const KLV_CONNECTION_CLOSED: u32 = 2;
pub const KLV_CONNECTION_CONNECTING: u32 = 0;
pub const KLV_CONNECTION_FAILED: u32 = 3;
pub const KLV_CONNECTION_LIMIT: u32 = 8;
pub const KLV_CONNECTION_OPEN: u32 = 1;
pub const KLV_CONTAINER: &CStr = c"klava.container/1";
pub const KLV_CONTENT_SCALE_ASPECT_FIT: u32 = 0;
pub const KLV_CONTENT_SCALE_TO_FILL: u32 = 1;
pub const KLV_CONTEXT_IOS16: u32 = 2;
pub const KLV_CONTEXT_PARAGRAPH: u32 = 1;
pub const KLV_CONTEXT_WINDOW: u32 = 0;
pub const KLV_DIRECTION_DOWN: u32 = 3;
pub const KLV_DIRECTION_DOWN_LEFT: u32 = 6;
pub const KLV_DIRECTION_DOWN_RIGHT: u32 = 7;
pub const KLV_DIRECTION_LEFT: u32 = 0;
pub const KLV_DIRECTION_RIGHT: u32 = 1;
pub const KLV_DIRECTION_UP: u32 = 2;
pub const KLV_DIRECTION_UP_LEFT: u32 = 4;
pub const KLV_DIRECTION_UP_RIGHT: u32 = 5;
pub const KLV_DOCUMENT: &CStr = c"klava.document/1";
pub const KLV_DRAW_ARC: u32 = 4;
pub const KLV_DRAW_CLIP: u32 = 9;
pub const KLV_DRAW_CLOSE: u32 = 6;
pub const KLV_DRAW_COUNTERCLOCKWISE: u32 = 2;
pub const KLV_DRAW_CURVE: u32 = 3;
pub const KLV_DRAW_EVEN_ODD: u32 = 1;
pub const KLV_DRAW_FILL: u32 = 7;
pub const KLV_DRAW_IMAGE: u32 = 13;
pub const KLV_DRAW_LIMIT: u32 = 4096;
pub const KLV_DRAW_LINE: u32 = 1;
pub const KLV_DRAW_MOVE: u32 = 0;
pub const KLV_DRAW_QUAD_CURVE: u32 = 2;
pub const KLV_DRAW_RECT: u32 = 5;
pub const KLV_DRAW_RESTORE: u32 = 11;
pub const KLV_DRAW_SAVE: u32 = 10;
pub const KLV_DRAW_STROKE: u32 = 8;
pub const KLV_DRAW_TEXT: u32 = 12;
pub const KLV_ELEMENT_CANVAS: u32 = 10;
pub const KLV_ELEMENT_COLUMN: u32 = 1;
pub const KLV_ELEMENT_GRID: u32 = 5;
pub const KLV_ELEMENT_HORIZONTAL_SCROLL: u32 = 6;
pub const KLV_ELEMENT_IMAGE: u32 = 8;
pub const KLV_ELEMENT_KEY: u32 = 2;
pub const KLV_ELEMENT_LABEL: u32 = 3;
pub const KLV_ELEMENT_LAYERS: u32 = 11;
pub const KLV_ELEMENT_ROW: u32 = 0;
pub const KLV_ELEMENT_SPACER: u32 = 4;
pub const KLV_ELEMENT_SUGGESTIONS: u32 = 9;
pub const KLV_ELEMENT_VERTICAL_SCROLL: u32 = 7;
pub const KLV_ERROR_BAD_ARGUMENT: i32 = -2;
pub const KLV_ERROR_FAILED: i32 = -7;
pub const KLV_ERROR_NOT_FOUND: i32 = -5;
pub const KLV_ERROR_NOT_NOW: i32 = -3;
pub const KLV_ERROR_NOT_UTF8: i32 = -8;
pub const KLV_ERROR_NO_ACCESS: i32 = -4;
pub const KLV_ERROR_RECORD_TOO_LONG: i32 = -10;
pub const KLV_ERROR_RECORD_TOO_SHORT: i32 = -9;
pub const KLV_ERROR_RECORD_UNKNOWN_TAIL: i32 = -11;
pub const KLV_ERROR_TOO_LARGE: i32 = -6;
pub const KLV_ERROR_UNKNOWN: i32 = -1;
pub const KLV_FEEDBACK: &CStr = c"klava.feedback/1";
pub const KLV_FIELD: &CStr = c"klava.field/1";
pub const KLV_FONT_BOLD: u32 = 5;
pub const KLV_FONT_LIGHT: u32 = 1;
pub const KLV_FONT_MEDIUM: u32 = 3;
pub const KLV_FONT_REGULAR: u32 = 2;
pub const KLV_FONT_SEMIBOLD: u32 = 4;
pub const KLV_GESTURE_ALTERNATIVE: u32 = 6;
pub const KLV_GESTURE_LONG_PRESS: u32 = 2;
pub const KLV_GESTURE_PRESS: u32 = 0;
pub const KLV_GESTURE_RELEASE: u32 = 1;
pub const KLV_GESTURE_REPEAT: u32 = 4;
pub const KLV_GESTURE_REPEAT_WORD: u32 = 5;
pub const KLV_GESTURE_SWIPE: u32 = 3;
pub const KLV_HAPTICS: &CStr = c"klava.haptics/1";
pub const KLV_HAPTIC_ERROR: i32 = 6;
pub const KLV_HAPTIC_HEAVY_IMPACT: i32 = 3;
pub const KLV_HAPTIC_LIGHT_IMPACT: i32 = 1;
pub const KLV_HAPTIC_MEDIUM_IMPACT: i32 = 2;
pub const KLV_HAPTIC_SELECTION: i32 = 0;
pub const KLV_HAPTIC_SUCCESS: i32 = 4;
pub const KLV_HAPTIC_WARNING: i32 = 5;
pub const KLV_HINT_BOTTOM: u32 = 6;
pub const KLV_HINT_BOTTOM_LEADING: u32 = 5;
pub const KLV_HINT_BOTTOM_TRAILING: u32 = 7;
pub const KLV_HINT_LEADING: u32 = 3;
pub const KLV_HINT_LIMIT: u32 = 8;
pub const KLV_HINT_TOP: u32 = 1;
pub const KLV_HINT_TOP_LEADING: u32 = 0;
pub const KLV_HINT_TOP_TRAILING: u32 = 2;
pub const KLV_HINT_TRAILING: u32 = 4;
pub const KLV_INPUT_MODE: &CStr = c"klava.input-mode/1";
pub const KLV_INTERFACE: &CStr = c"klava.interface/1";
pub const KLV_INTERFACE_CHANGES: &CStr = c"klava.interface-changes/1";
pub const KLV_JOIN_BEVEL: u32 = 2;
pub const KLV_JOIN_MITER: u32 = 0;
pub const KLV_JOIN_ROUND: u32 = 1;
pub const KLV_KEYS: &CStr = c"klava.keys/1";
pub const KLV_LEXICON: &CStr = c"klava.lexicon/1";
pub const KLV_LOG: &CStr = c"klava.log/1";
pub const KLV_LOG_DEBUG: i32 = 0;
pub const KLV_LOG_ERROR: i32 = 3;
pub const KLV_LOG_FAULT: i32 = 4;
pub const KLV_LOG_INFO: i32 = 1;
pub const KLV_LOG_NOTICE: i32 = 2;
pub const KLV_MAIN_QUEUE: &CStr = c"klava.main-queue/1";
pub const KLV_MEMORY: &CStr = c"klava.memory/1";
pub const KLV_NETWORK: &CStr = c"klava.network/1";
pub const KLV_NETWORK_CALL_LIMIT: u32 = 262144;
pub const KLV_OBSERVING: &CStr = c"klava.observing/1";
pub const KLV_OK: i32 = 0;
pub const KLV_PAINT_LIMIT: u32 = 1024;
pub const KLV_PASTEBOARD: &CStr = c"klava.pasteboard/1";
pub const KLV_PASTEBOARD_TEXT_LIMIT: u32 = 262144;
pub const KLV_PATHS: &CStr = c"klava.paths/1";
pub const KLV_RECORD_LIMIT: u32 = 4096;
pub const KLV_REPEATS_BY_ROLE: u32 = 0;
pub const KLV_REPEATS_NO: u32 = 2;
pub const KLV_REPEATS_YES: u32 = 1;
pub const KLV_RESOURCES: &CStr = c"klava.resources/1";
pub const KLV_ROLE_ACTION: u32 = 8;
pub const KLV_ROLE_CHARACTER: u32 = 0;
pub const KLV_ROLE_DELETE: u32 = 3;
pub const KLV_ROLE_DISMISS: u32 = 7;
pub const KLV_ROLE_NEXT_KEYBOARD: u32 = 6;
pub const KLV_ROLE_PLANE_SWITCH: u32 = 5;
pub const KLV_ROLE_RETURN: u32 = 2;
pub const KLV_ROLE_SHIFT: u32 = 4;
pub const KLV_ROLE_SPACE: u32 = 1;
pub const KLV_ROLE_SUGGESTION: u32 = 9;
pub const KLV_SETS_CORNER_RADIUS: u32 = 1;
pub const KLV_SETS_OPACITY: u32 = 2;
pub const KLV_SETS_SPACING: u32 = 4;
pub const KLV_SETTINGS: &CStr = c"klava.settings/1";
pub const KLV_SETTING_BOOLEAN: u32 = 1;
pub const KLV_SETTING_INTEGER: u32 = 2;
pub const KLV_SETTING_REAL: u32 = 3;
pub const KLV_SETTING_TEXT: u32 = 0;
pub const KLV_SOUND_CLICK: i32 = 0;
pub const KLV_SOUND_DELETE: i32 = 1;
pub const KLV_SOUND_MODIFIER: i32 = 2;
pub const KLV_SPELLING: &CStr = c"klava.spelling/1";
pub const KLV_SPELLING_TEXT_LIMIT: u32 = 8192;
pub const KLV_SPELLING_WORD_LIMIT: u32 = 256;
pub const KLV_SWIPES_BY_VIEW: u32 = 0;
pub const KLV_SWIPES_EIGHT: u32 = 2;
pub const KLV_SWIPES_FOUR: u32 = 1;
pub const KLV_TEXT_DELEGATE: &CStr = c"klava.text-delegate/1";
pub const KLV_TEXT_SERVICES: &CStr = c"klava.text/1";
pub const KLV_TEXT_SERVICES_LIMIT: u32 = 8192;
pub const KLV_TIMER: &CStr = c"klava.timer/1";
pub const KLV_TOUCH: &CStr = c"klava.touch/1";
pub const KLV_TOUCH_BEGAN: u32 = 0;
pub const KLV_TOUCH_CANCELLED: u32 = 3;
pub const KLV_TOUCH_ENDED: u32 = 2;
pub const KLV_TOUCH_MOVED: u32 = 1;
pub const KLV_TURN_REQUEST: &CStr = c"klava.turn-request/1";
pub const KLV_UNHANDLED: i32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_text {
    pub bytes: *const c_char,
    pub length: u64,
}

impl Default for klv_text {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_bytes {
    pub bytes: *const u8,
    pub length: u64,
}

impl Default for klv_bytes {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_uuid {
    pub bytes: [u8; 16],
}

impl Default for klv_uuid {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_failure {
    pub message: [c_char; 512],
}

impl Default for klv_failure {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_launch {
    pub size: u32,
    pub reserved: u32,
    pub bundle_identifier: klv_text,
    pub principal_class: klv_text,
    pub primary_language: klv_text,
}

impl Default for klv_launch {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        let mut record: Self = unsafe { std::mem::zeroed() };
        record.size = size_of::<Self>() as u32;
        record
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_keyboard_entry {
    pub abi_version: u32,
    pub size: u32,
    pub create: Option<unsafe extern "C" fn(*mut klv_host, *const klv_launch, *mut *mut c_void, *mut klv_failure) -> klv_result>,
    pub load: Option<unsafe extern "C" fn(*mut c_void, *mut klv_failure) -> klv_result>,
    pub destroy: Option<unsafe extern "C" fn(*mut c_void)>,
    pub get_interface: Option<unsafe extern "C" fn(*mut c_void, *const c_char) -> *const c_void>,
}

impl Default for klv_keyboard_entry {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        let mut record: Self = unsafe { std::mem::zeroed() };
        record.size = size_of::<Self>() as u32;
        record
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_appearing {
    pub will_appear: Option<unsafe extern "C" fn(*mut c_void)>,
    pub did_appear: Option<unsafe extern "C" fn(*mut c_void)>,
    pub will_disappear: Option<unsafe extern "C" fn(*mut c_void)>,
    pub did_disappear: Option<unsafe extern "C" fn(*mut c_void)>,
}

impl Default for klv_appearing {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_key_event {
    pub size: u32,
    pub gesture: u32,
    pub direction: u32,
    pub alternative: u32,
    pub key: klv_text,
    pub title: klv_text,
}

impl Default for klv_key_event {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        let mut record: Self = unsafe { std::mem::zeroed() };
        record.size = size_of::<Self>() as u32;
        record
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_keys {
    pub key_event: Option<unsafe extern "C" fn(*mut c_void, *const klv_key_event) -> klv_result>,
}

impl Default for klv_keys {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_touch_point {
    pub finger: u32,
    pub phase: u32,
    pub x: f64,
    pub y: f64,
    pub timestamp: f64,
}

impl Default for klv_touch_point {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_touch_event {
    pub size: u32,
    pub touch_count: u32,
    pub touches: *const klv_touch_point,
    pub key: klv_text,
    pub width: f64,
    pub height: f64,
}

impl Default for klv_touch_event {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        let mut record: Self = unsafe { std::mem::zeroed() };
        record.size = size_of::<Self>() as u32;
        record
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_touch {
    pub touches: Option<unsafe extern "C" fn(*mut c_void, *const klv_touch_event) -> klv_result>,
}

impl Default for klv_touch {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_text_delegate {
    pub text_will_change: Option<unsafe extern "C" fn(*mut c_void, u32)>,
    pub text_did_change: Option<unsafe extern "C" fn(*mut c_void, u32)>,
    pub selection_will_change: Option<unsafe extern "C" fn(*mut c_void, u32)>,
    pub selection_did_change: Option<unsafe extern "C" fn(*mut c_void, u32)>,
    pub marked_text_did_end: Option<unsafe extern "C" fn(*mut c_void, u32)>,
}

impl Default for klv_text_delegate {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_observing {
    pub traits_did_change: Option<unsafe extern "C" fn(*mut c_void)>,
    pub environment_did_change: Option<unsafe extern "C" fn(*mut c_void)>,
    pub settings_did_change: Option<unsafe extern "C" fn(*mut c_void)>,
    pub standing_did_change: Option<unsafe extern "C" fn(*mut c_void)>,
    pub did_receive_memory_warning: Option<unsafe extern "C" fn(*mut c_void)>,
    pub timer_fired: Option<unsafe extern "C" fn(*mut c_void, u64)>,
}

impl Default for klv_observing {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_main_queue {
    pub run: Option<unsafe extern "C" fn(*mut c_void)>,
    pub has_work: Option<unsafe extern "C" fn(*mut c_void) -> bool>,
}

impl Default for klv_main_queue {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_host_entry {
    pub abi_version: u32,
    pub size: u32,
    pub get_interface: Option<unsafe extern "C" fn(*mut klv_host, *const c_char) -> *const c_void>,
}

impl Default for klv_host_entry {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        let mut record: Self = unsafe { std::mem::zeroed() };
        record.size = size_of::<Self>() as u32;
        record
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_context_info {
    pub size: u32,
    pub policy: u32,
    pub window: u64,
    pub revision: u64,
    pub is_cut_before: bool,
    pub is_cut_after: bool,
    pub reserved: [u8; 6],
}

impl Default for klv_context_info {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        let mut record: Self = unsafe { std::mem::zeroed() };
        record.size = size_of::<Self>() as u32;
        record
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_document {
    pub context_before: Option<unsafe extern "C" fn(*mut klv_host, *mut klv_text) -> klv_result>,
    pub context_after: Option<unsafe extern "C" fn(*mut klv_host, *mut klv_text) -> klv_result>,
    pub selected_text: Option<unsafe extern "C" fn(*mut klv_host, *mut klv_text) -> klv_result>,
    pub marked_text: Option<unsafe extern "C" fn(*mut klv_host, *mut klv_text) -> klv_result>,
    pub has_text: Option<unsafe extern "C" fn(*mut klv_host) -> bool>,
    pub insert_text: Option<unsafe extern "C" fn(*mut klv_host, *const c_char, u64) -> klv_result>,
    pub delete_backward: Option<unsafe extern "C" fn(*mut klv_host) -> klv_result>,
    pub adjust_position: Option<unsafe extern "C" fn(*mut klv_host, i64) -> klv_result>,
    pub adjust_position_by_characters: Option<unsafe extern "C" fn(*mut klv_host, i64) -> klv_result>,
    pub set_marked_text: Option<unsafe extern "C" fn(*mut klv_host, *const c_char, u64, u64, u64) -> klv_result>,
    pub unmark_text: Option<unsafe extern "C" fn(*mut klv_host) -> klv_result>,
    pub document_identifier: Option<unsafe extern "C" fn(*mut klv_host, *mut klv_uuid) -> klv_result>,
    pub input_mode_language: Option<unsafe extern "C" fn(*mut klv_host, *mut klv_text) -> klv_result>,
    pub context_info: Option<unsafe extern "C" fn(*mut klv_host, *mut klv_context_info) -> klv_result>,
}

impl Default for klv_document {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_traits {
    pub size: u32,
    pub autocapitalization_type: u32,
    pub autocorrection_type: u32,
    pub spell_checking_type: u32,
    pub smart_quotes_type: u32,
    pub smart_dashes_type: u32,
    pub smart_insert_delete_type: u32,
    pub keyboard_type: u32,
    pub keyboard_appearance: u32,
    pub return_key_type: u32,
    pub inline_prediction_type: u32,
    pub enables_return_key_automatically: bool,
    pub is_secure_text_entry: bool,
    pub is_multiline: bool,
    pub reserved: u8,
    pub text_content_type: klv_text,
    pub password_rules: klv_text,
}

impl Default for klv_traits {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        let mut record: Self = unsafe { std::mem::zeroed() };
        record.size = size_of::<Self>() as u32;
        record
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_environment {
    pub size: u32,
    pub horizontal_size_class: u32,
    pub vertical_size_class: u32,
    pub is_landscape: bool,
    pub is_dark: bool,
    pub reduces_motion: bool,
    pub is_right_to_left: bool,
    pub width: f64,
    pub height: f64,
    pub safe_area_bottom: f64,
    pub safe_area_left: f64,
    pub safe_area_right: f64,
    pub text_scale: f64,
}

impl Default for klv_environment {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        let mut record: Self = unsafe { std::mem::zeroed() };
        record.size = size_of::<Self>() as u32;
        record
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_field {
    pub traits: Option<unsafe extern "C" fn(*mut klv_host, *mut klv_traits) -> klv_result>,
    pub environment: Option<unsafe extern "C" fn(*mut klv_host, *mut klv_environment) -> klv_result>,
}

impl Default for klv_field {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_input_mode {
    pub advance_to_next: Option<unsafe extern "C" fn(*mut klv_host) -> klv_result>,
    pub show_list: Option<unsafe extern "C" fn(*mut klv_host) -> klv_result>,
    pub dismiss: Option<unsafe extern "C" fn(*mut klv_host) -> klv_result>,
    pub needs_switch_key: Option<unsafe extern "C" fn(*mut klv_host) -> bool>,
    pub has_full_access: Option<unsafe extern "C" fn(*mut klv_host) -> bool>,
    pub primary_language: Option<unsafe extern "C" fn(*mut klv_host, *mut klv_text) -> klv_result>,
    pub set_primary_language: Option<unsafe extern "C" fn(*mut klv_host, *const c_char, u64) -> klv_result>,
}

impl Default for klv_input_mode {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_draw_command {
    pub kind: u32,
    pub flags: u32,
    pub x: f32,
    pub y: f32,
    pub x1: f32,
    pub y1: f32,
    pub x2: f32,
    pub y2: f32,
    pub width: f32,
    pub height: f32,
    pub radius: f32,
    pub start_angle: f32,
    pub end_angle: f32,
    pub line_width: f32,
    pub font_size: f32,
    pub font_weight: u32,
    pub alignment: u32,
    pub line_cap: u32,
    pub line_join: u32,
    pub color_light: u32,
    pub color_dark: u32,
    pub reserved: u32,
    pub text: klv_text,
}

impl Default for klv_draw_command {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_drawing {
    pub size: u32,
    pub command_size: u32,
    pub commands: *const klv_draw_command,
    pub command_count: u64,
}

impl Default for klv_drawing {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        let mut record: Self = unsafe { std::mem::zeroed() };
        record.size = size_of::<Self>() as u32;
        record
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_element {
    pub size: u32,
    pub kind: u32,
    pub child_count: u32,
    pub role: u32,
    pub identifier: klv_text,
    pub title: klv_text,
    pub image: klv_text,
    pub accessibility_label: klv_text,
    pub weight: f64,
    pub is_disabled: bool,
    pub reserved: [u8; 7],
    pub columns: u32,
    pub repeats: u32,
    pub width: f64,
    pub height: f64,
    pub foreground_light: u32,
    pub foreground_dark: u32,
    pub background_light: u32,
    pub background_dark: u32,
    pub sets: u32,
    pub font_weight: u32,
    pub font_size: f64,
    pub corner_radius: f64,
    pub opacity: f64,
    pub spacing: f64,
    pub alignment: u32,
    pub choice_count: u32,
    pub choices: *const klv_text,
    pub accessibility_hint: klv_text,
    pub is_selected: bool,
    pub forces_left_to_right: bool,
    pub reserved_2: [u8; 6],
    pub swipes: u32,
    pub receives_touches: bool,
    pub reserved_3: [u8; 3],
    pub swipe_distance: f64,
    pub hold_delay: f64,
    pub subtitle: klv_text,
    pub hints: *const klv_text,
    pub hint_count: u32,
    pub content_mode: u32,
    pub space_width: f64,
    pub space_height: f64,
    pub drawing: *const klv_drawing,
}

impl Default for klv_element {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        let mut record: Self = unsafe { std::mem::zeroed() };
        record.size = size_of::<Self>() as u32;
        record
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_interface_record {
    pub size: u32,
    pub element_count: u32,
    pub elements: *const klv_element,
    pub height: f64,
    pub recognizes_swipes: bool,
    pub enables_input_clicks: bool,
    pub reserved: [u8; 6],
    pub design_width: f64,
}

impl Default for klv_interface_record {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        let mut record: Self = unsafe { std::mem::zeroed() };
        record.size = size_of::<Self>() as u32;
        record
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_key_change {
    pub size: u32,
    pub enabled: u32,
    pub title: klv_text,
    pub selected: u32,
    pub reserved: u32,
}

impl Default for klv_key_change {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        let mut record: Self = unsafe { std::mem::zeroed() };
        record.size = size_of::<Self>() as u32;
        record
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_interface {
    pub set: Option<unsafe extern "C" fn(*mut klv_host, *const klv_interface_record) -> klv_result>,
    pub set_label: Option<unsafe extern "C" fn(*mut klv_host, *const c_char, u64, *const c_char, u64) -> klv_result>,
    pub set_key: Option<unsafe extern "C" fn(*mut klv_host, *const c_char, u64, *const klv_key_change) -> klv_result>,
}

impl Default for klv_interface {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_interface_changes {
    pub set_image: Option<unsafe extern "C" fn(*mut klv_host, *const c_char, u64, *const c_char, u64) -> klv_result>,
    pub set_suggestions: Option<unsafe extern "C" fn(*mut klv_host, *const c_char, u64, *const klv_text, u64) -> klv_result>,
}

impl Default for klv_interface_changes {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_canvas {
    pub set_drawing: Option<unsafe extern "C" fn(*mut klv_host, *const c_char, u64, *const klv_drawing) -> klv_result>,
}

impl Default for klv_canvas {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_setting {
    pub size: u32,
    pub kind: u32,
    pub integer: i64,
    pub real: f64,
    pub text: klv_text,
}

impl Default for klv_setting {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        let mut record: Self = unsafe { std::mem::zeroed() };
        record.size = size_of::<Self>() as u32;
        record
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_settings {
    pub read: Option<unsafe extern "C" fn(*mut klv_host, *const c_char, u64, *mut klv_setting) -> klv_result>,
}

impl Default for klv_settings {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_resources {
    pub read: Option<unsafe extern "C" fn(*mut klv_host, *const c_char, u64, *mut klv_bytes) -> klv_result>,
    pub names: Option<unsafe extern "C" fn(*mut klv_host, *const c_char, u64, *mut klv_text) -> klv_result>,
    pub localized_string: Option<unsafe extern "C" fn(*mut klv_host, *const c_char, u64, *const c_char, u64, *const c_char, u64, *mut klv_text) -> klv_result>,
}

impl Default for klv_resources {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_container {
    pub read: Option<unsafe extern "C" fn(*mut klv_host, *const c_char, u64, *mut klv_bytes) -> klv_result>,
    pub write: Option<unsafe extern "C" fn(*mut klv_host, *const c_char, u64, *const u8, u64) -> klv_result>,
    pub remove: Option<unsafe extern "C" fn(*mut klv_host, *const c_char, u64) -> klv_result>,
    pub names: Option<unsafe extern "C" fn(*mut klv_host, *mut klv_text) -> klv_result>,
}

impl Default for klv_container {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_timer {
    pub start: Option<unsafe extern "C" fn(*mut klv_host, f64, bool) -> u64>,
    pub cancel: Option<unsafe extern "C" fn(*mut klv_host, u64) -> klv_result>,
}

impl Default for klv_timer {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_log {
    pub write: Option<unsafe extern "C" fn(*mut klv_host, i32, *const c_char, u64) -> klv_result>,
}

impl Default for klv_log {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_memory {
    pub limit: Option<unsafe extern "C" fn(*mut klv_host) -> u64>,
    pub used: Option<unsafe extern "C" fn(*mut klv_host) -> u64>,
}

impl Default for klv_memory {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_feedback {
    pub play_input_click: Option<unsafe extern "C" fn(*mut klv_host) -> klv_result>,
    pub play_sound: Option<unsafe extern "C" fn(*mut klv_host, i32) -> klv_result>,
}

impl Default for klv_feedback {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_pasteboard {
    pub string: Option<unsafe extern "C" fn(*mut klv_host, *mut klv_text) -> klv_result>,
    pub set_string: Option<unsafe extern "C" fn(*mut klv_host, *const c_char, u64) -> klv_result>,
    pub has_strings: Option<unsafe extern "C" fn(*mut klv_host, *mut bool) -> klv_result>,
    pub change_count: Option<unsafe extern "C" fn(*mut klv_host, *mut u64) -> klv_result>,
}

impl Default for klv_pasteboard {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_connection_info {
    pub size: u32,
    pub state: u32,
    pub failure: i32,
    pub reserved: u32,
}

impl Default for klv_connection_info {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        let mut record: Self = unsafe { std::mem::zeroed() };
        record.size = size_of::<Self>() as u32;
        record
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_network {
    pub connect: Option<unsafe extern "C" fn(*mut klv_host, *const c_char, u64, u64, *mut u64) -> klv_result>,
    pub state: Option<unsafe extern "C" fn(*mut klv_host, u64, *mut klv_connection_info) -> klv_result>,
    pub send: Option<unsafe extern "C" fn(*mut klv_host, u64, *const u8, u64, *mut u64) -> klv_result>,
    pub receive: Option<unsafe extern "C" fn(*mut klv_host, u64, u64, f64, *mut klv_bytes) -> klv_result>,
    pub close: Option<unsafe extern "C" fn(*mut klv_host, u64) -> klv_result>,
}

impl Default for klv_network {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_paths {
    pub bundle_path: Option<unsafe extern "C" fn(*mut klv_host, *mut klv_text) -> klv_result>,
    pub container_path: Option<unsafe extern "C" fn(*mut klv_host, *mut klv_text) -> klv_result>,
}

impl Default for klv_paths {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_turn_request {
    pub request: Option<unsafe extern "C" fn(*mut klv_host) -> klv_result>,
}

impl Default for klv_turn_request {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_offsets {
    pub offsets: *const u64,
    pub count: u64,
}

impl Default for klv_offsets {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_text_services {
    pub words: Option<unsafe extern "C" fn(*mut klv_host, *const c_char, u64, *mut klv_offsets) -> klv_result>,
    pub sentences: Option<unsafe extern "C" fn(*mut klv_host, *const c_char, u64, *const c_char, u64, *mut klv_offsets) -> klv_result>,
    pub capitalizes: Option<unsafe extern "C" fn(*mut klv_host, i32, *mut bool) -> klv_result>,
}

impl Default for klv_text_services {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_haptics {
    pub play: Option<unsafe extern "C" fn(*mut klv_host, i32) -> klv_result>,
}

impl Default for klv_haptics {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_spelling {
    pub languages: Option<unsafe extern "C" fn(*mut klv_host, *mut klv_bytes) -> klv_result>,
    pub misspelled: Option<unsafe extern "C" fn(*mut klv_host, *const c_char, u64, *const c_char, u64, *mut klv_offsets) -> klv_result>,
    pub guesses: Option<unsafe extern "C" fn(*mut klv_host, *const c_char, u64, *const c_char, u64, *mut klv_bytes) -> klv_result>,
    pub completions: Option<unsafe extern "C" fn(*mut klv_host, *const c_char, u64, *const c_char, u64, *mut klv_bytes) -> klv_result>,
}

impl Default for klv_spelling {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct klv_lexicon {
    pub entries: Option<unsafe extern "C" fn(*mut klv_host, *mut klv_bytes) -> klv_result>,
}

impl Default for klv_lexicon {
    /// All bytes are zero, except the size.
    fn default() -> Self {
        unsafe { std::mem::zeroed() }
    }
}

const _: () = {
    assert!(size_of::<klv_text>() == 16);
    assert!(std::mem::offset_of!(klv_text, bytes) == 0);
    assert!(std::mem::offset_of!(klv_text, length) == 8);
    assert!(size_of::<klv_bytes>() == 16);
    assert!(std::mem::offset_of!(klv_bytes, bytes) == 0);
    assert!(std::mem::offset_of!(klv_bytes, length) == 8);
    assert!(size_of::<klv_uuid>() == 16);
    assert!(std::mem::offset_of!(klv_uuid, bytes) == 0);
    assert!(size_of::<klv_failure>() == 512);
    assert!(std::mem::offset_of!(klv_failure, message) == 0);
    assert!(size_of::<klv_launch>() == 56);
    assert!(std::mem::offset_of!(klv_launch, size) == 0);
    assert!(std::mem::offset_of!(klv_launch, reserved) == 4);
    assert!(std::mem::offset_of!(klv_launch, bundle_identifier) == 8);
    assert!(std::mem::offset_of!(klv_launch, principal_class) == 24);
    assert!(std::mem::offset_of!(klv_launch, primary_language) == 40);
    assert!(size_of::<klv_keyboard_entry>() == 40);
    assert!(std::mem::offset_of!(klv_keyboard_entry, abi_version) == 0);
    assert!(std::mem::offset_of!(klv_keyboard_entry, size) == 4);
    assert!(std::mem::offset_of!(klv_keyboard_entry, create) == 8);
    assert!(std::mem::offset_of!(klv_keyboard_entry, load) == 16);
    assert!(std::mem::offset_of!(klv_keyboard_entry, destroy) == 24);
    assert!(std::mem::offset_of!(klv_keyboard_entry, get_interface) == 32);
    assert!(size_of::<klv_appearing>() == 32);
    assert!(std::mem::offset_of!(klv_appearing, will_appear) == 0);
    assert!(std::mem::offset_of!(klv_appearing, did_appear) == 8);
    assert!(std::mem::offset_of!(klv_appearing, will_disappear) == 16);
    assert!(std::mem::offset_of!(klv_appearing, did_disappear) == 24);
    assert!(size_of::<klv_key_event>() == 48);
    assert!(std::mem::offset_of!(klv_key_event, size) == 0);
    assert!(std::mem::offset_of!(klv_key_event, gesture) == 4);
    assert!(std::mem::offset_of!(klv_key_event, direction) == 8);
    assert!(std::mem::offset_of!(klv_key_event, alternative) == 12);
    assert!(std::mem::offset_of!(klv_key_event, key) == 16);
    assert!(std::mem::offset_of!(klv_key_event, title) == 32);
    assert!(size_of::<klv_keys>() == 8);
    assert!(std::mem::offset_of!(klv_keys, key_event) == 0);
    assert!(size_of::<klv_touch_point>() == 32);
    assert!(std::mem::offset_of!(klv_touch_point, finger) == 0);
    assert!(std::mem::offset_of!(klv_touch_point, phase) == 4);
    assert!(std::mem::offset_of!(klv_touch_point, x) == 8);
    assert!(std::mem::offset_of!(klv_touch_point, y) == 16);
    assert!(std::mem::offset_of!(klv_touch_point, timestamp) == 24);
    assert!(size_of::<klv_touch_event>() == 48);
    assert!(std::mem::offset_of!(klv_touch_event, size) == 0);
    assert!(std::mem::offset_of!(klv_touch_event, touch_count) == 4);
    assert!(std::mem::offset_of!(klv_touch_event, touches) == 8);
    assert!(std::mem::offset_of!(klv_touch_event, key) == 16);
    assert!(std::mem::offset_of!(klv_touch_event, width) == 32);
    assert!(std::mem::offset_of!(klv_touch_event, height) == 40);
    assert!(size_of::<klv_touch>() == 8);
    assert!(std::mem::offset_of!(klv_touch, touches) == 0);
    assert!(size_of::<klv_text_delegate>() == 40);
    assert!(std::mem::offset_of!(klv_text_delegate, text_will_change) == 0);
    assert!(std::mem::offset_of!(klv_text_delegate, text_did_change) == 8);
    assert!(std::mem::offset_of!(klv_text_delegate, selection_will_change) == 16);
    assert!(std::mem::offset_of!(klv_text_delegate, selection_did_change) == 24);
    assert!(std::mem::offset_of!(klv_text_delegate, marked_text_did_end) == 32);
    assert!(size_of::<klv_observing>() == 48);
    assert!(std::mem::offset_of!(klv_observing, traits_did_change) == 0);
    assert!(std::mem::offset_of!(klv_observing, environment_did_change) == 8);
    assert!(std::mem::offset_of!(klv_observing, settings_did_change) == 16);
    assert!(std::mem::offset_of!(klv_observing, standing_did_change) == 24);
    assert!(std::mem::offset_of!(klv_observing, did_receive_memory_warning) == 32);
    assert!(std::mem::offset_of!(klv_observing, timer_fired) == 40);
    assert!(size_of::<klv_main_queue>() == 16);
    assert!(std::mem::offset_of!(klv_main_queue, run) == 0);
    assert!(std::mem::offset_of!(klv_main_queue, has_work) == 8);
    assert!(size_of::<klv_host_entry>() == 16);
    assert!(std::mem::offset_of!(klv_host_entry, abi_version) == 0);
    assert!(std::mem::offset_of!(klv_host_entry, size) == 4);
    assert!(std::mem::offset_of!(klv_host_entry, get_interface) == 8);
    assert!(size_of::<klv_context_info>() == 32);
    assert!(std::mem::offset_of!(klv_context_info, size) == 0);
    assert!(std::mem::offset_of!(klv_context_info, policy) == 4);
    assert!(std::mem::offset_of!(klv_context_info, window) == 8);
    assert!(std::mem::offset_of!(klv_context_info, revision) == 16);
    assert!(std::mem::offset_of!(klv_context_info, is_cut_before) == 24);
    assert!(std::mem::offset_of!(klv_context_info, is_cut_after) == 25);
    assert!(std::mem::offset_of!(klv_context_info, reserved) == 26);
    assert!(size_of::<klv_document>() == 112);
    assert!(std::mem::offset_of!(klv_document, context_before) == 0);
    assert!(std::mem::offset_of!(klv_document, context_after) == 8);
    assert!(std::mem::offset_of!(klv_document, selected_text) == 16);
    assert!(std::mem::offset_of!(klv_document, marked_text) == 24);
    assert!(std::mem::offset_of!(klv_document, has_text) == 32);
    assert!(std::mem::offset_of!(klv_document, insert_text) == 40);
    assert!(std::mem::offset_of!(klv_document, delete_backward) == 48);
    assert!(std::mem::offset_of!(klv_document, adjust_position) == 56);
    assert!(std::mem::offset_of!(klv_document, adjust_position_by_characters) == 64);
    assert!(std::mem::offset_of!(klv_document, set_marked_text) == 72);
    assert!(std::mem::offset_of!(klv_document, unmark_text) == 80);
    assert!(std::mem::offset_of!(klv_document, document_identifier) == 88);
    assert!(std::mem::offset_of!(klv_document, input_mode_language) == 96);
    assert!(std::mem::offset_of!(klv_document, context_info) == 104);
    assert!(size_of::<klv_traits>() == 80);
    assert!(std::mem::offset_of!(klv_traits, size) == 0);
    assert!(std::mem::offset_of!(klv_traits, autocapitalization_type) == 4);
    assert!(std::mem::offset_of!(klv_traits, autocorrection_type) == 8);
    assert!(std::mem::offset_of!(klv_traits, spell_checking_type) == 12);
    assert!(std::mem::offset_of!(klv_traits, smart_quotes_type) == 16);
    assert!(std::mem::offset_of!(klv_traits, smart_dashes_type) == 20);
    assert!(std::mem::offset_of!(klv_traits, smart_insert_delete_type) == 24);
    assert!(std::mem::offset_of!(klv_traits, keyboard_type) == 28);
    assert!(std::mem::offset_of!(klv_traits, keyboard_appearance) == 32);
    assert!(std::mem::offset_of!(klv_traits, return_key_type) == 36);
    assert!(std::mem::offset_of!(klv_traits, inline_prediction_type) == 40);
    assert!(std::mem::offset_of!(klv_traits, enables_return_key_automatically) == 44);
    assert!(std::mem::offset_of!(klv_traits, is_secure_text_entry) == 45);
    assert!(std::mem::offset_of!(klv_traits, is_multiline) == 46);
    assert!(std::mem::offset_of!(klv_traits, reserved) == 47);
    assert!(std::mem::offset_of!(klv_traits, text_content_type) == 48);
    assert!(std::mem::offset_of!(klv_traits, password_rules) == 64);
    assert!(size_of::<klv_environment>() == 64);
    assert!(std::mem::offset_of!(klv_environment, size) == 0);
    assert!(std::mem::offset_of!(klv_environment, horizontal_size_class) == 4);
    assert!(std::mem::offset_of!(klv_environment, vertical_size_class) == 8);
    assert!(std::mem::offset_of!(klv_environment, is_landscape) == 12);
    assert!(std::mem::offset_of!(klv_environment, is_dark) == 13);
    assert!(std::mem::offset_of!(klv_environment, reduces_motion) == 14);
    assert!(std::mem::offset_of!(klv_environment, is_right_to_left) == 15);
    assert!(std::mem::offset_of!(klv_environment, width) == 16);
    assert!(std::mem::offset_of!(klv_environment, height) == 24);
    assert!(std::mem::offset_of!(klv_environment, safe_area_bottom) == 32);
    assert!(std::mem::offset_of!(klv_environment, safe_area_left) == 40);
    assert!(std::mem::offset_of!(klv_environment, safe_area_right) == 48);
    assert!(std::mem::offset_of!(klv_environment, text_scale) == 56);
    assert!(size_of::<klv_field>() == 16);
    assert!(std::mem::offset_of!(klv_field, traits) == 0);
    assert!(std::mem::offset_of!(klv_field, environment) == 8);
    assert!(size_of::<klv_input_mode>() == 56);
    assert!(std::mem::offset_of!(klv_input_mode, advance_to_next) == 0);
    assert!(std::mem::offset_of!(klv_input_mode, show_list) == 8);
    assert!(std::mem::offset_of!(klv_input_mode, dismiss) == 16);
    assert!(std::mem::offset_of!(klv_input_mode, needs_switch_key) == 24);
    assert!(std::mem::offset_of!(klv_input_mode, has_full_access) == 32);
    assert!(std::mem::offset_of!(klv_input_mode, primary_language) == 40);
    assert!(std::mem::offset_of!(klv_input_mode, set_primary_language) == 48);
    assert!(size_of::<klv_draw_command>() == 104);
    assert!(std::mem::offset_of!(klv_draw_command, kind) == 0);
    assert!(std::mem::offset_of!(klv_draw_command, flags) == 4);
    assert!(std::mem::offset_of!(klv_draw_command, x) == 8);
    assert!(std::mem::offset_of!(klv_draw_command, y) == 12);
    assert!(std::mem::offset_of!(klv_draw_command, x1) == 16);
    assert!(std::mem::offset_of!(klv_draw_command, y1) == 20);
    assert!(std::mem::offset_of!(klv_draw_command, x2) == 24);
    assert!(std::mem::offset_of!(klv_draw_command, y2) == 28);
    assert!(std::mem::offset_of!(klv_draw_command, width) == 32);
    assert!(std::mem::offset_of!(klv_draw_command, height) == 36);
    assert!(std::mem::offset_of!(klv_draw_command, radius) == 40);
    assert!(std::mem::offset_of!(klv_draw_command, start_angle) == 44);
    assert!(std::mem::offset_of!(klv_draw_command, end_angle) == 48);
    assert!(std::mem::offset_of!(klv_draw_command, line_width) == 52);
    assert!(std::mem::offset_of!(klv_draw_command, font_size) == 56);
    assert!(std::mem::offset_of!(klv_draw_command, font_weight) == 60);
    assert!(std::mem::offset_of!(klv_draw_command, alignment) == 64);
    assert!(std::mem::offset_of!(klv_draw_command, line_cap) == 68);
    assert!(std::mem::offset_of!(klv_draw_command, line_join) == 72);
    assert!(std::mem::offset_of!(klv_draw_command, color_light) == 76);
    assert!(std::mem::offset_of!(klv_draw_command, color_dark) == 80);
    assert!(std::mem::offset_of!(klv_draw_command, reserved) == 84);
    assert!(std::mem::offset_of!(klv_draw_command, text) == 88);
    assert!(size_of::<klv_drawing>() == 24);
    assert!(std::mem::offset_of!(klv_drawing, size) == 0);
    assert!(std::mem::offset_of!(klv_drawing, command_size) == 4);
    assert!(std::mem::offset_of!(klv_drawing, commands) == 8);
    assert!(std::mem::offset_of!(klv_drawing, command_count) == 16);
    assert!(size_of::<klv_element>() == 296);
    assert!(std::mem::offset_of!(klv_element, size) == 0);
    assert!(std::mem::offset_of!(klv_element, kind) == 4);
    assert!(std::mem::offset_of!(klv_element, child_count) == 8);
    assert!(std::mem::offset_of!(klv_element, role) == 12);
    assert!(std::mem::offset_of!(klv_element, identifier) == 16);
    assert!(std::mem::offset_of!(klv_element, title) == 32);
    assert!(std::mem::offset_of!(klv_element, image) == 48);
    assert!(std::mem::offset_of!(klv_element, accessibility_label) == 64);
    assert!(std::mem::offset_of!(klv_element, weight) == 80);
    assert!(std::mem::offset_of!(klv_element, is_disabled) == 88);
    assert!(std::mem::offset_of!(klv_element, reserved) == 89);
    assert!(std::mem::offset_of!(klv_element, columns) == 96);
    assert!(std::mem::offset_of!(klv_element, repeats) == 100);
    assert!(std::mem::offset_of!(klv_element, width) == 104);
    assert!(std::mem::offset_of!(klv_element, height) == 112);
    assert!(std::mem::offset_of!(klv_element, foreground_light) == 120);
    assert!(std::mem::offset_of!(klv_element, foreground_dark) == 124);
    assert!(std::mem::offset_of!(klv_element, background_light) == 128);
    assert!(std::mem::offset_of!(klv_element, background_dark) == 132);
    assert!(std::mem::offset_of!(klv_element, sets) == 136);
    assert!(std::mem::offset_of!(klv_element, font_weight) == 140);
    assert!(std::mem::offset_of!(klv_element, font_size) == 144);
    assert!(std::mem::offset_of!(klv_element, corner_radius) == 152);
    assert!(std::mem::offset_of!(klv_element, opacity) == 160);
    assert!(std::mem::offset_of!(klv_element, spacing) == 168);
    assert!(std::mem::offset_of!(klv_element, alignment) == 176);
    assert!(std::mem::offset_of!(klv_element, choice_count) == 180);
    assert!(std::mem::offset_of!(klv_element, choices) == 184);
    assert!(std::mem::offset_of!(klv_element, accessibility_hint) == 192);
    assert!(std::mem::offset_of!(klv_element, is_selected) == 208);
    assert!(std::mem::offset_of!(klv_element, forces_left_to_right) == 209);
    assert!(std::mem::offset_of!(klv_element, reserved_2) == 210);
    assert!(std::mem::offset_of!(klv_element, swipes) == 216);
    assert!(std::mem::offset_of!(klv_element, receives_touches) == 220);
    assert!(std::mem::offset_of!(klv_element, reserved_3) == 221);
    assert!(std::mem::offset_of!(klv_element, swipe_distance) == 224);
    assert!(std::mem::offset_of!(klv_element, hold_delay) == 232);
    assert!(std::mem::offset_of!(klv_element, subtitle) == 240);
    assert!(std::mem::offset_of!(klv_element, hints) == 256);
    assert!(std::mem::offset_of!(klv_element, hint_count) == 264);
    assert!(std::mem::offset_of!(klv_element, content_mode) == 268);
    assert!(std::mem::offset_of!(klv_element, space_width) == 272);
    assert!(std::mem::offset_of!(klv_element, space_height) == 280);
    assert!(std::mem::offset_of!(klv_element, drawing) == 288);
    assert!(size_of::<klv_interface_record>() == 40);
    assert!(std::mem::offset_of!(klv_interface_record, size) == 0);
    assert!(std::mem::offset_of!(klv_interface_record, element_count) == 4);
    assert!(std::mem::offset_of!(klv_interface_record, elements) == 8);
    assert!(std::mem::offset_of!(klv_interface_record, height) == 16);
    assert!(std::mem::offset_of!(klv_interface_record, recognizes_swipes) == 24);
    assert!(std::mem::offset_of!(klv_interface_record, enables_input_clicks) == 25);
    assert!(std::mem::offset_of!(klv_interface_record, reserved) == 26);
    assert!(std::mem::offset_of!(klv_interface_record, design_width) == 32);
    assert!(size_of::<klv_key_change>() == 32);
    assert!(std::mem::offset_of!(klv_key_change, size) == 0);
    assert!(std::mem::offset_of!(klv_key_change, enabled) == 4);
    assert!(std::mem::offset_of!(klv_key_change, title) == 8);
    assert!(std::mem::offset_of!(klv_key_change, selected) == 24);
    assert!(std::mem::offset_of!(klv_key_change, reserved) == 28);
    assert!(size_of::<klv_interface>() == 24);
    assert!(std::mem::offset_of!(klv_interface, set) == 0);
    assert!(std::mem::offset_of!(klv_interface, set_label) == 8);
    assert!(std::mem::offset_of!(klv_interface, set_key) == 16);
    assert!(size_of::<klv_interface_changes>() == 16);
    assert!(std::mem::offset_of!(klv_interface_changes, set_image) == 0);
    assert!(std::mem::offset_of!(klv_interface_changes, set_suggestions) == 8);
    assert!(size_of::<klv_canvas>() == 8);
    assert!(std::mem::offset_of!(klv_canvas, set_drawing) == 0);
    assert!(size_of::<klv_setting>() == 40);
    assert!(std::mem::offset_of!(klv_setting, size) == 0);
    assert!(std::mem::offset_of!(klv_setting, kind) == 4);
    assert!(std::mem::offset_of!(klv_setting, integer) == 8);
    assert!(std::mem::offset_of!(klv_setting, real) == 16);
    assert!(std::mem::offset_of!(klv_setting, text) == 24);
    assert!(size_of::<klv_settings>() == 8);
    assert!(std::mem::offset_of!(klv_settings, read) == 0);
    assert!(size_of::<klv_resources>() == 24);
    assert!(std::mem::offset_of!(klv_resources, read) == 0);
    assert!(std::mem::offset_of!(klv_resources, names) == 8);
    assert!(std::mem::offset_of!(klv_resources, localized_string) == 16);
    assert!(size_of::<klv_container>() == 32);
    assert!(std::mem::offset_of!(klv_container, read) == 0);
    assert!(std::mem::offset_of!(klv_container, write) == 8);
    assert!(std::mem::offset_of!(klv_container, remove) == 16);
    assert!(std::mem::offset_of!(klv_container, names) == 24);
    assert!(size_of::<klv_timer>() == 16);
    assert!(std::mem::offset_of!(klv_timer, start) == 0);
    assert!(std::mem::offset_of!(klv_timer, cancel) == 8);
    assert!(size_of::<klv_log>() == 8);
    assert!(std::mem::offset_of!(klv_log, write) == 0);
    assert!(size_of::<klv_memory>() == 16);
    assert!(std::mem::offset_of!(klv_memory, limit) == 0);
    assert!(std::mem::offset_of!(klv_memory, used) == 8);
    assert!(size_of::<klv_feedback>() == 16);
    assert!(std::mem::offset_of!(klv_feedback, play_input_click) == 0);
    assert!(std::mem::offset_of!(klv_feedback, play_sound) == 8);
    assert!(size_of::<klv_pasteboard>() == 32);
    assert!(std::mem::offset_of!(klv_pasteboard, string) == 0);
    assert!(std::mem::offset_of!(klv_pasteboard, set_string) == 8);
    assert!(std::mem::offset_of!(klv_pasteboard, has_strings) == 16);
    assert!(std::mem::offset_of!(klv_pasteboard, change_count) == 24);
    assert!(size_of::<klv_connection_info>() == 16);
    assert!(std::mem::offset_of!(klv_connection_info, size) == 0);
    assert!(std::mem::offset_of!(klv_connection_info, state) == 4);
    assert!(std::mem::offset_of!(klv_connection_info, failure) == 8);
    assert!(std::mem::offset_of!(klv_connection_info, reserved) == 12);
    assert!(size_of::<klv_network>() == 40);
    assert!(std::mem::offset_of!(klv_network, connect) == 0);
    assert!(std::mem::offset_of!(klv_network, state) == 8);
    assert!(std::mem::offset_of!(klv_network, send) == 16);
    assert!(std::mem::offset_of!(klv_network, receive) == 24);
    assert!(std::mem::offset_of!(klv_network, close) == 32);
    assert!(size_of::<klv_paths>() == 16);
    assert!(std::mem::offset_of!(klv_paths, bundle_path) == 0);
    assert!(std::mem::offset_of!(klv_paths, container_path) == 8);
    assert!(size_of::<klv_turn_request>() == 8);
    assert!(std::mem::offset_of!(klv_turn_request, request) == 0);
    assert!(size_of::<klv_offsets>() == 16);
    assert!(std::mem::offset_of!(klv_offsets, offsets) == 0);
    assert!(std::mem::offset_of!(klv_offsets, count) == 8);
    assert!(size_of::<klv_text_services>() == 24);
    assert!(std::mem::offset_of!(klv_text_services, words) == 0);
    assert!(std::mem::offset_of!(klv_text_services, sentences) == 8);
    assert!(std::mem::offset_of!(klv_text_services, capitalizes) == 16);
    assert!(size_of::<klv_haptics>() == 8);
    assert!(std::mem::offset_of!(klv_haptics, play) == 0);
    assert!(size_of::<klv_spelling>() == 32);
    assert!(std::mem::offset_of!(klv_spelling, languages) == 0);
    assert!(std::mem::offset_of!(klv_spelling, misspelled) == 8);
    assert!(std::mem::offset_of!(klv_spelling, guesses) == 16);
    assert!(std::mem::offset_of!(klv_spelling, completions) == 24);
    assert!(size_of::<klv_lexicon>() == 8);
    assert!(std::mem::offset_of!(klv_lexicon, entries) == 0);
};
