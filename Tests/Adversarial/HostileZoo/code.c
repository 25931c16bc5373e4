/* Attacks that run code from outside the library's file. */
#include "zoo.h"

#include <dlfcn.h>
#include <linux/memfd.h>
#include <link.h>

/* mov $42, %eax; ret */
static const unsigned char answer42[] = {0xb8, 42, 0, 0, 0, 0xc3};

static void call(const char *words, void *code) {
  int (*function)(void);
  memcpy(&function, &code, sizeof function);
  if (function() == 42)
    zoo_escaped("%s", words);
  else
    zoo_contained("%s ran other code", words);
}

BEHAVIOR(X01, "maps memory that is writable and executable") {
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return zoo_refused(errno);
  memcpy(page, answer42, sizeof answer42);
  call("new code", page);
}

static char heap_page[8192];

BEHAVIOR(X02, "makes its memory executable after it wrote to it") {
  char *page = (char *)(((uintptr_t)heap_page + 4095) & ~4095UL);
  memcpy(page, answer42, sizeof answer42);
  if (mprotect(page, 4096, PROT_READ | PROT_EXEC) == 0) call("written code", page);
  else zoo_refused(errno);
  if (mprotect(page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC) == 0) call("writable code", page);
  else zoo_refused(errno);
  if (mprotect(page, 4096, PROT_EXEC) == 0) call("hidden code", page);
  else zoo_refused(errno);
  TRY(syscall(SYS_pkey_mprotect, page, 4096, PROT_READ | PROT_EXEC, -1));
  TRY(mprotect(page, 4096, PROT_READ | PROT_EXEC | 0x01000000 /* GROWSDOWN */));
}

BEHAVIOR(X03, "writes code into its data container and maps it") {
  int file = open(zoo_path("container", "/code"), O_RDWR | O_CREAT, 0700);
  if (file < 0) return zoo_refused(errno);
  static unsigned char page[4096];
  memcpy(page, answer42, sizeof answer42);
  if (write(file, page, sizeof page) < 0) zoo_refused(errno);
  void *code = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0);
  if (code == MAP_FAILED) return zoo_refused(errno);
  call("code from a file", code);
}

static void open_library(const char *path) {
  if (dlopen(path, RTLD_NOW) != NULL)
    zoo_escaped("%s", path);
  else
    zoo_contained("%s", strstr(dlerror(), "cannot open shared object file") != NULL ? "cannot be opened" : "refused");
}

BEHAVIOR(X04, "opens another library of the system") {
  open_library("libthread_db.so.1");
  open_library("libresolv.so.2");
  open_library("/lib/x86_64-linux-gnu/libthread_db.so.1");
  open_library("/usr/lib/x86_64-linux-gnu/libnss_compat.so.2");
}

BEHAVIOR(X05, "runs code on its stack, which its library declares executable") {
  unsigned char code[sizeof answer42];
  memcpy(code, answer42, sizeof code);
  call("code on the stack", code);
}

BEHAVIOR(X06, "opens a library that it wrote") {
  open_library(zoo_path("folder", "/libswiftZoo.so"));
  open_library(zoo_path("container", "/libzoo.so"));
  open_library("/proc/self/fd/5");
  if (dlmopen(LM_ID_NEWLM, zoo_library(), RTLD_NOW) != NULL)
    zoo_escaped("dlmopen");
  else
    zoo_contained("refused");
}

static int borrowed;

/* These functions have the same names as functions of the C library and the runner. A call proves that interposition
 * worked. */
__attribute__((visibility("default"))) ssize_t pwrite64(int file, const void *bytes, size_t length, off_t offset) {
  borrowed++;
  return zoo_raw(SYS_pwrite64, file, (long)bytes, (long)length, offset, 0, 0);
}
__attribute__((visibility("default"))) int poll(void *files, unsigned long count, int timeout) {
  borrowed++;
  return (int)zoo_raw(SYS_poll, (long)files, (long)count, timeout, 0, 0, 0);
}
__attribute__((visibility("default"))) void *dlsym(void *library, const char *name) {
  (void)library;
  (void)name;
  borrowed++;
  return NULL;
}
__attribute__((visibility("default"))) int klv_futex_wait(const uint32_t *word, uint32_t expected, int64_t time) {
  (void)word;
  (void)expected;
  (void)time;
  borrowed++;
  return -1;
}

