// The common part of the clients of IBus and Fcitx5: it reads commands, prints answers, and measures time.
//
// A client is an application that receives text from IBus or Fcitx5. A client types the keys of the benchmark's
// commands through the library of the input method, and answers with the durations. Commands, each with its answer:
//
//   ping         one bare round trip over the bus to the engine: `ping <ns>`
//   key a        presses and releases a key: `key <path> <reply> <text> <release> a`
//   type abc     types several keys without waiting for the benchmark between them: a `key` line for each
//   hold a       presses a key and does not release it; <release> is 0
//   engine NAME  chooses an engine: `engine <ns>`
//
// <path> is `committed` if the engine committed the character. <path> is `passed` if the engine did not handle the key,
// so that the application inserts the character. The durations are nanoseconds since the press: <reply> until the reply
// to the press, <text> until the text arrived, <release> until the reply to the release. A client prints `ready` as
// soon as keys can reach the engine. On an error the client prints `failed <reason>` and ends.
#ifndef KLAVA_PEER_CLIENT_H
#define KLAVA_PEER_CLIENT_H

#include <gio/gio.h>
#include <stdbool.h>
#include <stdint.h>

/// A client's functions that call the library of IBus or Fcitx5. On an error, each function ends the client with
/// `fail`.
struct peer_client {
  void (*ping)(void);
  /// Presses or releases a key and waits for the reply. Returns whether the engine handled the key.
  bool (*send)(guint character, guint code, bool release);
  void (*choose)(const char *engine);
};

/// The time of the monotonic clock in nanoseconds.
int64_t now(void);

/// Prints the reason of a failure and ends the client.
G_NORETURN void fail(const char *format, ...) G_GNUC_PRINTF(1, 2);

/// Records text that the engine committed.
void text_arrived(const char *text);

/// Runs the main context until the condition holds. Returns false if the condition does not hold within 20 seconds.
bool wait_until(bool (*holds)(void));

/// Makes a bare round trip over the bus to the owner of a bus name.
void ping_name(GDBusConnection *connection, const char *name);

/// Prints `ready` and executes commands until the end of the input.
int serve(const struct peer_client *client);

#endif
