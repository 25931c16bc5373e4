/*
 * A keyboard that tries to use the services of full access. Each key makes one call and inserts the call's result. The
 * settings `name` and `port` are the address for connections.
 */
#include "named-keys.h"

#include <math.h>
#include <pthread.h>

static const klv_pasteboard *pasteboard;
static const klv_network *network;
static uint64_t connection;
static klv_result late[2] = {1, 1};

static const char *const names[] = {"access", "copy",    "empty",   "paste", "has",   "pastes", "connect", "state",
                                    "send",   "receive", "waits",   "close", "many",  "thread", "late",    "paths",
                                    "hostile", "stale",   "controls", "length"};

static klv_result load(void *controller, klv_failure *failure) {
  (void)controller, (void)failure;
  document = klv_get_host_interface(host, KLV_DOCUMENT);
  pasteboard = klv_get_host_interface(host, KLV_PASTEBOARD);
  network = klv_get_host_interface(host, KLV_NETWORK);
  return show_keys(names, sizeof names / sizeof *names);
}

static klv_result connect_as_set(uint64_t *number) {
  const klv_settings *settings = klv_get_host_interface(host, KLV_SETTINGS);
  klv_setting name = {.size = sizeof name}, port = {.size = sizeof port};
  settings->read(host, "name", 4, &name);
  settings->read(host, "port", 4, &port);
  return network->connect(host, name.text.bytes, name.text.length, (uint64_t)port.integer, number);
}

static void *connect_from_thread(void *result) {
  uint64_t number;
  *(klv_result *)result = network->connect(host, "127.0.0.1", 9, 9, &number);
  return NULL;
}

/* Calls functions with all kinds of invalid arguments. The test knows the expected results. */
static void be_hostile(void) {
  static char bytes[KLV_NETWORK_CALL_LIMIT + 1];
  klv_connection_info info = {.size = sizeof info};
  klv_bytes received;
  uint64_t number = 0;
  insert_number(pasteboard->string(host, NULL));
  insert_number(pasteboard->set_string(host, NULL, 5));
  insert_number(pasteboard->set_string(host, bytes, KLV_PASTEBOARD_TEXT_LIMIT + 1));
  insert_number(pasteboard->set_string(host, "\xC3(", 2));
  insert_number(pasteboard->has_strings(host, NULL));
  insert_number(pasteboard->change_count(host, NULL));
  insert("| ");
  insert_number(network->connect(host, NULL, 0, 80, &number));
  insert_number(network->connect(host, "", 0, 80, &number));
  insert_number(network->connect(host, "127.0.0.1", 9, 0, &number));
  insert_number(network->connect(host, "127.0.0.1", 9, 65536, &number));
  insert_number(network->connect(host, "127.0.0.1", 9, 80, NULL));
  insert_number(network->connect(host, "127.0.0.1\0.org", 14, 80, &number));
  memset(bytes, 'a', sizeof bytes);
  insert_number(network->connect(host, bytes, 254, 80, &number));
  insert_number(network->connect(host, "\xFF", 1, 80, &number));
  insert("| ");
  insert_number(network->state(host, connection, NULL));
  info.size = 3;
  insert_number(network->state(host, connection, &info));
  info.size = sizeof info;
  insert_number(network->state(host, ~0ull, &info));
  insert_number(network->send(host, connection, NULL, 1, &number));
  insert_number(network->send(host, connection, (uint8_t *)bytes, sizeof bytes, &number));
  insert_number(network->send(host, connection, (uint8_t *)bytes, ~0ull, &number));
  insert_number(network->send(host, connection, (uint8_t *)bytes, 1, NULL));
  insert_number(network->send(host, ~0ull, (uint8_t *)bytes, 1, &number));
  insert("| ");
  insert_number(network->receive(host, connection, 0, 0, &received));
  insert_number(network->receive(host, connection, sizeof bytes, 0, &received));
  insert_number(network->receive(host, connection, ~0ull, 0, &received));
  insert_number(network->receive(host, connection, 1, -1, &received));
  insert_number(network->receive(host, connection, 1, NAN, &received));
  insert_number(network->receive(host, connection, 1, INFINITY, &received));
  insert_number(network->receive(host, connection, 1, 0.2, &received));
  insert_number(network->receive(host, connection, 1, 0, NULL));
  insert_number(network->receive(host, ~0ull, 1, 0, &received));
  insert_number(network->close(host, ~0ull));
  insert_number(network->close(host, 0));
}

static void did_disappear(void *controller) {
  (void)controller;
  klv_text text;
  uint64_t number;
  late[0] = pasteboard->string(host, &text);
  late[1] = connect_as_set(&number);
}

