// A client that uses IBus's library libibus, as the GTK module of IBus does. Unlike the GTK module, this client waits
// for each reply.
#include "client.h"

#include <ibus.h>
#include <string.h>

static IBusBus *bus;
static IBusInputContext *context;
static const char *chosen = "";

static void committed(IBusInputContext *from, IBusText *text, gpointer nothing) {
  (void)from, (void)nothing;
  text_arrived(ibus_text_get_text(text));
}

static bool is_connected(void) { return ibus_bus_is_connected(bus); }

static bool has_chosen(void) {
  IBusEngineDesc *engine = ibus_input_context_get_engine(context);
  bool is_it = engine != NULL && strcmp(ibus_engine_desc_get_name(engine), chosen) == 0;
  if (engine != NULL) g_object_unref(engine);
  return is_it;
}

static void choose(const char *engine) {
  chosen = engine;
  ibus_input_context_set_engine(context, engine);
  if (!wait_until(has_chosen)) fail("IBus does not accept the engine %s", engine);
}

// Makes a round trip through the daemon to the engine's process over the same path as a key, but the engine handles no
// key.
static void ping(void) { ping_name(ibus_bus_get_connection(bus), "org.klava.PeerEngine"); }

static bool send_key(guint character, guint code, bool release) {
  // libibus expects evdev key codes, which are lower than X11 key codes by 8.
  return ibus_input_context_process_key_event(context, character, code - 8, release ? IBUS_RELEASE_MASK : 0);
}

int main(int count, char **arguments) {
  if (count != 2) fail("ibus-client ENGINE");
  ibus_init();
  bus = ibus_bus_new();
  if (!wait_until(is_connected)) fail("ibus-daemon does not answer");
  context = ibus_bus_create_input_context(bus, "klava-bench");
  if (context == NULL) fail("IBus makes no input context");
  g_signal_connect(context, "commit-text", G_CALLBACK(committed), NULL);
  ibus_input_context_set_capabilities(context, IBUS_CAP_FOCUS | IBUS_CAP_PREEDIT_TEXT);
  // Set the focus before choosing the engine. Without the focus, IBus assigns the engine to a dummy context and loses
  // text.
  ibus_input_context_focus_in(context);
  choose(arguments[1]);
  return serve(&(struct peer_client){ping, send_key, choose});
}