static void count_borrowed(void) {
  if (borrowed > 0) return zoo_escaped("%d calls", borrowed);
  zoo_contained("no calls");
}

BEHAVIOR(X07, "exports functions with the names of host functions") {
  zoo_later(count_borrowed);
  zoo_contained("waits");
}

BEHAVIOR(X08, "needs a library that its bundle does not contain") {
  /*
   * The loader runs a library's constructor when it loads the library. So a visible symbol proves that foreign code
   * ran.
   */
  const char *mark = dlsym(RTLD_DEFAULT, "zoo_foreign_mark");
  if (mark != NULL || dlopen("libswiftZoo.so", RTLD_NOW | RTLD_NOLOAD) != NULL)
    zoo_escaped("the foreign library is loaded");
  else
    zoo_contained("the foreign library is not loaded");
}

extern unsigned char zoo_writable[] __attribute__((weak, visibility("hidden")));

BEHAVIOR(X10, "overwrites code that its library declares writable") {
  if (zoo_writable == NULL) return zoo_contained("it has none");
  memcpy(zoo_writable, answer42, sizeof answer42);
  call("writable code", zoo_writable);
}

extern const void *zoo_relocated(void) __attribute__((weak, visibility("hidden")));

BEHAVIOR(X11, "has the dynamic loader change its code (text relocations)") {
  if (zoo_relocated == NULL) return zoo_contained("it has none");
  if (zoo_relocated() == (const void *)zoo_relocated) return zoo_escaped("changed code");
  zoo_contained("unchanged code");
}

BEHAVIOR(X40, "writes its own code through /proc/self/mem") {
  int file = open("/proc/self/mem", O_RDWR);
  if (file < 0) return zoo_refused(errno);
  TRY(pwrite(file, answer42, sizeof answer42, (off_t)(uintptr_t)&call));
}

BEHAVIOR(X41, "maps the same memory twice: once to write, once to run") {
  int file = memfd_create("zoo", 0);
  if (file < 0) return zoo_refused(errno);
  if (ftruncate(file, 4096) < 0) zoo_refused(errno);
  unsigned char *written = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  void *run = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_SHARED, file, 0);
  if (written == MAP_FAILED || run == MAP_FAILED) return zoo_refused(errno);
  memcpy(written, answer42, sizeof answer42);
  call("double mapping", run);
}

BEHAVIOR(X42, "maps shared memory as executable") {
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return zoo_refused(errno);
  memcpy(page, answer42, sizeof answer42);
  call("shared code", page);
}

BEHAVIOR(X43, "maps data of its library's file as code") {
  int file = zoo_open_library();
  if (file < 0) return zoo_refused(errno);
  char *code = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0);
  if (code == MAP_FAILED) return zoo_refused(errno);
  zoo_escaped("the library's file, mapped executable");
}

