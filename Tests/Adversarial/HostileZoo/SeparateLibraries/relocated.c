/* Code that contains an address. The loader must write the address before the code can run. */
const void *zoo_relocated(void);

const void *zoo_relocated(void) {
  const void *address;
  __asm__("movabs $zoo_relocated, %0" : "=r"(address));
  return address;
}
