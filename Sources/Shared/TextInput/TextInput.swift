// TextInput: the vocabulary that the host and a keyboard's process both speak.
//
// For:    traits of a field, a snapshot of its document, edits, key events, the interface tree, and the
//         turns that carry them. Plain `Sendable` values, standard library only.
// Never:  files, sockets, clocks, Foundation, or a decision about who may type where (that is `KeyboardHost`).
// Start:  `Turn.swift` for what travels, `TextBuffer.swift` for what an edit means, `Interface.swift` for what is shown.
//
// `TextBuffer` is the one place that knows how text changes: the host's document and the replica that a keyboard reads
// are both made of it, so a keyboard that inserts and then reads sees exactly what the document will hold.
