#include "client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// The text that the engine has committed since the last press.
static GString *arrived;

int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  printf("failed ");
  vprintf(format, arguments);
  printf("\n");
  fflush(stdout);
  _exit(1);
}

// Returns the X11 key code of a lowercase letter, digit, comma or space on a US keyboard.
static guint key_code(guint character) {
  // The rows of a keyboard, and the evdev code of the first key of each row. The X11 key code of a key is its evdev
  // code plus 8.
  static const char *const rows[] = {"qwertyuiop", "asdfghjkl", "zxcvbnm,", "1234567890"};
  static const guint firsts[] = {16, 30, 44, 2};
  if (character == ' ') return 57 + 8;
  for (int row = 0; row < 4; row++) {
    const char *place = character != 0 && character < 128 ? strchr(rows[row], (int)character) : NULL;
    if (place != NULL) return firsts[row] + (guint)(place - rows[row]) + 8;
  }
  fail("no key for the character %u", character);
}

void text_arrived(const char *text) { g_string_append(arrived, text); }

// Wakes the main context regularly, so that `wait_for` can check its time limit.
static gboolean tick(gpointer nothing) {
  (void)nothing;
  return G_SOURCE_CONTINUE;
}

static bool wait_for(bool (*holds)(void), int64_t seconds) {
  int64_t end = now() + seconds * 1000000000;
  while (!holds()) {
    if (now() > end) return false;
    g_main_context_iteration(NULL, TRUE);
  }
  return true;
}

static bool has_text(void) { return arrived->len > 0; }
bool wait_until(bool (*holds)(void)) { return wait_for(holds, 20); }

void ping_name(GDBusConnection *connection, const char *name) {
  GError *error = NULL;
  GVariant *reply = g_dbus_connection_call_sync(
      connection, name, "/", "org.freedesktop.DBus.Peer", "Ping", NULL, NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL, &error);
  if (reply == NULL) fail("ping %s: %s", name, error->message);
  g_variant_unref(reply);
}

static void type_key(const struct peer_client *client, guint character, bool holds) {
  guint code = key_code(character);
  // Handle all waiting events, which belong to the previous key. An application would have handled these events before
  // the next key.
  while (g_main_context_iteration(NULL, FALSE)) continue;
  g_string_truncate(arrived, 0);
  int64_t start = now(), released = 0;
  bool took = client->send(character, code, false);
  int64_t reply = now() - start;
  if (took && !wait_for(has_text, 5)) fail("the engine handled a key but committed no text");
  int64_t text = now() - start;
  if (!holds) {
    client->send(character, code, true);
    released = now() - start;
  }
  if (!took) g_string_append_c(arrived, (char)character);
  printf("key %s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %s\n", took ? "committed" : "passed",
         reply, text, released, arrived->str);
}

static void obey(const struct peer_client *client, char *line) {
  char *rest = strchr(line, ' ');
  if (rest != NULL) *rest++ = 0;
  int64_t start = now();
  if (strcmp(line, "ping") == 0) {
    client->ping();
    printf("ping %" G_GINT64_FORMAT "\n", now() - start);
  } else if (rest != NULL && (strcmp(line, "key") == 0 || strcmp(line, "type") == 0)) {
    for (; *rest != 0; rest++) type_key(client, (guchar)*rest, false);
  } else if (rest != NULL && strcmp(line, "hold") == 0) {
    type_key(client, (guchar)*rest, true);
  } else if (rest != NULL && strcmp(line, "engine") == 0) {
    client->choose(rest);
    printf("engine %" G_GINT64_FORMAT "\n", now() - start);
  } else {
    fail("unknown command: %s", line);
  }
  fflush(stdout);
}

int serve(const struct peer_client *client) {
  char line[4096];
  // Buffer the output. With a buffer, the client writes all answers to a burst of keys together, after the last key.
  setvbuf(stdout, NULL, _IOFBF, 1 << 20);
  printf("ready\n");
  fflush(stdout);
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = 0;
    obey(client, line);
  }
  return 0;
}

__attribute__((constructor)) static void begin(void) {
  arrived = g_string_new(NULL);
  g_timeout_add(10, tick, NULL);
}
