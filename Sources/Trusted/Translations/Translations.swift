// Translations: the texts of the host's own views, of the system keyboard and of its settings, in each language.
//
// For:    `KeyboardStore`, `SystemKeyboard` and `Desktop`, which show these texts.
// Never:  contains the texts of commands, errors and the simulator, which are in English only.
// Start:  `HostTexts`. Each file in the folder `Languages` has all texts of one language. To add a language, add a
//         file, and an entry in `HostTexts.all`.
//
// In the texts, the characters U+2066 and U+2069 surround each command. These two characters keep the command
// left-to-right inside right-to-left text.
