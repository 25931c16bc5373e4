// What the clients of the peers share: lines in, lines out, and a clock.
//
// A client is an application that takes text from a peer. It types what the benchmark asks it to, over the peer's own
// library, and answers with what each key took. Lines of the benchmark:
//
//   ping         one bare round trip over the bus to where the engine is: `ping <ns>`
//   key a        presses and releases a key: `key <path> <reply> <text> <release> a`
//   type abc     as many keys one after the other, without going back to the benchmark between them: a `key` line each
//   hold a       presses a key and does not release it; <release> is 0
//   engine NAME  chooses an engine: `engine <ns>`
//
// <path> is `committed` where the engine sent the character and `passed` where it let the key through, so that the
// application itself makes the character of it; then follow nanoseconds since the press: until its reply, until the text
// has arrived, until the reply to the release. A client says `ready` when a key would reach the engine, and
// `failed <reason>` where something did not work, after which it ends.
#ifndef KLAVA_PEER_CLIENT_H
#define KLAVA_PEER_CLIENT_H

#include <gio/gio.h>
#include <stdbool.h>
#include <stdint.h>

/// What a client does over its peer's library; each ends the client with `fail` where it cannot.
struct peer_client {
  void (*ping)(void);
  /// Presses or releases a key and waits for the reply; whether the engine took it.
  bool (*send)(guint character, guint code, bool release);
  void (*choose)(const char *engine);
};

/// Nanoseconds of a clock that only goes forward.
int64_t now(void);

/// Says why this client cannot go on, and ends it.
G_NORETURN void fail(const char *format, ...) G_GNUC_PRINTF(1, 2);

/// Takes note of text that the engine has sent.
void text_arrived(const char *text);

/// Lets the main context run until the condition holds; false after twenty seconds.
bool wait_until(bool (*holds)(void));

/// A bare round trip to whoever has this name on the bus.
void ping_name(GDBusConnection *connection, const char *name);

/// Says `ready`, and does as the lines say until there are no more.
int serve(const struct peer_client *client);

#endif
