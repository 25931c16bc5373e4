//! The international Morse code. This module needs no host.

/// The characters, each with its signals: `.` is a dot and `-` is a dash.
const CODE: [(char, &str); 36] = [
    ('a', ".-"), ('b', "-..."), ('c', "-.-."), ('d', "-.."), ('e', "."), ('f', "..-."), ('g', "--."), ('h', "...."),
    ('i', ".."), ('j', ".---"), ('k', "-.-"), ('l', ".-.."), ('m', "--"), ('n', "-."), ('o', "---"), ('p', ".--."),
    ('q', "--.-"), ('r', ".-."), ('s', "..."), ('t', "-"), ('u', "..-"), ('v', "...-"), ('w', ".--"), ('x', "-..-"),
    ('y', "-.--"), ('z', "--.."), ('0', "-----"), ('1', ".----"), ('2', "..---"), ('3', "...--"), ('4', "....-"),
    ('5', "....."), ('6', "-...."), ('7', "--..."), ('8', "---.."), ('9', "----."),
];

/// Returns the character that has these signals.
pub fn decoded(signs: &str) -> Option<char> {
    CODE.iter().find(|entry| entry.1 == signs).map(|entry| entry.0)
}

/// Returns the text for the display while the user enters signals: the signals, and the character that has these
/// signals, if there is one.
pub fn shown(signs: &str) -> String {
    let marks: String = signs.chars().map(|sign| if sign == '.' { '•' } else { '–' }).collect();
    match decoded(signs) {
        Some(character) => format!("{marks}  {character}"),
        None => marks,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_character_has_signs_of_its_own() {
        for (character, signs) in CODE {
            assert_eq!(decoded(signs), Some(character));
        }
    }

    #[test]
    fn what_stands_for_nothing_is_nothing() {
        assert_eq!(decoded(""), None);
        assert_eq!(decoded("......"), None);
    }

    #[test]
    fn a_person_sees_what_they_key() {
        assert_eq!(shown(".-"), "•–  a");
        assert_eq!(shown("......"), "••••••");
    }
}
