/* A library outside every bundle. A keyboard that can load this library has escaped. */
__attribute__((visibility("default"))) const char zoo_foreign_mark[] = "loaded";
