// TextModel: a field's text, its edits and its traits.
//
// For:    the host, its document and the replica of the document in a keyboard's process. All types are plain
//         `Sendable` values and need only the standard library and memcmp(3). The SDK contains TextModel.
// Never:  uses files, sockets, clocks or Foundation, or decides where a keyboard may type (`KeyboardHost` does).
// Start:  `TextBuffer.swift` for the effect of an edit, `DocumentSnapshot.swift` for the part of a document that a
//         keyboard may read, `TextInputTraits.swift` for the traits.
//
// Only `TextBuffer` changes text. The host's document and the keyboard's replica both use `TextBuffer`. After an
// insertion, a keyboard therefore reads exactly the text that the document will contain.
