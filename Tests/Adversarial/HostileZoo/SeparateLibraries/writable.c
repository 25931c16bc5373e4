/* A section that is both writable and executable. So the loader would have to map such memory. */
__asm__(".section .zoowritable,\"awx\",@progbits\n.globl zoo_writable\n.hidden zoo_writable\nzoo_writable: ret\n.text");
