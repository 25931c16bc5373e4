/* A section that is both writable and executable. The loader would have to map it with both rights. */
__asm__(".section .zoowritable,\"awx\",@progbits\n.globl zoo_writable\n.hidden zoo_writable\nzoo_writable: ret\n.text");
