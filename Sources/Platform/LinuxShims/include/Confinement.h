// Confinement: the system calls by which a process gives up what it could do. Each answers -1 and sets errno as the kernel
// does; Sources/Confined/Sandbox says in which order and why.
#ifndef KLAVA_CONFINEMENT_H
#define KLAVA_CONFINEMENT_H

#include <stdint.h>
#include <sys/types.h>

/// unshare(2).
int klv_unshare(int flags);
/// The flags of unshare(2) for a user, mount, network, IPC, UTS, cgroup and PID namespace.
int klv_all_namespaces(void);
/// fork(2), which Swift hides.
pid_t klv_fork(void);
/// mount(2); any string may be NULL.
int klv_mount(const char *source, const char *target, const char *type, unsigned long flags, const char *data);
/// mount_setattr(2): adds the MOUNT_ATTR_… flags `set` to the mount at `path`.
int klv_mount_add(const char *path, uint64_t set);
/// pivot_root(2) of the current folder onto itself, and the old root let go.
int klv_pivot_here(void);
/// sethostname(2).
int klv_set_hostname(const char *name);
/// A user and a group without rights, and no further groups: setgroups(2), setresgid(2), setresuid(2).
int klv_become(uid_t user, gid_t group);
/// prctl(PR_CAPBSET_DROP) of every capability, as far as the process may.
int klv_drop_bounding_set(void);
/// capset(2) of nothing.
int klv_drop_capabilities(void);
/// 1 where some capability is permitted or inheritable, 0 where none is.
int klv_has_capabilities(void);
/// prctl(PR_SET_NO_NEW_PRIVS).
int klv_set_no_new_privileges(void);
/// prctl(PR_SET_DUMPABLE) to no: no core file, and nobody of the same user looks into the process.
int klv_set_undumpable(void);
/// setrlimit(2), as far down as the process's limit allows: never above the hard limit that it has.
int klv_limit(int resource, uint64_t soft, uint64_t hard);
/// The folders that the mapped libraries name to be searched for others: DT_RUNPATH and DT_RPATH, in their files.
struct klv_run_paths {
  char *paths[64];
  unsigned count;
};
/// Finds them all, as far as there is room.
void klv_find_run_paths(struct klv_run_paths *found);
/// The stack of threads made from now on, in bytes (pthread_setattr_default_np).
int klv_thread_stack(size_t bytes);
/// Has the C library map a locale and keep it, so that setlocale(3) finds it without its files. -1 where it is not there.
int klv_keep_locale(const char *name);

/// The Landlock version that the kernel has, or -1.
int klv_landlock_version(void);
/// Forbids this thread all that a Landlock version can forbid, but for what is below `count` open descriptors, each with
/// its LANDLOCK_ACCESS_FS_… bits.
int klv_landlock_restrict(int version, const int *descriptors, const uint64_t *allowed, unsigned count);
/// All LANDLOCK_ACCESS_FS_… bits of a version.
uint64_t klv_landlock_file_rights(int version);

/// seccomp(2), SECCOMP_SET_MODE_FILTER, for all threads of the process; `count` instructions of eight bytes.
int klv_seccomp_load(const void *instructions, unsigned short count);
/// A system call with nothing behind it, for asking whether it is refused.
long klv_try_call(long number, unsigned long first, unsigned long second);

#endif
