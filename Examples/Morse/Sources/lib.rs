//! Morse: a keyboard in Rust without any crate. Two keys type all letters and digits.

mod code;
mod klava;

use klava::*;
use std::ffi::{CStr, c_char, c_void};

/// The maximum number of signals of a character.
const SIGN_LIMIT: usize = 6;

/// One keyboard instance. The function `create` makes the instance, and `destroy` frees it.
struct Keyboard {
    host: *mut Host,
    signs: String,
}

impl Keyboard {
    /// Returns whether a field for numbers accepts decimal numbers; None if the field is not for numbers, or if the
    /// host does not return its traits.
    fn numbers(&self) -> Option<bool> {
        let mut traits: Traits = unsafe { std::mem::zeroed() };
        traits.size = size_of::<Traits>() as u32;
        let field: &Field = unsafe { function_table(self.host, c"klava.field/1")? };
        if unsafe { (field.traits)(self.host, &mut traits) } != OK {
            return None;
        }
        match traits.keyboard_type {
            4 | 11 => Some(false),
            8 => Some(true),
            _ => None,
        }
    }

    fn needs_switch_key(&self) -> bool {
        let mode: Option<&InputMode> = unsafe { function_table(self.host, c"klava.input-mode/1") };
        mode.is_some_and(|mode| unsafe { (mode.needs_switch_key)(self.host) })
    }

    /// Shows the keys for the field that has the focus.
    fn show(&self) -> i32 {
        let mut rows: Vec<Vec<Element>> = Vec::new();
        match self.numbers() {
            Some(is_decimal) => {
                for row in ["123", "456", "789"] {
                    rows.push((0..3).map(|index| key(&row[index..index + 1], ROLE_CHARACTER)).collect());
                }
                let side = |title| if is_decimal { key(title, ROLE_CHARACTER) } else { element(ELEMENT_SPACER) };
                rows.push(vec![side("."), key("0", ROLE_CHARACTER), side(",")]);
            }
            None => {
                let mut label = element(ELEMENT_LABEL);
                label.identifier = Text::new("signs");
                rows.push(vec![label]);
                let named = |title, name, identifier| {
                    let mut sign = key(title, ROLE_ACTION);
                    sign.identifier = Text::new(identifier);
                    sign.accessibility_label = Text::new(name);
                    sign
                };
                rows.push(vec![named("•", "Dot", "dot"), named("–", "Dash", "dash")]);
            }
        }
        let mut last = Vec::new();
        let named = |title, name, role| {
            let mut named = key(title, role);
            named.accessibility_label = Text::new(name);
            named
        };
        if self.needs_switch_key() {
            last.push(named("🌐", "Next keyboard", ROLE_NEXT_KEYBOARD));
        }
        let mut space = key("space", ROLE_SPACE);
        space.weight = 2.0;
        last.push(space);
        last.push(named("⌫", "Delete", ROLE_DELETE));
        last.push(named("⏎", "Return", ROLE_RETURN));
        rows.push(last);
        self.set(rows)
    }

    fn set(&self, rows: Vec<Vec<Element>>) -> i32 {
        let mut elements = vec![element(ELEMENT_COLUMN)];
        elements[0].child_count = rows.len() as u32;
        for row in rows {
            let mut container = element(ELEMENT_ROW);
            container.child_count = row.len() as u32;
            elements.push(container);
            elements.extend(row);
        }
        let record = InputView {
            size: size_of::<InputView>() as u32,
            element_count: elements.len() as u32,
            elements: elements.as_ptr(),
            height: 0.0,
            recognizes_swipes: false,
            enables_input_clicks: true,
            reserved: [0; 6],
        };
        match unsafe { function_table::<InputViewFunctions>(self.host, c"klava.interface/1") } {
            Some(functions) => unsafe { (functions.set)(self.host, &record) },
            None => OK,
        }
    }

    fn show_signs(&self) -> i32 {
        let (label, text) = ("signs", code::shown(&self.signs));
        match unsafe { function_table::<InputViewFunctions>(self.host, c"klava.interface/1") } {
            Some(functions) => unsafe {
                (functions.set_label)(self.host, label.as_ptr(), label.len() as u64, text.as_ptr(), text.len() as u64)
            },
            None => OK,
        }
    }

    fn insert(&self, text: &str) -> i32 {
        match unsafe { function_table::<Document>(self.host, c"klava.document/1") } {
            Some(document) => unsafe { (document.insert_text)(self.host, text.as_ptr(), text.len() as u64) },
            None => OK,
        }
    }

