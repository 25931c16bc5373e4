// Reports functions of Foundation that return a wrong value in a keyboard, without an error. KlavaKit cannot replace
// functions of Foundation, because KlavaKit does not link Foundation. Instead, KlavaKit logs the name of each
// misleading function that the keyboard's library imports.
#define _GNU_SOURCE
#include "MisleadingCalls.h"

#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// The check `foundation` of `klava validate` has the same list, and searches the library for complete names of symbols.
// The names in this file lack their prefix "$s", so that the check does not find them in each keyboard's library.
enum kind { LANGUAGE, TEXTS, SETTINGS, FORMAT, FORMAT_WITHOUT_LOCALE };

static const struct {
  const char *symbol, *name;
  enum kind kind;
} calls[] = {
    {"20FoundationEssentials6LocaleV7currentACvgZ", "Locale.current", LANGUAGE},
    {"20FoundationEssentials6LocaleV19autoupdatingCurrentACvgZ", "Locale.autoupdatingCurrent", LANGUAGE},
    {"20FoundationEssentials6LocaleV18preferredLanguagesSaySSGvgZ", "Locale.preferredLanguages", LANGUAGE},
    {"10Foundation8NSLocaleC7current0A10Essentials6LocaleVvgZ", "NSLocale.current", LANGUAGE},
    {"10Foundation8NSLocaleC18preferredLanguagesSaySSGvgZ", "NSLocale.preferredLanguages", LANGUAGE},
    {"10Foundation17NSLocalizedString_9tableName6bundle5value7commentS2S_SSSgAA6BundleCS2StF", "NSLocalizedString",
     TEXTS},
    {"10Foundation12UserDefaultsC8standardACvgZ", "UserDefaults.standard", SETTINGS},
    {"10Foundation12UserDefaultsC9suiteNameACSgSSSg_tcfC", "UserDefaults(suiteName:)", SETTINGS},
    {"10Foundation13DateFormatterCACycfC", "DateFormatter()", FORMAT_WITHOUT_LOCALE},
    {"10Foundation15NumberFormatterCACycfC", "NumberFormatter()", FORMAT_WITHOUT_LOCALE},
    {"20FoundationEssentials8CalendarV12firstWeekdaySivg", "Calendar.firstWeekday", FORMAT_WITHOUT_LOCALE},
    {"10Foundation13DateFormatterC15localizedString4from9dateStyle04timeH0SS0A10Essentials0B0V_AC0H0OALtFZ",
     "DateFormatter.localizedString", FORMAT},
    {"10Foundation15NumberFormatterC15localizedString4from6numberSSAA8NSNumberC_AC5StyleOtFZ",
     "NumberFormatter.localizedString", FORMAT},
    {"10Foundation18ByteCountFormatterC6string04frombC010countStyleSSs5Int64V_AC0cH0OtFZ", "ByteCountFormatter.string",
     FORMAT},
    {"10Foundation18ByteCountFormatterCACycfC", "ByteCountFormatter()", FORMAT},
    {"20FoundationEssentials4DateV0A20InternationalizationE9formattedSSyF", "Date.formatted()", FORMAT},
    {"20FoundationEssentials4DateV0A20InternationalizationE9formatted4date4timeSSAcDE11FormatStyleV0cI0V_AI04TimeI0VtF",
     "Date.formatted(date:time:)", FORMAT},
    {"Sz30FoundationInternationalizationE9formattedSSyF", "BinaryInteger.formatted()", FORMAT},
    {"SB30FoundationInternationalizationE9formattedSSyF", "BinaryFloatingPoint.formatted()", FORMAT},
    {"20FoundationEssentials7DecimalV0A20InternationalizationE9formattedSSyF", "Decimal.formatted()", FORMAT},
    {"ST30FoundationInternationalizationSS7ElementRtzrlE9formattedSSyF", "Sequence.formatted()", FORMAT},
    {"SS10FoundationE25localizedStringWithFormatyS2S_s7CVarArg_pdtFZ", "String.localizedStringWithFormat", FORMAT},
    {"Sy10FoundationE16localizedComparey0A10Essentials16ComparisonResultOqd__SyRd__lF", "localizedCompare", FORMAT},
    {"Sy10FoundationE24localizedStandardComparey0A10Essentials16ComparisonResultOqd__SyRd__lF",
     "localizedStandardCompare", FORMAT},
    {"Sy10FoundationE31localizedCaseInsensitiveComparey0A10Essentials16ComparisonResultOqd__SyRd__lF",
     "localizedCaseInsensitiveCompare", FORMAT},
    {"Sy30FoundationInternationalizationE18localizedUppercaseSSvg", "localizedUppercase", FORMAT},
    {"Sy30FoundationInternationalizationE18localizedLowercaseSSvg", "localizedLowercase", FORMAT},
    {"Sy30FoundationInternationalizationE20localizedCapitalizedSSvg", "localizedCapitalized", FORMAT},
};

