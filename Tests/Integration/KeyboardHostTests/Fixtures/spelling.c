/* A keyboard whose keys ask the spell checker and the lexicon, and insert the results. */
#include "named-keys.h"

static const klv_spelling *spelling;
static const klv_lexicon *lexicon;
static long long entries_at_load, guesses_at_load, guesses_at_end, entries_at_end;

static const char *const names[] = {"languages", "misspelled", "guesses",  "completions", "lexicon",
                                    "loaded",    "hostile",    "language", "loop",        "alternate", "ended"};

/* Inserts the lines with a comma in place of each line feed. */
static void insert_lines(klv_result result, klv_bytes bytes) {
  static char text[65536];
  if (result != KLV_OK || bytes.length > sizeof text) {
    insert_number(result);
    return;
  }
  for (uint64_t index = 0; index < bytes.length; index++)
    text[index] = bytes.bytes[index] == '\n' ? ',' : (char)bytes.bytes[index];
  document->insert_text(host, text, bytes.length);
}

static klv_result load(void *controller, klv_failure *failure) {
  (void)controller, (void)failure;
  document = klv_get_host_interface(host, KLV_DOCUMENT);
  spelling = klv_get_host_interface(host, KLV_SPELLING);
  lexicon = klv_get_host_interface(host, KLV_LEXICON);
  klv_bytes bytes = {0};
  /* Request the lexicon as often as the host allows in a turn. */
  for (int count = 0; count < 4 && entries_at_load == KLV_OK; count++) entries_at_load = lexicon->entries(host, &bytes);
  guesses_at_load = spelling->guesses(host, "helol", 5, "en", 2, &bytes);
  return show_keys(names, sizeof names / sizeof *names);
}

static void call_with_wrong_arguments(void) {
  static char text[1 << 20];
  klv_offsets offsets;
  klv_bytes bytes;
  memset(text, 'a', sizeof text);
  insert_number(spelling->misspelled(host, NULL, 1, "en", 2, &offsets));
  insert_number(spelling->misspelled(host, "a", 1, "en", 2, NULL));
  insert_number(spelling->misspelled(host, "\xC3(", 2, "en", 2, &offsets));
  insert_number(spelling->misspelled(host, text, sizeof text, "en", 2, &offsets));
  insert_number(spelling->misspelled(host, text, ~0ull, "en", 2, &offsets));
  insert_number(spelling->guesses(host, text, KLV_SPELLING_WORD_LIMIT + 1, "en", 2, &bytes));
  insert_number(spelling->guesses(host, text, sizeof text, "en", 2, &bytes));
  insert_number(spelling->completions(host, "a\xFF", 2, "en", 2, &bytes));
  insert_number(spelling->completions(NULL, "a", 1, "en", 2, &bytes));
  insert_number(spelling->languages(host, NULL));
  insert_number(lexicon->entries(host, NULL));
}

static void call_with_wrong_languages(void) {
  static char text[4096];
  klv_bytes bytes;
  memset(text, 'e', sizeof text);
  insert_number(spelling->guesses(host, "a", 1, NULL, 0, &bytes));
  insert_number(spelling->guesses(host, "a", 1, "", 0, &bytes));
  insert_number(spelling->guesses(host, "a", 1, "../../x", 7, &bytes));
  insert_number(spelling->guesses(host, "a", 1, "en/../x", 7, &bytes));
  insert_number(spelling->guesses(host, "a", 1, "en\0x", 4, &bytes));
  insert_number(spelling->guesses(host, "a", 1, text, sizeof text, &bytes));
  insert_number(spelling->guesses(host, "a", 1, "xx", 2, &bytes));
  insert_number(spelling->guesses(host, "a", 1, "-", 1, &bytes));
}

/* Asks 10,000 questions, and inserts the numbers of answered and refused questions. */
static void call_in_a_loop(void) {
  long long answered = 0, refused = 0, entries = 0;
  for (int count = 0; count < 10000; count++) {
    klv_bytes bytes;
    klv_offsets offsets;
    klv_result result = spelling->misspelled(host, "helol", 5, "en", 2, &offsets);
    answered += result == KLV_OK;
    refused += result == KLV_ERROR_TOO_LARGE;
    entries += lexicon->entries(host, &bytes) == KLV_OK;
  }
  insert_number(answered);
  insert_number(refused);
  insert_number(entries);
}

/* Asks questions in many languages for which there are dictionaries. */
static void alternate_languages(void) {
  long long answered = 0;
  for (int count = 0; count < 60; count++) {
    static const char *const languages[] = {"en", "en-US", "en-GB", "en-AU", "en-CA", "en-NZ"};
    const char *language = languages[count % 6];
    klv_bytes bytes;
    answered += spelling->guesses(host, "helol", 5, language, strlen(language), &bytes) == KLV_OK;
  }
  insert_number(answered <= 3);
}

static klv_result key_event(void *controller, const klv_key_event *event) {
  (void)controller;
  char name[32];
  if (!pressed(event, name)) return KLV_OK;
  klv_bytes bytes = {0};
  klv_offsets offsets = {0};
  klv_text before = {0};
  document->context_before(host, &before);
  const char *text = before.bytes ? before.bytes : "";
  if (strcmp(name, "languages") == 0) {
    klv_result result = spelling->languages(host, &bytes);
    insert_lines(result, bytes);
  } else if (strcmp(name, "misspelled") == 0) {
    klv_result result = spelling->misspelled(host, text, before.length, "en", 2, &offsets);
    insert_number(result);
    for (uint64_t index = 0; result == KLV_OK && index < offsets.count; index++)
      insert_number((long long)offsets.offsets[index]);
  } else if (strcmp(name, "guesses") == 0) {
    klv_result result = spelling->guesses(host, text, before.length, "en", 2, &bytes);
    insert_lines(result, bytes);
  } else if (strcmp(name, "completions") == 0) {
    klv_result result = spelling->completions(host, text, before.length, "en", 2, &bytes);
    insert_lines(result, bytes);
  } else if (strcmp(name, "lexicon") == 0) {
    klv_result result = lexicon->entries(host, &bytes);
    insert_lines(result, bytes);
  } else if (strcmp(name, "loaded") == 0) {
    insert_number(entries_at_load);
    insert_number(guesses_at_load);
  } else if (strcmp(name, "ended") == 0) {
    insert_number(guesses_at_end);
    insert_number(entries_at_end);
  } else if (strcmp(name, "hostile") == 0) {
    call_with_wrong_arguments();
  } else if (strcmp(name, "language") == 0) {
    call_with_wrong_languages();
  } else if (strcmp(name, "loop") == 0) {
    call_in_a_loop();
  } else {
    alternate_languages();
  }
  return KLV_OK;
}

/* Asks during the disappear event, which also comes when a protected field gets the focus. */
static void did_disappear(void *controller) {
  (void)controller;
  klv_bytes bytes = {0};
  guesses_at_end = spelling->guesses(host, "helol", 5, "en", 2, &bytes);
  entries_at_end = lexicon->entries(host, &bytes);
}

static const klv_keys keys = {key_event};
static const klv_appearing appearing = {.did_disappear = did_disappear};

static const void *get_interface(void *controller, const char *identifier) {
  (void)controller;
  if (strcmp(identifier, KLV_APPEARING) == 0) return &appearing;
  return strcmp(identifier, KLV_KEYS) == 0 ? &keys : NULL;
}

KEYBOARD(load, get_interface);
