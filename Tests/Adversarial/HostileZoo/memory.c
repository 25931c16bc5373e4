/* Attacks that use more memory than the limit, in every known way. */
#include "zoo.h"

#include <linux/memfd.h>
#include <pthread.h>
#include <sys/mount.h>
#include <sys/resource.h>

static const size_t megabyte = 1 << 20;

/* Writes one byte in each page, so that the memory becomes resident. */
static void touch(volatile char *start, size_t length) {
  for (size_t offset = 0; offset < length; offset += 4096) start[offset] = 1;
}

BEHAVIOR(M01, "allocates 400 MiB with malloc") {
  size_t taken = 0;
  errno = 0;
  while (taken < 400) {
    char *block = malloc(megabyte);
    if (block == NULL) return zoo_refused(errno);
    touch(block, megabyte);
    taken++;
  }
  zoo_escaped("%zu MiB", taken);
}

/* Maps 160 MiB in small pieces, and writes to the pieces. Keeps the mappings. */
static void map(const char *words, size_t piece, int protection, int flags) {
  for (size_t taken = 0; taken < 160 * megabyte; taken += piece) {
    char *start = mmap(NULL, piece, protection, flags | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) return zoo_refused(errno);
    if (protection & PROT_WRITE) touch(start, piece);
  }
  zoo_escaped("%s", words);
}

BEHAVIOR(M02, "maps 160 MiB with mmap") { map("private memory", 4 * megabyte, PROT_READ | PROT_WRITE, MAP_PRIVATE); }

