//! Functions that choose the text that the keyboard types and the keys that a field needs. No function calls the host.

/// A key's identifier and the words that it types.
pub struct Phrase {
    pub identifier: &'static str,
    pub words: &'static str,
}

pub const PHRASES: [Phrase; 4] = [
    Phrase { identifier: "hello", words: "Hello!" },
    Phrase { identifier: "thanks", words: "Thank you." },
    Phrase { identifier: "way", words: "On my way." },
    Phrase { identifier: "later", words: "Talk to you later." },
];

/// Whether a phrase that follows the text `context` must begin with a space.
pub fn needs_space_after(context: &str) -> bool {
    context.chars().last().is_some_and(|last| !last.is_whitespace() && !"([{".contains(last))
}

/// The keys that a field for numbers needs, with an empty string for each empty cell; None if the field is not for
/// numbers.
///
/// `keyboard_type` is a raw value of UIKeyboardType.
pub fn digit_keys(keyboard_type: u32) -> Option<[&'static str; 12]> {
    // The decimal separator is a period in some languages and a comma in others, so the keys contain both.
    let (left, right) = match keyboard_type {
        // numberPad and asciiCapableNumberPad
        4 | 11 => ("", ""),
        // decimalPad
        8 => (".", ","),
        _ => return None,
    };
    Some(["1", "2", "3", "4", "5", "6", "7", "8", "9", left, "0", right])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_separated_from_a_word() {
        assert!(needs_space_after("Kot?"));
        assert!(needs_space_after("кот"));
        for context in ["", "Kot ", "line\n", "("] {
            assert!(!needs_space_after(context), "{context:?}");
        }
    }

    #[test]
    fn only_decimal_fields_have_separators() {
        assert!(digit_keys(8).is_some_and(|keys| keys.contains(&".") && keys.contains(&",")));
        assert!(digit_keys(4).is_some_and(|keys| !keys.contains(&".")));
        assert!(digit_keys(0).is_none());
    }

    #[test]
    fn identifiers_are_unique() {
        for (index, phrase) in PHRASES.iter().enumerate() {
            assert!(PHRASES[..index].iter().all(|other| other.identifier != phrase.identifier));
        }
    }
}
