/* Code that contains an address, so that the loader must write to it before it can run. */
const void *zoo_relocated(void);

const void *zoo_relocated(void) {
  const void *address;
  __asm__("movabs $zoo_relocated, %0" : "=r"(address));
  return address;
}
