#include <seccomp.h>
// The names of the constants that filter rules compare.
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/prctl.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
