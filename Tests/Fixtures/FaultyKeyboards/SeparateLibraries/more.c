/*
 * A library with a faulty export besides klv_keyboard. MORE selects the fault. 0: a function that should be hidden.
 * 1: a function of the Swift runtime. 2: an action that is data.
 */
#if MORE == 0
__attribute__((visibility("default"))) int helper_that_should_be_hidden(void) { return 1; }
#elif MORE == 1
__attribute__((visibility("default"))) void *swift_retain(void *object) { return object; }
#else
__attribute__((visibility("default"))) int did_tap = 1;
#endif