static klv_result key_event(void *controller, const klv_key_event *event) {
  (void)controller;
  char name[32];
  if (!pressed(event, name)) return KLV_OK;
  if (strcmp(name, "access") == 0) {
    insert_number(((const klv_input_mode *)klv_get_host_interface(host, KLV_INPUT_MODE))->has_full_access(host));
  } else if (strcmp(name, "copy") == 0) {
    insert_number(pasteboard->set_string(host, "copied", 6));
  } else if (strcmp(name, "empty") == 0) {
    insert_number(pasteboard->set_string(host, NULL, 0));
  } else if (strcmp(name, "paste") == 0) {
    klv_text text = {NULL, 0};
    klv_result result = pasteboard->string(host, &text);
    insert_number(result);
    if (result == KLV_OK && text.bytes != NULL) document->insert_text(host, text.bytes, text.length);
  } else if (strcmp(name, "controls") == 0) {
    insert_number(pasteboard->set_string(host, "a\x1b[0m", 5));
    insert_number(pasteboard->set_string(host, "\x7f", 1));
    insert_number(pasteboard->set_string(host, "\xc2\x9b", 2));
    insert_number(pasteboard->set_string(host, "a\tb\nc", 5));
  } else if (strcmp(name, "length") == 0) {
    klv_text text = {NULL, 0};
    insert_number(pasteboard->string(host, &text));
    insert_number((long long)text.length);
  } else if (strcmp(name, "has") == 0) {
    bool has = false;
    uint64_t count = 0;
    insert_number(pasteboard->has_strings(host, &has));
    insert_number(has);
    insert_number(pasteboard->change_count(host, &count));
    insert_number((long long)count);
  } else if (strcmp(name, "pastes") == 0) {
    klv_text text;
    int answered = 0;
    while (answered < 1000 && pasteboard->string(host, &text) == KLV_OK) answered++;
    insert_number(answered);
    insert_number(pasteboard->string(host, &text));
  } else if (strcmp(name, "connect") == 0) {
    insert_number(connect_as_set(&connection));
  } else if (strcmp(name, "state") == 0) {
    klv_connection_info info = {.size = sizeof info};
    insert_number(network->state(host, connection, &info));
    insert_number(info.state);
    insert_number(info.failure);
  } else if (strcmp(name, "send") == 0) {
    uint64_t taken = 0;
    insert_number(network->send(host, connection, (const uint8_t *)"ping", 4, &taken));
    insert_number((long long)taken);
  } else if (strcmp(name, "receive") == 0) {
    klv_bytes bytes = {NULL, 0};
    insert_number(network->receive(host, connection, 64, 0.1, &bytes));
    document->insert_text(host, (const char *)bytes.bytes, bytes.length);
  } else if (strcmp(name, "waits") == 0) {
    /* All these waits together are longer than the deadline of the turn. */
    klv_bytes bytes;
    for (int count = 0; count < 20; count++) network->receive(host, connection, 64, 0.1, &bytes);
    insert("waited");
  } else if (strcmp(name, "close") == 0) {
    insert_number(network->close(host, connection));
  } else if (strcmp(name, "many") == 0) {
    uint64_t number = 0;
    for (int count = 0; count < 10; count++) insert_number(connect_as_set(&number));
  } else if (strcmp(name, "thread") == 0) {
    klv_result result = 1;
    pthread_t thread;
    pthread_create(&thread, NULL, connect_from_thread, &result);
    pthread_join(thread, NULL);
    insert_number(result);
  } else if (strcmp(name, "late") == 0) {
    insert_number(late[0]);
    insert_number(late[1]);
  } else if (strcmp(name, "paths") == 0) {
    insert_number(klv_get_host_interface(host, KLV_PATHS) == NULL);
  } else if (strcmp(name, "hostile") == 0) {
    be_hostile();
  } else if (strcmp(name, "stale") == 0) {
    /* These are the numbers of an earlier process's connections. This process has no connections. */
    klv_connection_info info = {.size = sizeof info};
    for (uint64_t number = 0; number < 20; number++) insert_number(network->state(host, number, &info));
  }
  return KLV_OK;
}

static const klv_keys keys = {key_event};
static const klv_appearing appearing = {.did_disappear = did_disappear};

static const void *get_interface(void *controller, const char *identifier) {
  (void)controller;
  if (strcmp(identifier, KLV_KEYS) == 0) return &keys;
  if (strcmp(identifier, KLV_APPEARING) == 0) return &appearing;
  return NULL;
}

KEYBOARD(load, get_interface);
