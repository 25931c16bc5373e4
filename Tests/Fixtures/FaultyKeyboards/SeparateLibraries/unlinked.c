/* A library that needs a function that no library defines. */
#include <klava/keyboard.h>
klv_result function_that_nobody_has(void *controller, klv_failure *failure);
static klv_result create(klv_host *host, const klv_launch *launch, void **controller, klv_failure *failure) {
  (void)host, (void)launch;
  *controller = NULL;
  return function_that_nobody_has(NULL, failure);
}
const klv_keyboard_entry klv_keyboard = {KLV_ABI_VERSION, sizeof(klv_keyboard_entry), create,
                                         function_that_nobody_has, NULL, NULL};
