//! The keyboard: its input view and its keys. Klava calls the functions at the end of this file, on one thread.

mod bindings;
mod phrases;

use bindings::*;
use phrases::*;
use std::ffi::{c_char, c_void, CStr};
use std::panic::{catch_unwind, AssertUnwindSafe};

/// One keyboard instance. `create` makes it and `destroy` frees it.
struct Keyboard {
    host: *mut klv_host,
}

// ---- The input view ----

fn text(text: &str) -> klv_text {
    klv_text { bytes: text.as_ptr().cast(), length: text.len() as u64 }
}

fn element(kind: u32) -> klv_element {
    klv_element { kind, ..Default::default() }
}

fn key(title: &str, role: u32) -> klv_element {
    klv_element { title: text(title), role, ..element(KLV_ELEMENT_KEY) }
}

fn named(title: &str, name: &str, role: u32) -> klv_element {
    klv_element { accessibility_label: text(name), ..key(title, role) }
}

/// A row and its elements. `forces_left_to_right` keeps the order in right-to-left languages.
fn row(elements: Vec<klv_element>, forces_left_to_right: bool) -> Vec<klv_element> {
    let head = klv_element { child_count: elements.len() as u32, forces_left_to_right, ..element(KLV_ELEMENT_ROW) };
    [vec![head], elements].concat()
}

impl Keyboard {
    /// Returns the host's function table with the given name; None if the host has no such table.
    ///
    /// # Safety `T` must be the type of the table with the given name.
    unsafe fn interface<T>(&self, name: &CStr) -> Option<&T> {
        let entry = &*self.host.cast::<klv_host_entry>();
        entry.get_interface?(self.host, name.as_ptr()).cast::<T>().as_ref()
    }

    /// The UIKeyboardType of the field that has the focus, or the default type if the host does not return it.
    fn keyboard_type(&self) -> u32 {
        let mut traits = klv_traits::default();
        let result = unsafe { self.interface::<klv_field>(KLV_FIELD) }
            .and_then(|field| field.traits)
            .map(|read| unsafe { read(self.host, &mut traits) });
        if result == Some(KLV_OK) { traits.keyboard_type } else { 0 }
    }

    fn needs_switch_key(&self) -> bool {
        unsafe { self.interface::<klv_input_mode>(KLV_INPUT_MODE) }
            .and_then(|mode| mode.needs_switch_key)
            .is_some_and(|needs| unsafe { needs(self.host) })
    }

    /// Shows the keys that the field needs.
    fn show(&self) -> klv_result {
        let mut rows: Vec<Vec<klv_element>> = Vec::new();
        if let Some(digits) = digit_keys(self.keyboard_type()) {
            for three in digits.chunks(3) {
                let digit = |title: &&str| match *title {
                    "" => element(KLV_ELEMENT_SPACER),
                    title => key(title, KLV_ROLE_CHARACTER),
                };
                rows.push(row(three.iter().map(digit).collect(), true));
            }
        } else {
            for two in PHRASES.chunks(2) {
                let phrase = |phrase: &Phrase| klv_element {
                    identifier: text(phrase.identifier),
                    ..key(phrase.words, KLV_ROLE_ACTION)
                };
                rows.push(row(two.iter().map(phrase).collect(), false));
            }
        }
        let mut last = Vec::new();
        if self.needs_switch_key() {
            last.push(named("🌐", "Next keyboard", KLV_ROLE_NEXT_KEYBOARD));
        }
        // If `pressed` does not handle a key, the role of the key decides the effect.
        last.push(klv_element { weight: 2.0, ..key("space", KLV_ROLE_SPACE) });
        last.push(named("⌫", "Delete", KLV_ROLE_DELETE));
        last.push(named("⏎", "Return", KLV_ROLE_RETURN));
        rows.push(row(last, false));

        let column = klv_element { child_count: rows.len() as u32, ..element(KLV_ELEMENT_COLUMN) };
        let elements = [vec![column], rows.concat()].concat();
        let record = klv_interface_record {
            element_count: elements.len() as u32,
            elements: elements.as_ptr(),
            enables_input_clicks: true,
            ..Default::default()
        };
        unsafe { self.interface::<klv_interface>(KLV_INTERFACE) }
            .and_then(|interface| interface.set)
            .map_or(KLV_OK, |set| unsafe { set(self.host, &record) })
    }

    // ---- Key events ----

