/* Code that holds an address: the loader must write into it before it can be run. */
const void *zoo_relocated(void);

const void *zoo_relocated(void) {
  const void *address;
  __asm__("movabs $zoo_relocated, %0" : "=r"(address));
  return address;
}
