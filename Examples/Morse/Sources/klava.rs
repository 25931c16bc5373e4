//! The parts of `klava/keyboard.h` that this keyboard uses, in Rust. The comments of the header describe these parts.
//! If later versions of Klava can add members to a record, the record contains its size. So the records in this file
//! stay valid for later versions of Klava.

use std::ffi::{c_char, c_void};

pub const OK: i32 = 0;
pub const UNHANDLED: i32 = 1;
pub const ERROR_FAILED: i32 = -7;

pub const ELEMENT_ROW: u32 = 0;
pub const ELEMENT_COLUMN: u32 = 1;
pub const ELEMENT_KEY: u32 = 2;
pub const ELEMENT_LABEL: u32 = 3;
pub const ELEMENT_SPACER: u32 = 4;

pub const ROLE_CHARACTER: u32 = 0;
pub const ROLE_SPACE: u32 = 1;
pub const ROLE_RETURN: u32 = 2;
pub const ROLE_DELETE: u32 = 3;
pub const ROLE_NEXT_KEYBOARD: u32 = 6;
pub const ROLE_ACTION: u32 = 8;

pub const GESTURE_PRESS: u32 = 0;

/// The host's side of one controller. The first members of the record are a `klv_host_entry`. All other members belong
/// to the host.
#[repr(C)]
pub struct Host {
    abi_version: u32,
    size: u32,
    get_interface: unsafe extern "C" fn(*mut Host, *const c_char) -> *const c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Text {
    pub bytes: *const u8,
    pub length: u64,
}

impl Text {
    pub const NONE: Text = Text { bytes: std::ptr::null(), length: 0 };

    /// Creates a text for a call of the host. The host copies the text during the call.
    pub fn new(text: &str) -> Text {
        Text { bytes: text.as_ptr(), length: text.len() as u64 }
    }

    /// Returns the bytes of the text; empty if the text is missing. The host owns the bytes, which are valid until the
    /// end of the turn.
    pub fn as_bytes(&self) -> &[u8] {
        if self.bytes.is_null() {
            return &[];
        }
        unsafe { std::slice::from_raw_parts(self.bytes, self.length as usize) }
    }
}

#[repr(C)]
pub struct KeyEvent {
    pub size: u32,
    pub gesture: u32,
    pub direction: u32,
    pub alternative: u32,
    pub key: Text,
    pub title: Text,
}

/// The first 96 bytes of `klv_element`. In version 1.0 of the ABI, `klv_element` has only these 96 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Element {
    pub size: u32,
    pub kind: u32,
    pub child_count: u32,
    pub role: u32,
    pub identifier: Text,
    pub title: Text,
    pub image: Text,
    pub accessibility_label: Text,
    pub weight: f64,
    pub is_disabled: bool,
    pub reserved: [u8; 7],
}

/// The first members of `klv_interface_record`.
#[repr(C)]
pub struct InputView {
    pub size: u32,
    pub element_count: u32,
    pub elements: *const Element,
    pub height: f64,
    pub recognizes_swipes: bool,
    pub enables_input_clicks: bool,
    pub reserved: [u8; 6],
}

/// `klv_traits`.
#[repr(C)]
pub struct Traits {
    pub size: u32,
    pub before: [u32; 6],
    pub keyboard_type: u32,
    pub after: [u32; 3],
    pub flags: [u8; 4],
    pub texts: [Text; 2],
}

/// The first functions of `klv_interface`.
#[repr(C)]
pub struct InputViewFunctions {
    pub set: unsafe extern "C" fn(*mut Host, *const InputView) -> i32,
    pub set_label: unsafe extern "C" fn(*mut Host, *const u8, u64, *const u8, u64) -> i32,
}

/// The first functions of `klv_document`. This keyboard does not call the other functions.
#[repr(C)]
pub struct Document {
    pub unused: [*const c_void; 5],
    pub insert_text: unsafe extern "C" fn(*mut Host, *const u8, u64) -> i32,
}

#[repr(C)]
pub struct Field {
    pub traits: unsafe extern "C" fn(*mut Host, *mut Traits) -> i32,
}

/// The first functions of `klv_input_mode`.
#[repr(C)]
pub struct InputMode {
    pub unused: [*const c_void; 3],
    pub needs_switch_key: unsafe extern "C" fn(*mut Host) -> bool,
}

/// Returns the host's function table with this name; None if the host does not have this table.
///
/// # Safety
/// `host` must be the pointer that `create` received, and `T` must be the type of the table with this name.
pub unsafe fn function_table<T>(host: *mut Host, name: &std::ffi::CStr) -> Option<&'static T> {
    unsafe { ((*host).get_interface)(host, name.as_ptr()).cast::<T>().as_ref() }
}

#[repr(C)]
pub struct Appearing {
    pub will_appear: Option<unsafe extern "C" fn(*mut c_void)>,
    pub did_appear: Option<unsafe extern "C" fn(*mut c_void)>,
    pub will_disappear: Option<unsafe extern "C" fn(*mut c_void)>,
    pub did_disappear: Option<unsafe extern "C" fn(*mut c_void)>,
}

#[repr(C)]
pub struct Keys {
    pub key_event: unsafe extern "C" fn(*mut c_void, *const KeyEvent) -> i32,
}

#[repr(C)]
pub struct Observing {
    pub traits_did_change: Option<unsafe extern "C" fn(*mut c_void)>,
    pub environment_did_change: Option<unsafe extern "C" fn(*mut c_void)>,
    pub settings_did_change: Option<unsafe extern "C" fn(*mut c_void)>,
    pub standing_did_change: Option<unsafe extern "C" fn(*mut c_void)>,
    pub did_receive_memory_warning: Option<unsafe extern "C" fn(*mut c_void)>,
    pub timer_fired: Option<unsafe extern "C" fn(*mut c_void, u64)>,
}

#[repr(C)]
pub struct KeyboardEntry {
    pub abi_version: u32,
    pub size: u32,
    pub create: unsafe extern "C" fn(*mut Host, *const c_void, *mut *mut c_void, *mut c_void) -> i32,
    pub load: unsafe extern "C" fn(*mut c_void, *mut c_void) -> i32,
    pub destroy: unsafe extern "C" fn(*mut c_void),
    pub get_interface: unsafe extern "C" fn(*mut c_void, *const c_char) -> *const c_void,
}
