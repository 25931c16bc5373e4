/* The loader would have to map these 8 GiB before any code runs. */
__asm__(".section .zoohuge,\"aw\",@nobits\n.zero 0x200000000\n.text");
