// Functions of Foundation that return a wrong value in a keyboard, without an error. KlavaKit cannot replace them,
// because it does not link Foundation. Therefore the log names each such function that the keyboard's library imports.
#define _GNU_SOURCE
#include "MisleadingCalls.h"

#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

// The check `foundation` of `klava validate` has the same list. The check searches the library for the names of
// symbols, so the names in this file lack their prefix, "$s".
static const struct {
  const char *symbol, *name;
} calls[] = {
    {"20FoundationEssentials6LocaleV7currentACvgZ", "Locale.current"},
    {"20FoundationEssentials6LocaleV19autoupdatingCurrentACvgZ", "Locale.autoupdatingCurrent"},
    {"20FoundationEssentials6LocaleV18preferredLanguagesSaySSGvgZ", "Locale.preferredLanguages"},
    {"10Foundation8NSLocaleC7current0A10Essentials6LocaleVvgZ", "NSLocale.current"},
    {"10Foundation8NSLocaleC18preferredLanguagesSaySSGvgZ", "NSLocale.preferredLanguages"},
    {"10Foundation12UserDefaultsC8standardACvgZ", "UserDefaults.standard"},
    {"10Foundation12UserDefaultsC9suiteNameACSgSSSg_tcfC", "UserDefaults(suiteName:)"},
};

static void report(klv_host *host, const klv_log *log, const char *name) {
  char line[200];
  const char *advice =
      strstr(name, "Locale")
          ? "does not know the user's languages. Use KlavaUIKit's Locale, or preferredLanguages of the controller."
          : "has no settings of the user, and saves nothing. Use KlavaUIKit's UserDefaults, or KeyboardSettings and "
            "KeyboardContainer.";
  int length = snprintf(line, sizeof line, "Foundation's %s %s", name, advice);
  log->write(host, KLV_LOG_NOTICE, line, (uint64_t)length);
}

void klavakit_report_misleading_calls(klv_host *host) {
  const klv_log *log = klv_get_host_interface(host, KLV_LOG);
  const ElfW(Sym) *symbols = NULL;
  const char *strings = NULL;
  const uint32_t *hash = NULL;
  // The linker defines _DYNAMIC as the dynamic section of the library that contains this file.
  for (const ElfW(Dyn) *entry = _DYNAMIC; entry->d_tag != DT_NULL; entry++) {
    // Only a program has the entry DT_DEBUG. In a unit test, the program contains the keyboard and imports functions
    // itself.
    if (entry->d_tag == DT_DEBUG) return;
    if (entry->d_tag == DT_SYMTAB) symbols = (const ElfW(Sym) *)entry->d_un.d_ptr;
    if (entry->d_tag == DT_STRTAB) strings = (const char *)entry->d_un.d_ptr;
    if (entry->d_tag == DT_GNU_HASH) hash = (const uint32_t *)entry->d_un.d_ptr;
  }
  if (!log || !symbols || !strings || !hash) return;
  // The hash table starts with the number of buckets and the index of the first exported symbol. Imported symbols come
  // before that symbol.
  for (uint32_t index = 1; index < hash[1]; index++) {
    const char *symbol = strings + symbols[index].st_name;
    for (size_t call = 0; call < sizeof calls / sizeof *calls; call++) {
      if (symbols[index].st_shndx == SHN_UNDEF && strncmp(symbol, "$s", 2) == 0 &&
          strcmp(symbol + 2, calls[call].symbol) == 0)
        report(host, log, calls[call].name);
    }
  }
}
