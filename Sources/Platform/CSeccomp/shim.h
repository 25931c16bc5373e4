#include <seccomp.h>
// These headers define the constants with which filter rules compare arguments.
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/prctl.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
