#define _GNU_SOURCE
#include "Confinement.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <link.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <locale.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

int klv_unshare(int flags) { return unshare(flags); }

int klv_all_namespaces(void) {
  return CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP | CLONE_NEWPID;
}

pid_t klv_fork(void) { return fork(); }

int klv_mount(const char *source, const char *target, const char *type, unsigned long flags, const char *data) {
  return mount(source, target, type, flags, data);
}

int klv_mount_add(const char *path, uint64_t set) {
  struct { uint64_t set, clear, propagation, namespace; } attributes = {.set = set};
  return (int)syscall(SYS_mount_setattr, AT_FDCWD, path, 0, &attributes, sizeof attributes);
}

int klv_pivot_here(void) {
  if (syscall(SYS_pivot_root, ".", ".") < 0 || umount2(".", MNT_DETACH) < 0) return -1;
  return chdir("/");
}

int klv_set_hostname(const char *name) { return sethostname(name, strlen(name)); }

int klv_become(uid_t user, gid_t group) {
  if (setgroups(0, NULL) < 0 || setresgid(group, group, group) < 0) return -1;
  return setresuid(user, user, user);
}

int klv_drop_bounding_set(void) {
  for (int capability = 0; prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0; capability++) continue;
  // EINVAL means that no more capabilities exist. EPERM means that the kernel does not let this process drop
  // capabilities. In this case, no_new_privs ensures that the process gets no capability when it executes a program.
  return errno == EINVAL || errno == EPERM ? 0 : -1;
}

int klv_drop_capabilities(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
  return (int)syscall(SYS_capset, &header, none);
}

int klv_has_capabilities(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {{0}};
  if (syscall(SYS_capget, &header, data) < 0) return -1;
  return (data[0].permitted | data[1].permitted | data[0].inheritable | data[1].inheritable) != 0;
}

static void find_run_path(const ElfW(Dyn) *entry, struct klv_run_paths *found) {
  char *strings = NULL;
  ElfW(Xword) place = 0;
  for (; entry->d_tag != DT_NULL; entry++) {
    // The dynamic loader has replaced the offset in DT_STRTAB with an address, except in the kernel's vDSO, which has
    // no run path.
    if (entry->d_tag == DT_STRTAB) strings = (char *)entry->d_un.d_ptr;
    if (entry->d_tag == DT_RUNPATH || entry->d_tag == DT_RPATH) place = entry->d_un.d_val;
  }
  if (strings && place && found->count < sizeof found->paths / sizeof *found->paths)
    found->paths[found->count++] = strings + place;
}

static int look_at_object(struct dl_phdr_info *object, size_t size, void *found) {
  (void)size;
  for (int index = 0; index < object->dlpi_phnum; index++)
    if (object->dlpi_phdr[index].p_type == PT_DYNAMIC)
      find_run_path((const ElfW(Dyn) *)(object->dlpi_addr + object->dlpi_phdr[index].p_vaddr), found);
  return 0;
}

void klv_find_run_paths(struct klv_run_paths *found) { dl_iterate_phdr(look_at_object, found); }

int klv_set_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

int klv_set_undumpable(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
int klv_set_dumpable(void) { return prctl(PR_SET_DUMPABLE, 1, 0, 0, 0); }

int klv_limit(int resource, uint64_t soft, uint64_t hard) {
  struct rlimit limit, had;
  if (getrlimit(resource, &had) < 0) return -1;
  limit.rlim_max = hard < had.rlim_max ? hard : had.rlim_max;
  limit.rlim_cur = soft < limit.rlim_max ? soft : limit.rlim_max;
  return setrlimit(resource, &limit);
}

int klv_limit_processor_time(int process, unsigned seconds) {
  clockid_t clock;
  struct timespec used;
  struct rlimit limit;
  if ((errno = clock_getcpuclockid(process, &clock)) != 0) return -1;
  if (clock_gettime(clock, &used) < 0 || prlimit(process, RLIMIT_CPU, NULL, &limit) < 0) return -1;
  // RLIMIT_CPU counts whole seconds, so round the used time up.
  limit.rlim_cur = (rlim_t)used.tv_sec + 1 + seconds;
  if (limit.rlim_cur > limit.rlim_max) limit.rlim_cur = limit.rlim_max;
  return prlimit(process, RLIMIT_CPU, &limit, NULL);
}

int klv_thread_stack(size_t bytes) {
  pthread_attr_t attributes;
  int error = pthread_attr_init(&attributes);
  if (error == 0) error = pthread_attr_setstacksize(&attributes, bytes);
  if (error == 0) error = pthread_setattr_default_np(&attributes);
  errno = error;
  return error == 0 ? 0 : -1;
}

int klv_keep_locale(const char *name) { return newlocale(LC_ALL_MASK, name, (locale_t)0) ? 0 : -1; }

// Declare the kernel's structures here, because the C library's headers may be too old to contain them.
struct ruleset { uint64_t files, network, scopes; };
struct beneath { uint64_t allowed; int32_t descriptor; } __attribute__((packed));

int klv_landlock_version(void) { return (int)syscall(SYS_landlock_create_ruleset, NULL, 0, 1); }

uint64_t klv_landlock_file_rights(int version) {
  static const int rights[] = {0, 13, 14, 15, 15, 16};
  int known = version < 5 ? version : 5;
  return known < 1 ? 0 : (1ULL << rights[known]) - 1;
}

int klv_landlock_restrict(int version, const int *descriptors, const uint64_t *allowed, unsigned count) {
  struct ruleset ruleset = {
      .files = klv_landlock_file_rights(version),
      .network = version >= 4 ? 3 : 0,  // bind and connect by TCP
      .scopes = version >= 6 ? 3 : 0,   // abstract Unix sockets and signals
  };
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  int rules = (int)syscall(SYS_landlock_create_ruleset, &ruleset, size, 0);
  if (rules < 0) return -1;
  int result = 0;
  for (unsigned index = 0; index < count && result == 0; index++) {
    struct beneath beneath = {.allowed = allowed[index] & ruleset.files, .descriptor = descriptors[index]};
    result = (int)syscall(SYS_landlock_add_rule, rules, 1, &beneath, 0);
  }
  if (result == 0) result = (int)syscall(SYS_landlock_restrict_self, rules, 0);
  close(rules);
  return result;
}

int klv_seccomp_load(const void *instructions, unsigned short count) {
  struct sock_fprog program = {.len = count, .filter = (struct sock_filter *)instructions};
  long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
  if (result <= 0) return (int)result;
  // A positive result is the ID of a thread with a different filter. If such a thread exists, the kernel does not load
  // the new filter at all.
  errno = EBUSY;
  return -1;
}
