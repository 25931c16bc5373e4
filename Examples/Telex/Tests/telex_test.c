/* Tests the composition of keys without a host. */
#include "telex.h"

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
  /* Keys beyond the limit are ignored. */
  char keys[TELEX_KEY_LIMIT * 2], text[TELEX_TEXT_LIMIT];
  memset(keys, 'm', sizeof keys);
  if (telex_compose(keys, sizeof keys, text) != TELEX_KEY_LIMIT) failures += 1;
  if (failures == 0) printf("telex_test: all is well\n");
  return failures == 0 ? 0 : 1;
}
