// The actions of a correct keyboard, by name.
#ifndef SECCOMP_SUBJECT_H
#define SECCOMP_SUBJECT_H

struct deed {
  const char *name;
  // Returns 0, or a status that encodes the line of the failed condition.
  int (*perform)(void);
};

// The last element of the array has no name.
extern const struct deed deeds[];

#endif