BEHAVIOR(X50, "replaces the library's descriptor, from which it may map code, by a descriptor of another file") {
  static unsigned char bytes[4096];
  memcpy(bytes, answer42, sizeof answer42);
  int written = open(zoo_path("container", "/code"), O_RDWR | O_CREAT | O_CLOEXEC, 0700);
  if (written < 0) zoo_refused(errno);
  else if (write(written, bytes, sizeof bytes) < 0) zoo_refused(errno);
  /*
   * The filter allows a process to map code only from the descriptor of the library. `close` of that descriptor does
   * nothing and returns success. The filter refuses `dup2` onto that descriptor.
   */
  for (int number = 0; number < 32; number++) {
    void *code = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, number, 0);
    if (code == MAP_FAILED) {
      if (fcntl(number, F_GETFD) >= 0) zoo_refused(errno);
      continue;
    }
    if (memcmp(code, answer42, sizeof answer42) == 0) return call("code from a file", code);
    /*
     * The descriptor `number` refers to the library, which the keyboard may map. If `close` had an effect, a later
     * descriptor would get this number, because the kernel assigns the lowest free number.
     */
    close(number);
    if (dup2(written, number) < 0) zoo_refused(errno);
    for (int count = 0; count < 32; count++) {
      int next = dup(written >= 0 ? written : 0);
      if (next < 0 || next == number) break;
    }
    code = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, number, 0);
    if (code != MAP_FAILED && memcmp(code, answer42, sizeof answer42) == 0) return call("code from a file", code);
  }
}

BEHAVIOR(X44, "changes its own code in place") {
  char *page = (char *)((uintptr_t)&call & ~4095UL);
  if (mprotect(page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC) < 0) return zoo_refused(errno);
  zoo_escaped("writable code");
}

BEHAVIOR(X45, "makes its code not executable, changes it, and makes it executable again") {
  /* While this attack runs, no other code on the page of `zoo_spare_code` runs. */
  extern char zoo_spare_code[];
  if (mprotect(zoo_spare_code, 4096, PROT_READ | PROT_WRITE) < 0) return zoo_refused(errno);
  memcpy(zoo_spare_code, answer42, sizeof answer42);
  if (mprotect(zoo_spare_code, 4096, PROT_READ | PROT_EXEC) < 0) return zoo_refused(errno);
  call("changed code", zoo_spare_code);
}

__asm__(".pushsection .text\n.balign 4096\n.globl zoo_spare_code\n.hidden zoo_spare_code\n"
        "zoo_spare_code:\nret\n.balign 4096\n.popsection");

/* If the write causes a fault, the fault ends the process. The end of the process also counts as an outcome. */
BEHAVIOR(X46, "overwrites the code of a host function") {
  const klv_host_entry *entry = (const klv_host_entry *)(const void *)zoo_host();
  if (entry == NULL) return zoo_contained("there is no host yet");
  volatile unsigned char *code;
  memcpy(&code, &entry->get_interface, sizeof code);
  unsigned char first = *code;
  *code = first;
  zoo_escaped("a host function can be written");
}

BEHAVIOR(X47, "makes the code of a host function writable") {
  const klv_host_entry *entry = (const klv_host_entry *)(const void *)zoo_host();
  if (entry == NULL) return zoo_contained("there is no host yet");
  uintptr_t code;
  memcpy(&code, &entry->get_interface, sizeof code);
  void *page = (void *)(code & ~4095UL);
  if (mprotect(page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC) == 0)
    zoo_escaped("writable host functions");
  else
    zoo_refused(errno);
}

static int writable_code;

static int look_at(struct dl_phdr_info *information, size_t size, void *context) {
  (void)size;
  (void)context;
  for (int index = 0; index < information->dlpi_phnum; index++) {
    const ElfW(Phdr) *header = &information->dlpi_phdr[index];
    if (header->p_type == PT_LOAD && (header->p_flags & PF_X) && (header->p_flags & PF_W)) writable_code++;
    if (header->p_type == PT_GNU_STACK && (header->p_flags & PF_X)) writable_code++;
  }
  return 0;
}

BEHAVIOR(X48, "searches for memory that is already writable and executable") {
  dl_iterate_phdr(look_at, NULL);
  if (writable_code > 0)
    zoo_escaped("%d of them", writable_code);
  else
    zoo_contained("none of the libraries has any");
}

BEHAVIOR(X49, "makes its stack executable") {
  unsigned char code[sizeof answer42];
  memcpy(code, answer42, sizeof code);
  char *page = (char *)((uintptr_t)code & ~4095UL);
  if (mprotect(page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC) < 0) return zoo_refused(errno);
  call("code on the stack", code);
}
