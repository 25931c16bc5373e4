#include <seccomp.h>
// The kernel's headers define the constants with which the rules of the seccomp filter compare arguments.
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/prctl.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
