/* A keyboard whose keys call the text services and insert the results as numbers. */
#include "named-keys.h"

static const klv_text_services *services;

static void insert_offsets(klv_result result, klv_offsets offsets) {
  insert_number(result);
  for (uint64_t index = 0; result == KLV_OK && index < offsets.count; index++)
    insert_number((long long)offsets.offsets[index]);
}

static const char *const names[] = {"words", "sentences", "greek", "capital", "typed", "marked", "hostile", "loop"};

static klv_result load(void *controller, klv_failure *failure) {
  (void)controller, (void)failure;
  document = klv_get_host_interface(host, KLV_DOCUMENT);
  services = klv_get_host_interface(host, KLV_TEXT_SERVICES);
  return show_keys(names, sizeof names / sizeof *names);
}

static void insert_capital(int32_t type) {
  bool capitalizes = false;
  klv_result result = services->capitalizes(host, type, &capitalizes);
  insert_number(result == KLV_OK ? capitalizes : result);
}

static void call_with_wrong_arguments(void) {
  static char text[KLV_TEXT_SERVICES_LIMIT + 1];
  klv_offsets offsets;
  bool capitalizes;
  memset(text, 'a', sizeof text);
  insert_number(services->words(host, NULL, 1, &offsets));
  insert_number(services->words(host, "a", 1, NULL));
  insert_number(services->words(host, "\xC3(", 2, &offsets));
  insert_number(services->words(host, text, sizeof text, &offsets));
  insert_number(services->words(host, text, ~0ull, &offsets));
  insert_number(services->words(NULL, "a", 1, &offsets));
  insert_number(services->sentences(host, "a", 1, NULL, 0, &offsets));
  insert_number(services->sentences(host, "a", 1, text, 65, &offsets));
  insert_number(services->sentences(host, "a", 1, "../../\0x", 8, &offsets));
  insert_number(services->capitalizes(host, 4, &capitalizes));
  insert_number(services->capitalizes(host, -1, &capitalizes));
  insert_number(services->capitalizes(host, 2, NULL));
}

/* Makes the maximum number of calls of a turn, with the slowest text: for Thai, the host uses a dictionary. */
static void call_in_a_loop(void) {
  static char text[KLV_TEXT_SERVICES_LIMIT / 3 * 3];
  for (size_t index = 0; index < sizeof text; index += 3) memcpy(text + index, "\xE0\xB8\x81", 3);
  long long answered = 0, refused = 0;
  for (int count = 0; count < 1000; count++) {
    klv_offsets offsets;
    klv_result result = services->words(host, text, sizeof text, &offsets);
    answered += result == KLV_OK;
    refused += result == KLV_ERROR_TOO_LARGE;
  }
  insert_number(answered);
  insert_number(refused);
}

static klv_result key_event(void *controller, const klv_key_event *event) {
  (void)controller;
  char name[32];
  if (!pressed(event, name)) return KLV_OK;
  klv_text before = {NULL, 0};
  document->context_before(host, &before);
  const char *text = before.bytes ? before.bytes : "";
  klv_offsets offsets = {NULL, 0};
  if (strcmp(name, "words") == 0) {
    klv_result result = services->words(host, text, before.length, &offsets);
    insert_offsets(result, offsets);
  } else if (strcmp(name, "sentences") == 0) {
    klv_result result = services->sentences(host, text, before.length, "", 0, &offsets);
    insert_offsets(result, offsets);
  } else if (strcmp(name, "greek") == 0) {
    klv_result result = services->sentences(host, text, before.length, "el-GR", 5, &offsets);
    insert_offsets(result, offsets);
  } else if (strcmp(name, "capital") == 0) {
    bool results[4];
    klv_result codes[4];
    for (int type = 0; type < 4; type++) codes[type] = services->capitalizes(host, type, &results[type]);
    for (int type = 0; type < 4; type++) insert_number(codes[type] == KLV_OK ? results[type] : codes[type]);
  } else if (strcmp(name, "typed") == 0) {
    document->insert_text(host, "Tea. ", 5);
    insert_capital(2);
  } else if (strcmp(name, "marked") == 0) {
    document->set_marked_text(host, "ka", 2, 2, 0);
    insert_capital(2);
  } else if (strcmp(name, "hostile") == 0) {
    call_with_wrong_arguments();
  } else {
    call_in_a_loop();
  }
  return KLV_OK;
}

static const klv_keys keys = {key_event};

static const void *get_interface(void *controller, const char *identifier) {
  (void)controller;
  return strcmp(identifier, KLV_KEYS) == 0 ? &keys : NULL;
}

KEYBOARD(load, get_interface);