enum { CALLS = sizeof calls / sizeof *calls };

// A library that creates a locale probably sets this locale in its formatters. For a library that creates a locale, the
// log omits functions of the kind FORMAT_WITHOUT_LOCALE.
static const char *const locales[] = {
    "20FoundationEssentials6LocaleV10identifierACSS_tcfC",
    "20FoundationEssentials6LocaleV10componentsA2C10ComponentsV_tcfC",
    "20FoundationEssentials6LocaleV18languageComponentsA2C8LanguageV0E0V_tcfC",
};

static const char *const advice[] = {
    [LANGUAGE] = "does not know the user's languages. Use KlavaUIKit's Locale, or preferredLanguages of the "
                 "controller.",
    [TEXTS] = "finds no text in the user's language. Use KlavaUIKit, or localizedString of KeyboardResources.",
    [SETTINGS] = "has no settings of the user, and saves nothing. Use KlavaUIKit's UserDefaults, or KeyboardSettings "
                 "and KeyboardContainer.",
    [FORMAT] = "uses an English locale. Use a function with the user's locale, or KlavaUIKit.",
    [FORMAT_WITHOUT_LOCALE] = "uses an English locale. Set the user's locale, or use KlavaUIKit.",
};

static void report(klv_host *host, const klv_log *log, size_t call) {
  char line[200];
  int length = snprintf(line, sizeof line, "Foundation's %s %s", calls[call].name, advice[calls[call].kind]);
  log->write(host, KLV_LOG_NOTICE, line, (uint64_t)length);
}

void klavakit_report_misleading_calls(klv_host *host) {
  const klv_log *log = klv_get_host_interface(host, KLV_LOG);
  const ElfW(Sym) *symbols = NULL;
  const char *strings = NULL;
  const uint32_t *hash = NULL;
  // The linker defines _DYNAMIC as the dynamic section of the library that contains this file.
  for (const ElfW(Dyn) *entry = _DYNAMIC; entry->d_tag != DT_NULL; entry++) {
    // Only the dynamic section of a program has the entry DT_DEBUG. In a unit test, the program contains the keyboard.
    // The program's own code imports functions too, so the list of imports says nothing about the keyboard.
    if (entry->d_tag == DT_DEBUG) return;
    if (entry->d_tag == DT_SYMTAB) symbols = (const ElfW(Sym) *)entry->d_un.d_ptr;
    if (entry->d_tag == DT_STRTAB) strings = (const char *)entry->d_un.d_ptr;
    if (entry->d_tag == DT_GNU_HASH) hash = (const uint32_t *)entry->d_un.d_ptr;
  }
  if (!log || !symbols || !strings || !hash) return;
  bool found[CALLS] = {false}, has_locale = false;
  // The hash table starts with the number of buckets and the index of the first exported symbol. Imported symbols come
  // before the first exported symbol.
  for (uint32_t index = 1; index < hash[1]; index++) {
    const char *symbol = strings + symbols[index].st_name;
    if (symbols[index].st_shndx != SHN_UNDEF || strncmp(symbol, "$s", 2) != 0 || !strstr(symbol, "Foundation"))
      continue;
    for (size_t call = 0; call < CALLS; call++) found[call] |= strcmp(symbol + 2, calls[call].symbol) == 0;
    for (size_t locale = 0; locale < sizeof locales / sizeof *locales; locale++)
      has_locale |= strcmp(symbol + 2, locales[locale]) == 0;
  }
  for (size_t call = 0; call < CALLS; call++) {
    if (found[call] && !(has_locale && calls[call].kind == FORMAT_WITHOUT_LOCALE)) report(host, log, call);
  }
}
