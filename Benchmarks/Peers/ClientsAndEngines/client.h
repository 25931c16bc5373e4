// The common part of the clients of IBus and Fcitx5. This part reads commands, prints answers and measures time.
//
// A client is an application that receives text from IBus or Fcitx5. The benchmark sends commands to a client. The
// client types keys through the library of IBus or Fcitx5, and answers with the durations. These are the commands with
// their answers:
//
//   ping         one bare round trip over the bus to the engine: `ping <ns>`
//   key a        presses and releases a key: `key <path> <reply> <text> <release> a`
//   type abc     types several keys without waiting for the benchmark between them: a `key` line for each
//   hold a       presses a key and does not release it; <release> is 0
//   engine NAME  chooses an engine: `engine <ns>`
//
// <path> is `committed` if the engine committed the character. <path> is `passed` if the engine did not handle the key,
// so that the application inserts the character. <reply>, <text> and <release> are durations in nanoseconds since the
// press. <reply> ends with the reply to the press, <text> with the arrival of the text, and <release> with the reply to
// the release. A client prints `ready` as soon as the engine can receive keys. On an error, the client prints
// `failed <reason>` and ends.
#ifndef KLAVA_PEER_CLIENT_H
#define KLAVA_PEER_CLIENT_H

#include <gio/gio.h>
#include <stdbool.h>
#include <stdint.h>

/// The functions of a client that call the library of IBus or Fcitx5. On an error, each function ends the client with
/// `fail`.
struct peer_client {
  void (*ping)(void);
  /// Presses or releases a key and waits for the reply. Returns whether the engine handled the key.
  bool (*send)(guint character, guint code, bool release);
  void (*choose)(const char *engine);
};

/// Returns the time of the monotonic clock in nanoseconds.
int64_t now(void);

/// Prints `failed` with the reason and ends the client.
G_NORETURN void fail(const char *format, ...) G_GNUC_PRINTF(1, 2);

/// Records text that the engine committed.
void text_arrived(const char *text);

/// Runs the main context until `holds` returns true. Returns false if `holds` does not return true within 20 seconds.
bool wait_until(bool (*holds)(void));

/// Sends a ping over the bus to the owner of a bus name, and waits for the reply.
void ping_name(GDBusConnection *connection, const char *name);

/// Prints `ready` and executes commands until the end of the input.
int serve(const struct peer_client *client);

#endif
