/* Tests the composition of keys without a host. */
#include "telex.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  static const char *const cases[][2] = {
      {"", ""},           {"viet", "viet"},     {"vieetj", "việt"},   {"Vieetj", "Việt"},   {"VIEETJ", "VIỆT"},
      {"tieengs", "tiếng"}, {"ddaats", "đất"},  {"nuowcs", "nước"},   {"dduowngf", "đường"}, {"awn", "ăn"},
      {"toans", "toán"},  {"hoaf", "hoà"},      {"cuar", "của"},      {"quas", "quá"},      {"gias", "giá"},
      {"gif", "gì"},      {"nguyeenx", "nguyễn"}, {"chij", "chị"},    {"asz", "a"},         {"ass", "as"},
      {"aaa", "aa"},      {"ddd", "dd"},        {"uww", "uw"},        {"xyz", "xyz"},       {"khuya", "khuya"},
      {"ngoaif", "ngoài"}, {"thuyr", "thuỷ"},   {"oww", "ow"},        {"sfz", "sfz"},       {"mowis", "mới"},
  };
  int failures = 0;
  for (size_t index = 0; index < sizeof cases / sizeof *cases; index++) {
    char text[TELEX_TEXT_LIMIT];
    size_t length = telex_compose(cases[index][0], strlen(cases[index][0]), text);
    if (strcmp(text, cases[index][1]) == 0 && length == strlen(text)) continue;
    fprintf(stderr, "%s makes %s and not %s\n", cases[index][0], text, cases[index][1]);
    failures += 1;
  }
  /* Each line has the keys, followed by the expected candidates. */
  static const char *const choices[][TELEX_CANDIDATE_LIMIT + 2] = {
      {"", NULL},
      {"m", NULL},
      {"ma", "má", "mà", "mả", "mã", "mạ", NULL},
      {"mas", "mà", "mả", "mã", "mạ", "ma", "mas", NULL},
      {"vieet", "viết", "việt", "vieet", NULL},
      {"sachs", "sạch", "sachs", NULL},
      {"DDa", "Đá", "Đà", "Đả", "Đã", "Đạ", "DDa", NULL},
  };
  for (size_t index = 0; index < sizeof choices / sizeof *choices; index++) {
    char found[TELEX_CANDIDATE_LIMIT][TELEX_TEXT_LIMIT];
    const char *word = choices[index][0];
    size_t count = telex_candidates(word, strlen(word), found), wanted = 0;
    while (choices[index][wanted + 1] != NULL) wanted++;
    bool is_right = count == wanted;
    for (size_t choice = 0; is_right && choice < count; choice++) {
      is_right = strcmp(found[choice], choices[index][choice + 1]) == 0;
    }
    if (is_right) continue;
    fprintf(stderr, "%s has wrong candidates: %zu, first %s\n", word, count, count > 0 ? found[0] : "missing");
    failures += 1;
  }
  /* The composition must ignore keys beyond the limit. */
  char keys[TELEX_KEY_LIMIT * 2], text[TELEX_TEXT_LIMIT];
  memset(keys, 'm', sizeof keys);
  if (telex_compose(keys, sizeof keys, text) != TELEX_KEY_LIMIT) failures += 1;
  char candidates[TELEX_CANDIDATE_LIMIT][TELEX_TEXT_LIMIT];
  memset(keys, 'a', sizeof keys);
  if (telex_candidates(keys, sizeof keys, candidates) > TELEX_CANDIDATE_LIMIT) failures += 1;
  if (failures == 0) printf("telex_test: all is well\n");
  return failures == 0 ? 0 : 1;
}
