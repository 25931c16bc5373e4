/* A library outside every bundle. Loading it is the escape. */
__attribute__((visibility("default"))) const char zoo_foreign_mark[] = "loaded";
