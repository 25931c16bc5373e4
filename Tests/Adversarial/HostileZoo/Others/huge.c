/* Eight gigabytes that the loader would have to map before any code runs. */
__asm__(".section .zoohuge,\"aw\",@nobits\n.zero 0x200000000\n.text");