    /// The text before the insertion point; None if there is no text, or if the keyboard cannot read it.
    fn context_before(&self) -> Option<String> {
        let document = unsafe { self.interface::<klv_document>(KLV_DOCUMENT) }?;
        let mut before = klv_text::default();
        if unsafe { document.context_before?(self.host, &mut before) } != KLV_OK || before.bytes.is_null() {
            return None;
        }
        let bytes = unsafe { std::slice::from_raw_parts(before.bytes.cast(), before.length as usize) };
        Some(String::from_utf8_lossy(bytes).into_owned())
    }

    fn insert(&self, words: &str) -> klv_result {
        unsafe { self.interface::<klv_document>(KLV_DOCUMENT) }
            .and_then(|document| document.insert_text)
            .map_or(KLV_OK, |insert| unsafe { insert(self.host, words.as_ptr().cast(), words.len() as u64) })
    }

    fn pressed(&self, key: &[u8]) -> klv_result {
        let Some(phrase) = PHRASES.iter().find(|phrase| phrase.identifier.as_bytes() == key) else {
            return KLV_UNHANDLED;
        };
        let space = if self.context_before().is_some_and(|before| needs_space_after(&before)) { " " } else { "" };
        self.insert(&format!("{space}{}", phrase.words))
    }
}

// ---- The functions that Klava calls ----

/// Calls `body` with the keyboard behind the host's pointer. A panic must not leave this library. So after a panic,
/// this function returns an error, and the turn fails.
unsafe fn with(controller: *mut c_void, body: impl FnOnce(&mut Keyboard) -> klv_result) -> klv_result {
    let keyboard = &mut *controller.cast::<Keyboard>();
    catch_unwind(AssertUnwindSafe(|| body(keyboard))).unwrap_or(KLV_ERROR_FAILED)
}

unsafe extern "C" fn create(
    host: *mut klv_host, _: *const klv_launch, controller: *mut *mut c_void, _: *mut klv_failure,
) -> klv_result {
    *controller = Box::into_raw(Box::new(Keyboard { host })).cast();
    KLV_OK
}

unsafe extern "C" fn load(controller: *mut c_void, _: *mut klv_failure) -> klv_result {
    with(controller, |keyboard| keyboard.show())
}

unsafe extern "C" fn destroy(controller: *mut c_void) {
    drop(Box::from_raw(controller.cast::<Keyboard>()));
}

/// Shows the keys again, because a new field or new traits can need other keys.
unsafe extern "C" fn show_again(controller: *mut c_void) {
    with(controller, |keyboard| keyboard.show());
}

unsafe extern "C" fn key_event(controller: *mut c_void, event: *const klv_key_event) -> klv_result {
    let event = &*event;
    if event.gesture != KLV_GESTURE_PRESS || event.key.bytes.is_null() {
        return KLV_UNHANDLED;
    }
    let key = std::slice::from_raw_parts(event.key.bytes.cast(), event.key.length as usize);
    with(controller, |keyboard| keyboard.pressed(key))
}

static APPEARING: klv_appearing =
    klv_appearing { will_appear: Some(show_again), did_appear: None, will_disappear: None, did_disappear: None };

static KEYS: klv_keys = klv_keys { key_event: Some(key_event) };

static OBSERVING: klv_observing = klv_observing {
    traits_did_change: Some(show_again),
    environment_did_change: None,
    settings_did_change: None,
    standing_did_change: Some(show_again),
    did_receive_memory_warning: None,
    timer_fired: None,
};

unsafe extern "C" fn get_interface(_: *mut c_void, name: *const c_char) -> *const c_void {
    let name = CStr::from_ptr(name);
    if name == KLV_APPEARING {
        return (&APPEARING as *const klv_appearing).cast();
    }
    if name == KLV_KEYS {
        return (&KEYS as *const klv_keys).cast();
    }
    if name == KLV_OBSERVING {
        return (&OBSERVING as *const klv_observing).cast();
    }
    std::ptr::null()
}

/// The exported symbol, which Klava looks up.
#[no_mangle]
#[allow(non_upper_case_globals)]
pub static klv_keyboard: klv_keyboard_entry = klv_keyboard_entry {
    abi_version: KLV_ABI_VERSION,
    size: size_of::<klv_keyboard_entry>() as u32,
    create: Some(create),
    load: Some(load),
    destroy: Some(destroy),
    get_interface: Some(get_interface),
};
