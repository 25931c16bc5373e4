#ifndef KLAVA_KIT_MAIN_QUEUE_H
#define KLAVA_KIT_MAIN_QUEUE_H

#include <klava/keyboard.h>

// Looks for the main queue of libdispatch. Call this function before the controller exists, on the thread on which the
// host calls the keyboard.
void klavakit_open_main_queue(klv_host *host);
// The function table `klava.main-queue/1`; NULL if the process has no main queue.
const klv_main_queue *klavakit_main_queue(void);
// Whether a timer that fired is the host timer for Foundation's run loop.
bool klavakit_is_loop_timer(uint64_t timer);

#endif
