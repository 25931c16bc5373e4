/* A library that lies outside every bundle. That it is loaded at all is the escape. */
__attribute__((visibility("default"))) const char zoo_foreign_mark[] = "loaded";
