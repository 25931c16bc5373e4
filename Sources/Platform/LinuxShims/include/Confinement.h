// Confinement: the system calls by which a process gives up rights. Like a system call, each function returns -1 and
// sets errno on failure. The module Sources/Confined/Sandbox determines the order of the calls and gives the reasons.
#ifndef KLAVA_CONFINEMENT_H
#define KLAVA_CONFINEMENT_H

#include <stdint.h>
#include <sys/types.h>

/// unshare(2).
int klv_unshare(int flags);
/// The flags of unshare(2) for a user, mount, network, IPC, UTS, cgroup and PID namespace.
int klv_all_namespaces(void);
/// fork(2), which Swift does not import.
pid_t klv_fork(void);
/// mount(2); any string may be NULL.
int klv_mount(const char *source, const char *target, const char *type, unsigned long flags, const char *data);
/// mount_setattr(2): adds the MOUNT_ATTR_… flags `set` to the mount at `path`.
int klv_mount_add(const char *path, uint64_t set);
/// pivot_root(2) of the current folder onto itself, then detaches the old root.
int klv_pivot_here(void);
/// sethostname(2).
int klv_set_hostname(const char *name);
/// Changes to a user and a group, and drops all other groups: setgroups(2), setresgid(2), setresuid(2).
int klv_become(uid_t user, gid_t group);
/// prctl(PR_CAPBSET_DROP) of every capability that the process may drop.
int klv_drop_bounding_set(void);
/// capset(2) with no capabilities.
int klv_drop_capabilities(void);
/// 1 if a capability is permitted or inheritable, else 0.
int klv_has_capabilities(void);
/// prctl(PR_SET_NO_NEW_PRIVS).
int klv_set_no_new_privileges(void);
/// prctl(PR_SET_DUMPABLE) to 0: the process writes no core file, and other processes of the user have no access to it.
int klv_set_undumpable(void);
/// Lets other processes of the user read the process's memory, as a debugger does.
int klv_set_dumpable(void);
/// setrlimit(2). Never raises the hard limit of the process.
int klv_limit(int resource, uint64_t soft, uint64_t hard);
/// prlimit(2): lets another process use the processor for `seconds` to `seconds` + 1 more seconds. When the process has
/// used this time, the kernel sends it SIGXCPU.
int klv_limit_processor_time(int process, unsigned seconds);
/// The run paths of the mapped libraries: DT_RUNPATH and DT_RPATH, as pointers into the mappings of the libraries.
struct klv_run_paths {
  char *paths[64];
  unsigned count;
};
/// Finds the run paths of the mapped libraries, up to the capacity of `found`.
void klv_find_run_paths(struct klv_run_paths *found);
/// Sets the stack size of new threads in bytes (pthread_setattr_default_np).
int klv_thread_stack(size_t bytes);
/// Makes the C library map a locale and keep it, so that setlocale(3) finds it without files. Returns -1 if the system
/// does not have the locale.
int klv_keep_locale(const char *name);

/// The version of Landlock that the kernel supports, or -1.
int klv_landlock_version(void);
/// Restricts this thread by Landlock: removes all rights that the version supports, except the rights in `allowed`
/// (LANDLOCK_ACCESS_FS_… bits). Each element of `allowed` applies to the file or folder of one descriptor, and to
/// everything below it. `count` is the number of descriptors.
int klv_landlock_restrict(int version, const int *descriptors, const uint64_t *allowed, unsigned count);
/// All LANDLOCK_ACCESS_FS_… bits of a version.
uint64_t klv_landlock_file_rights(int version);

/// seccomp(2) with SECCOMP_SET_MODE_FILTER for all threads of the process. The filter has `count` instructions of eight
/// bytes each.
int klv_seccomp_load(const void *instructions, unsigned short count);

#endif
