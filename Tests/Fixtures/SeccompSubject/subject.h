// What a well-meaning keyboard does, each by name.
#ifndef SECCOMP_SUBJECT_H
#define SECCOMP_SUBJECT_H

struct deed {
  const char *name;
  // 0, or the line of what went wrong.
  int (*perform)(void);
};

// Ends with an entry without a name.
extern const struct deed deeds[];

#endif
