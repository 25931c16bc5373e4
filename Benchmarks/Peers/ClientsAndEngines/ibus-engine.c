// An engine for IBus. As usual for IBus, the engine has a separate process. `ibus-engine commit` commits the character
// of each key, and `ibus-engine hang` never answers. The engine prints `ready` when IBus has registered it.
#include <ibus.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool hangs;

typedef IBusEngine CharacterEngine;
typedef IBusEngineClass CharacterEngineClass;
G_DEFINE_TYPE(CharacterEngine, character_engine, IBUS_TYPE_ENGINE)

static gboolean process_key(IBusEngine *engine, guint symbol, guint code, guint state) {
  (void)code;
  while (hangs) pause();
  gunichar character = ibus_keyval_to_unicode(symbol);
  if (character == 0) return FALSE;
  if (!(state & IBUS_RELEASE_MASK)) ibus_engine_commit_text(engine, ibus_text_new_from_unichar(character));
  return TRUE;
}

static void character_engine_class_init(CharacterEngineClass *class) { class->process_key_event = process_key; }
static void character_engine_init(CharacterEngine *engine) { (void)engine; }

int main(int count, char **arguments) {
  if (count != 2) return 2;
  hangs = strcmp(arguments[1], "hang") == 0;
  ibus_init();
  IBusBus *bus = ibus_bus_new();
  while (!ibus_bus_is_connected(bus)) g_main_context_iteration(NULL, TRUE);
  IBusFactory *factory = ibus_factory_new(ibus_bus_get_connection(bus));
  ibus_factory_add_engine(factory, "klava-peer", character_engine_get_type());
  IBusComponent *component = ibus_component_new(
      "org.klava.PeerEngine", "Commits what is typed", "1", "", "", "", "", "");
  ibus_component_add_engine(
      component, ibus_engine_desc_new("klava-peer", "Klava's peer", "Commits what is typed", "en", "", "", "", "us"));
  if (!ibus_bus_register_component(bus, component)) return 1;
  if (ibus_bus_request_name(bus, "org.klava.PeerEngine", 0) == 0) return 1;
  g_signal_connect(bus, "disconnected", G_CALLBACK(ibus_quit), NULL);
  printf("ready\n");
  fflush(stdout);
  ibus_main();
  return 0;
}
