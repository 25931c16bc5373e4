// TextInput: the types that the host and a keyboard's process share.
//
// For:    the traits of a field, the snapshot of its document, edits, key events, the tree of the input view, and the
//         turns that carry them. All are plain `Sendable` values on the standard library.
// Never:  uses files, sockets, clocks or Foundation, or decides where a keyboard may type (`KeyboardHost` does).
// Start:  `Turn.swift` for the messages, `TextBuffer.swift` for the effect of an edit, `Interface.swift` for the
//         input view.
//
// Only `TextBuffer` changes text. The host's document and the replica of the keyboard both consist of it. So a
// keyboard that inserts text and then reads it sees exactly the text that the document will contain.
