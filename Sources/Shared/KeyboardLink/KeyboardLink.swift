// KeyboardLink: the memory that a host shares with one keyboard's process.
//
// For:    the two ends of the link: `HostLink` in the host and `RunnerLink` in the keyboard's process. A turn without a
//         `HostRequest` needs at most one wake-up in each direction.
// Never:  interprets messages, or ends a process. Never imports Foundation.
// Start:  `Mailbox.swift` for the memory, `MailboxSender.swift` and `MailboxReceiver.swift` for one direction.
