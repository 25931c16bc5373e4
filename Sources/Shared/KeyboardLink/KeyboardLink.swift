// KeyboardLink: the memory that a host shares with one keyboard's process.
//
// For:    the two ends, `HostLink` in the host and `RunnerLink` in the keyboard's process. A turn needs one wake-up in
//         each direction, however many functions the keyboard calls.
// Never:  interprets messages, or ends a process. Never imports Foundation.
// Start:  `Mailbox.swift` for the memory, `MailboxSender.swift` and `MailboxReceiver.swift` for one direction.
