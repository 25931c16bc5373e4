// A client that uses the GLib library of Fcitx5, as the GTK module of Fcitx5 does. Unlike the GTK module, this client
// waits for each reply.
#include "client.h"

#include <fcitx-gclient/fcitxgclient.h>
#include <string.h>

static const guint32 released = 1u << 30;
static GDBusConnection *bus;
static FcitxGClient *context;
static const char *chosen = "";

static void committed(FcitxGClient *from, const char *text, gpointer nothing) {
  (void)from, (void)nothing;
  text_arrived(text);
}

static bool is_connected(void) { return fcitx_g_client_is_valid(context); }

static GVariant *ask(const char *method, GVariant *arguments) {
  GError *error = NULL;
  GVariant *reply = g_dbus_connection_call_sync(
      bus, "org.fcitx.Fcitx5", "/controller", "org.fcitx.Fcitx.Controller1", method, arguments, NULL,
      G_DBUS_CALL_FLAGS_NONE, -1, NULL, &error);
  if (reply == NULL) fail("Fcitx5, %s: %s", method, error->message);
  return reply;
}

static bool has_chosen(void) {
  GVariant *reply = ask("CurrentInputMethod", NULL);
  const char *name;
  g_variant_get(reply, "(&s)", &name);
  bool is_it = strcmp(name, chosen) == 0;
  g_variant_unref(reply);
  return is_it;
}

static void choose(const char *engine) {
  chosen = engine;
  g_variant_unref(ask("SetCurrentIM", g_variant_new("(s)", engine)));
  if (!wait_until(has_chosen)) fail("Fcitx5 does not accept the input method %s", engine);
}

// Makes a round trip to the server over the same path as a key, but the server handles no key.
static void ping(void) { ping_name(bus, "org.fcitx.Fcitx5"); }

static bool send_key(guint character, guint code, bool release) {
  return fcitx_g_client_process_key_sync(context, character, code, release ? released : 0, release, 0);
}

int main(int count, char **arguments) {
  if (count != 2) fail("fcitx5-client INPUT-METHOD");
  GError *error = NULL;
  bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, &error);
  if (bus == NULL) fail("no session bus: %s", error->message);
  context = fcitx_g_client_new();
  g_signal_connect(context, "commit-string", G_CALLBACK(committed), NULL);
  fcitx_g_client_set_program(context, "klava-bench");
  if (!wait_until(is_connected)) fail("fcitx5 does not answer");
  fcitx_g_client_focus_in(context);
  choose(arguments[1]);
  return serve(&(struct peer_client){ping, send_key, choose});
}
