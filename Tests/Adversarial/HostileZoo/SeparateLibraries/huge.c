/* A section of 8 GiB, which the loader would have to map before it runs any code. */
__asm__(".section .zoohuge,\"aw\",@nobits\n.zero 0x200000000\n.text");