    fn add(&mut self, sign: char) -> i32 {
        if self.signs.len() == SIGN_LIMIT {
            self.signs.clear();
        }
        self.signs.push(sign);
        self.show_signs()
    }

    /// Types the character of the entered signals. Types nothing if no character has these signals.
    fn finish(&mut self) -> i32 {
        let character = code::decoded(&self.signs);
        self.signs.clear();
        let result = character.map_or(OK, |character| self.insert(character.encode_utf8(&mut [0; 4])));
        if result == OK { self.show_signs() } else { result }
    }

    fn pressed(&mut self, key: &[u8]) -> i32 {
        match key {
            b"dot" => self.add('.'),
            b"dash" => self.add('-'),
            _ if self.signs.is_empty() => UNHANDLED,
            // The first press of the space key ends the character, and the next press types a space.
            b"space" => self.finish(),
            _ if key == "⌫".as_bytes() => {
                self.signs.pop();
                self.show_signs()
            }
            _ => match self.finish() {
                OK => UNHANDLED,
                error => error,
            },
        }
    }
}

fn element(kind: u32) -> Element {
    Element {
        size: size_of::<Element>() as u32,
        kind,
        child_count: 0,
        role: 0,
        identifier: Text::NONE,
        title: Text::NONE,
        image: Text::NONE,
        accessibility_label: Text::NONE,
        weight: 0.0,
        is_disabled: false,
        reserved: [0; 7],
    }
}

fn key(title: &str, role: u32) -> Element {
    Element { title: Text::new(title), role, ..element(ELEMENT_KEY) }
}

/// Calls `body` with the keyboard to which the host's pointer leads. After a panic in `body`, returns an error, so that
/// the panic does not leave this library. The turn then fails.
unsafe fn with(controller: *mut c_void, body: impl FnOnce(&mut Keyboard) -> i32) -> i32 {
    let keyboard = unsafe { &mut *controller.cast::<Keyboard>() };
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| body(keyboard))).unwrap_or(ERROR_FAILED)
}

unsafe extern "C" fn create(host: *mut Host, _: *const c_void, controller: *mut *mut c_void, _: *mut c_void) -> i32 {
    let keyboard = Box::new(Keyboard { host, signs: String::new() });
    unsafe { *controller = Box::into_raw(keyboard).cast() };
    OK
}

unsafe extern "C" fn load(controller: *mut c_void, _: *mut c_void) -> i32 {
    unsafe { with(controller, |keyboard| keyboard.show()) }
}

unsafe extern "C" fn destroy(controller: *mut c_void) {
    drop(unsafe { Box::from_raw(controller.cast::<Keyboard>()) });
}

unsafe extern "C" fn will_appear(controller: *mut c_void) {
    unsafe {
        with(controller, |keyboard| {
            keyboard.signs.clear();
            keyboard.show()
        })
    };
}

unsafe extern "C" fn show_again(controller: *mut c_void) {
    unsafe { with(controller, |keyboard| keyboard.show()) };
}

unsafe extern "C" fn key_event(controller: *mut c_void, event: *const KeyEvent) -> i32 {
    let event = unsafe { &*event };
    if event.gesture != GESTURE_PRESS {
        return UNHANDLED;
    }
    unsafe { with(controller, |keyboard| keyboard.pressed(event.key.as_bytes())) }
}

static APPEARING: Appearing =
    Appearing { will_appear: Some(will_appear), did_appear: None, will_disappear: None, did_disappear: None };

static KEYS: Keys = Keys { key_event };

static OBSERVING: Observing = Observing {
    traits_did_change: Some(show_again),
    environment_did_change: None,
    settings_did_change: None,
    standing_did_change: Some(show_again),
    did_receive_memory_warning: None,
    timer_fired: None,
};

unsafe extern "C" fn get_interface(_: *mut c_void, name: *const c_char) -> *const c_void {
    match unsafe { CStr::from_ptr(name) }.to_bytes() {
        b"klava.appearing/1" => (&raw const APPEARING).cast(),
        b"klava.keys/1" => (&raw const KEYS).cast(),
        b"klava.observing/1" => (&raw const OBSERVING).cast(),
        _ => std::ptr::null(),
    }
}

/// The exported symbol that Klava looks up when it loads the library.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals)]
pub static klv_keyboard: KeyboardEntry = KeyboardEntry {
    // This keyboard needs only version 1.0 of the plugin ABI.
    abi_version: 1 << 16,
    size: size_of::<KeyboardEntry>() as u32,
    create,
    load,
    destroy,
    get_interface,
};
