// Copies Info.plist to Foundation's main bundle. Without `KLVFileAccess` = `paths`, a keyboard cannot read its bundle's
// folder, so `Bundle.main` finds no Info.plist.
//
// Some keyboards do not link Foundation, so this file looks for CoreFoundation's functions at run time.
#define _GNU_SOURCE
#include "MainBundle.h"

#include <dlfcn.h>
#include <stddef.h>

#define FIND(type, name) ((type)dlsym(RTLD_DEFAULT, name))

typedef void *(*get_main_bundle)(void);
typedef void *(*get_info_dictionary)(void *bundle);
typedef void *(*create_data)(void *allocator, const void *bytes, intptr_t count);
typedef void *(*create_property_list)(void *allocator, void *data, uintptr_t options, intptr_t *format, void **error);
typedef uintptr_t (*get_type)(const void *value);
typedef uintptr_t (*get_dictionary_type)(void);
typedef intptr_t (*get_count)(const void *dictionary);
typedef void (*apply)(const void *dictionary, void (*function)(const void *, const void *, void *), void *context);
typedef void (*set_value)(void *dictionary, const void *key, const void *value);
typedef void (*release)(const void *value);

static set_value set;

static void add(const void *key, const void *value, void *dictionary) { set(dictionary, key, value); }

void klavakit_fill_main_bundle(klv_host *host) {
  get_main_bundle main_bundle = FIND(get_main_bundle, "CFBundleGetMainBundle");
  get_info_dictionary info = FIND(get_info_dictionary, "CFBundleGetInfoDictionary");
  create_data data = FIND(create_data, "CFDataCreate");
  create_property_list property_list = FIND(create_property_list, "CFPropertyListCreateWithData");
  get_type type = FIND(get_type, "CFGetTypeID");
  get_dictionary_type dictionary_type = FIND(get_dictionary_type, "CFDictionaryGetTypeID");
  get_count count = FIND(get_count, "CFDictionaryGetCount");
  apply apply_function = FIND(apply, "CFDictionaryApplyFunction");
  release forget = FIND(release, "CFRelease");
  set = FIND(set_value, "CFDictionarySetValue");
  if (!main_bundle || !info || !data || !property_list || !type || !dictionary_type || !count || !apply_function ||
      !forget || !set)
    return;
  // With `KLVFileAccess` = `paths`, CoreFoundation has already read Info.plist itself.
  void *bundle = main_bundle(), *dictionary = bundle ? info(bundle) : NULL;
  if (!dictionary || count(dictionary) != 0) return;
  static const char path[] = "Info.plist";
  const klv_resources *resources = klv_get_host_interface(host, KLV_RESOURCES);
  klv_bytes bytes;
  if (!resources || resources->read(host, path, sizeof path - 1, &bytes) != KLV_OK) return;
  void *file = data(NULL, bytes.bytes, (intptr_t)bytes.length);
  void *values = file ? property_list(NULL, file, 0, NULL, NULL) : NULL;
  if (values && type(values) == dictionary_type()) apply_function(values, add, dictionary);
  if (values) forget(values);
  if (file) forget(file);
}