BEHAVIOR(M03, "makes memory with a descriptor (memfd)") {
  TRY(memfd_create("zoo", MFD_CLOEXEC));
  TRY(memfd_create("zoo", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  TRY(memfd_create("zoo", MFD_HUGETLB));
}

BEHAVIOR(M11, "locks its memory (mlock)") {
  static char page[8192];
  TRY(mlock(page, sizeof page));
  TRY(mlock2(page, sizeof page, 1));
  TRY(mlockall(2));
  TRY(munlockall());
}

BEHAVIOR(M40, "maps 160 MiB of shared memory, which the data limit does not count") {
  map("shared memory", 4 * megabyte, PROT_READ | PROT_WRITE, MAP_SHARED);
}

BEHAVIOR(M41, "allocates 160 MiB with brk") {
  char *end = sbrk(0);
  if (brk(end + 160 * megabyte) < 0) return zoo_refused(errno);
  touch(end, 160 * megabyte);
  zoo_escaped("brk");
}

BEHAVIOR(M42, "maps 160 MiB as stacks that grow downward, which the data limit does not count") {
  map("growing memory", 4 * megabyte, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_GROWSDOWN);
}

BEHAVIOR(M43, "maps memory with each of MAP_NORESERVE, MAP_POPULATE, MAP_LOCKED and MAP_HUGETLB") {
  map("unreserved", 4 * megabyte, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE);
  map("populated", 64 * megabyte, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_POPULATE);
  map("locked", 64 * megabyte, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_LOCKED);
  map("huge", 64 * megabyte, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_HUGETLB);
}

BEHAVIOR(M44, "maps read-only memory and makes it writable later") {
  for (int count = 0; count < 40; count++) {
    char *start = mmap(NULL, 4 * megabyte, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) return zoo_refused(errno);
    if (mprotect(start, 4 * megabyte, PROT_READ | PROT_WRITE) < 0) return zoo_refused(errno);
    touch(start, 4 * megabyte);
  }
  zoo_escaped("160 MiB");
}

BEHAVIOR(M45, "fills the kernel's page tables by reading memory that was never written") {
  /* Reading one page in each 2 MiB costs 4 KiB of page tables. So 32 GiB of addresses cost 64 MiB of kernel memory. */
  const size_t wanted = 32UL << 30, step = 2 * megabyte;
  char *start = mmap(NULL, wanted, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (start == MAP_FAILED) return zoo_refused(errno);
  volatile char sum = 0;
  for (size_t offset = 0; offset < wanted; offset += step) sum += start[offset];
  zoo_escaped("64 MiB of page tables");
}

BEHAVIOR(M46, "maps its library privately again and again, and writes there") {
  int file = zoo_open_library();
  if (file < 0) zoo_refused(errno);
  for (size_t taken = 0; taken < 160 * megabyte; taken += 65536) {
    char *start = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
    if (start == MAP_FAILED) return zoo_refused(errno);
    touch(start, 32768);
  }
  zoo_escaped("80 MiB");
}

BEHAVIOR(M47, "grows its mappings (mremap)") {
  char *start = mmap(NULL, megabyte, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED) return zoo_refused(errno);
  char *grown = mremap(start, megabyte, 160 * megabyte, MREMAP_MAYMOVE);
  if (grown == MAP_FAILED) return zoo_refused(errno);
  touch(grown, 160 * megabyte);
  zoo_escaped("mremap");
}

BEHAVIOR(M48, "fills pipes, whose contents use kernel memory") {
  static char bytes[1 << 20];
  size_t taken = 0;
  for (int count = 0; count < 4096 && taken < 8 * megabyte; count++) {
    int ends[2];
    if (pipe2(ends, O_NONBLOCK) < 0) break;
    fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
    ssize_t count = write(ends[1], bytes, sizeof bytes);
    if (count > 0) taken += (size_t)count;
  }
  int error = errno;
  if (taken > 4 * megabyte) zoo_escaped("more than 4 MiB in pipes");
  zoo_refused(error);
}

BEHAVIOR(M49, "makes mappings until the limit") {
  /* Alternate the protection, so that the kernel does not merge neighboring mappings. */
  int count = 0;
  for (; count < 200000; count++) {
    int protection = count % 2 == 0 ? PROT_READ : PROT_NONE;
    if (mmap(NULL, 4096, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED) break;
  }
  if (count == 200000) return zoo_escaped("%d mappings", count);
  zoo_refused(errno);
}

BEHAVIOR(M50, "makes memory that the kernel cannot read (memfd_secret)") { TRY(syscall(447, 0)); }

BEHAVIOR(M51, "gives advice that affects more than its own memory") {
  static const int advice[] = {9 /* REMOVE */,    10 /* DONTFORK */,   12 /* MERGEABLE */, 14 /* HUGEPAGE */,
                               16 /* DONTDUMP */, 17 /* DODUMP */,     18 /* WIPEONFORK */, 20 /* COLD */,
                               21 /* PAGEOUT */,  23 /* POPULATE_W */, 25 /* COLLAPSE */,   100 /* HWPOISON */,
                               101 /* OFFLINE */, 102 /* GUARD */};
  char *start = mmap(NULL, 4 * megabyte, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED) return zoo_refused(errno);
  for (size_t index = 0; index < sizeof advice / sizeof *advice; index++) {
    if (madvise(start, 4096, advice[index]) == 0)
      zoo_escaped("advice %d", advice[index]);
    else
      zoo_refused(errno);
  }
}

BEHAVIOR(M52, "reads which pages of files are in memory (mincore)") {
  unsigned char pages[16];
  TRY(mincore((void *)((uintptr_t)&klv_keyboard & ~4095UL), 4096, pages));
}

BEHAVIOR(M53, "binds its memory to nodes (mbind, set_mempolicy)") {
  TRY(syscall(SYS_set_mempolicy, 0, NULL, 0));
  TRY(syscall(SYS_get_mempolicy, NULL, NULL, 0, NULL, 0));
  TRY(syscall(SYS_mbind, 0, 0, 0, NULL, 0, 0));
}

BEHAVIOR(M54, "maps pages of a file out of order (remap_file_pages)") {
  TRY(syscall(SYS_remap_file_pages, (uintptr_t)&klv_keyboard & ~4095UL, 4096, 0, 0, 0));
}

// The invalid flags have the same result on processors with and without protection keys.
BEHAVIOR(M55, "allocates memory protection keys (pkey_alloc)") { TRY(syscall(SYS_pkey_alloc, 1, 0)); }

BEHAVIOR(M56, "uses 90 MiB as the stack of a thread") {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 100 * megabyte);
  extern void *zoo_touch_stack(void *);
  int count = 0, result = 0;
  while (count < 4) {
    pthread_t thread;
    if ((result = pthread_create(&thread, &attributes, zoo_touch_stack, NULL)) != 0) return zoo_refused(result);
    pthread_join(thread, NULL);
    count++;
  }
  zoo_escaped("90 MiB of one stack");
}

void *zoo_touch_stack(void *argument) {
  const size_t length = 90 * megabyte;
  volatile char *stack = __builtin_alloca(length);
  for (size_t offset = length; offset > 4096; offset -= 4096) stack[offset - 1] = 1;
  return argument;
}

BEHAVIOR(M57, "raises its stack limit and fills 90 MiB of its stack") {
  struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
  if (setrlimit(RLIMIT_STACK, &limit) < 0) zoo_refused(errno);
  zoo_touch_stack(NULL);
  zoo_escaped("90 MiB of the first stack");
}

BEHAVIOR(M58, "maps address 0, from which a null pointer reads") {
  void *start = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  zoo_try("page 0", start == MAP_FAILED ? -1 : 0);
}

BEHAVIOR(M59, "makes written memory read-only, so that the data limit no longer counts it") {
  for (int count = 0; count < 160; count++) {
    char *start = mmap(NULL, 4 * megabyte, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) return zoo_refused(errno);
    if (mprotect(start, 4 * megabyte, PROT_READ | PROT_WRITE) < 0) return zoo_refused(errno);
    touch(start, 4 * megabyte);
    if (mprotect(start, 4 * megabyte, PROT_READ) < 0) return zoo_refused(errno);
  }
  zoo_escaped("640 MiB");
}

BEHAVIOR(M79, "has a library larger than its memory limit") { zoo_escaped("loaded"); }

BEHAVIOR(M76, "moves a page of its stack and lets it grow, because stacks do not count as data") {
  char *page = (char *)((uintptr_t)__builtin_frame_address(0) & ~4095UL) - 65536;
  /* Touch the pages first, because the stack's mapping ends at its lowest used page. */
  for (size_t down = 0; down < 65536 + 8192; down += 4096) ((volatile char *)__builtin_alloca(4096))[0] = 1;
  for (size_t taken = 0; taken < 640 * megabyte; taken += 64 * megabyte) {
    char *grown = mremap(page, 0x1000, 64 * megabyte, MREMAP_MAYMOVE);
    if (grown == MAP_FAILED) return zoo_refused(errno);
    touch(grown, 64 * megabyte);
    page = grown + 64 * megabyte - 4096;
  }
  zoo_escaped("640 MiB");
}
